import { afterAll, vi } from 'vitest';

// Test files share a process. Without this, a global that one file has replaced with `vi.stubGlobal` would stay replaced in the
// files that run after it.
afterAll(() => void vi.unstubAllGlobals());
