import { describe, expect, it } from 'vitest';
import { engineObstacle } from './engine.rules.ts';

describe('what the tab can do', () => {
  const all = { isSecure: true, hasWebAssembly: true, hasWorkers: true };
  it('is told by its most basic obstacle', () => {
    expect(engineObstacle(all)).toBeNull();
    expect(engineObstacle({ ...all, hasWebAssembly: false })).toBe('no_webassembly');
    expect(engineObstacle({ ...all, isSecure: false, hasWorkers: false })).toBe('insecure');
  });
});
