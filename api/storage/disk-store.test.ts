import { describe, expect, it } from 'vitest';
import { AppError } from '#api/lib/error.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createDiskStore } from './disk-store.ts';
import { toStorageError } from './storage-error.ts';
import { describeAudioStore } from '#api/testing/suite/audio-store-suite.ts';

describe('the store on disk', () => {
  describeAudioStore(async () => createDiskStore(await testFolder()));

  it('lists nothing before anything was stored', async () => {
    const store = createDiskStore(await testFolder());
    expect((await store.list('peaks')[Symbol.asyncIterator]().next()).done).toBe(true);
  });

  it('names a full disk as such and leaves other failures alone', () => {
    const full = toStorageError(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect((full as AppError).code).toBe('upload.disk_full');
    const other = Object.assign(new Error('io'), { code: 'EIO' });
    expect(toStorageError(other)).toBe(other);
  });
});
