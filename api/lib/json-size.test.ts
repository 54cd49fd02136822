import { describe, expect, it } from 'vitest';
import { mustBeSmall } from './json-size.ts';

const codeOf = (value: unknown): string | null => {
  try {
    mustBeSmall(value, 'session.settings_too_large');
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('JSON that is stored as it was sent', () => {
  it('is small', () => {
    expect(codeOf(undefined)).toBeNull();
    expect(codeOf({ a: 'x'.repeat(15_000) })).toBeNull();
    expect(codeOf({ a: 'x'.repeat(16_000) })).toBe('session.settings_too_large');
  });

  it('is shallow, so that it exhausts no stack', () => {
    expect(codeOf(nested(32))).toBeNull();
    expect(codeOf(nested(34))).toBe('request.invalid');
    expect(codeOf(nested(100_000))).toBe('request.invalid');
  });
});
