import { afterAll, vi } from 'vitest';

// Files of tests share a process. A global that a file has replaced would be there in the files after it.
afterAll(() => void vi.unstubAllGlobals());
