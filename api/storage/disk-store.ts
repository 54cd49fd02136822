import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStorageKey, type AudioStore } from './audio-store.ts';
import { toStorageError } from './storage-error.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export function createDiskStore(root: string): AudioStore {
  const pathOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error('Not a key of the audio store.');
    return join(root, key);
  };

  return {
    async create(key) {
      const path = pathOf(key);
      try {
        await mkdir(dirname(path), { recursive: true });
        const file = await open(path, 'w');
        await file.sync();
        await file.close();
        await syncFolder(dirname(path));
      } catch (error) {
        throw toStorageError(error);
      }
    },

    async append(key, offset, source) {
      const file = await open(pathOf(key), 'r+');
      try {
        await file.truncate(offset);
        try {
          return await writeAll(file, offset, source);
        } finally {
          await syncOrDrop(file, offset);
        }
      } catch (error) {
        throw toStorageError(error);
      } finally {
        await file.close();
      }
    },

    async truncate(key, bytes) {
      const file = await open(pathOf(key), 'r+');
      try {
        await file.truncate(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },

    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    sha256: async (key) => sha256Of(pathOf(key)),

    read: (key, range) =>
      createReadStream(pathOf(key), range ? { start: range.start, end: range.end - 1 } : {}),

    localPath: async (key) => pathOf(key),

    remove: (key) => rm(pathOf(key), { force: true }),

    list: (folder) => listFiles(root, folder),
  };
}

/** Lists the files of a folder that have a storage key. A missing folder has none. */
async function* listFiles(root: string, folder: string): AsyncGenerator<{ key: string; writtenAt: number }> {
  let entries;
  try {
    entries = await opendir(join(root, folder));
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for await (const { name } of entries) {
    const key = `${folder}/${name}`;
    if (!isStorageKey(key)) continue;
    try {
      yield { key, writtenAt: (await stat(join(root, key))).mtimeMs };
    } catch (error) {
      // The file was removed meanwhile.
      if (!isMissing(error)) throw error;
    }
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function writeAll(
  file: FileHandle,
  offset: number,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  let position = offset;
  for await (const chunk of source) {
    let from = 0;
    while (from < chunk.byteLength) {
      const { bytesWritten } = await file.write(chunk, from, chunk.byteLength - from, position);
      from += bytesWritten;
      position += bytesWritten;
    }
  }
  return position;
}

/** Syncs a file. Bytes that cannot be synced are dropped, so that nobody relies on them. */
async function syncOrDrop(file: FileHandle, offset: number): Promise<void> {
  try {
    await file.sync();
  } catch (error) {
    await file.truncate(offset);
    throw error;
  }
}

/** Syncs a folder. A new file survives a power cut only if its folder is synced as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
