/** Exclusive file handles of OPFS; only in workers. */
import { underLock } from './web-locks.ts';

export type Access = FileSystemSyncAccessHandle;
export type Folder = FileSystemDirectoryHandle;

const patienceMs = 2_000;
const pollMs = 50;

const isNamed = (error: unknown, ...names: string[]) =>
  error instanceof DOMException && names.includes(error.name);

/**
 * Opens a file. A page that has just closed may hold it for a moment, so a locked file is tried again. Rejects if it
 * stays locked for longer than `patienceMs`.
 */
async function openAccess(file: FileSystemFileHandle): Promise<Access> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!isNamed(error, 'NoModificationAllowedError') || performance.now() > giveUpAt) throw error;
      await new Promise((done) => setTimeout(done, pollMs));
    }
  }
}

/** Opens all files or none. Rejects with `NotFoundError` if one is missing and `create` is false. */
export async function openAll(
  folder: Folder,
  names: readonly string[],
  options: { create: boolean },
): Promise<Access[]> {
  const opened: Access[] = [];
  try {
    for (const name of names) opened.push(await openAccess(await folder.getFileHandle(name, options)));
    return opened;
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** In older Safari versions `close` is asynchronous. */
export async function closeAll(accesses: readonly Access[]): Promise<void> {
  for (const access of accesses) await access.close();
}

/** Writes all bytes or throws a `QuotaExceededError`. */
export function writeAt(access: Access, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  if (access.write(bytes, { at }) < bytes.length) throw new DOMException('no room', 'QuotaExceededError');
}

export function readAt(access: Access, from: number, to: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  return bytes.subarray(0, access.read(bytes, { at: from }));
}

const probeName = 'probe';

/**
 * Calls `use` with a temporary file. A lock is held meanwhile, because another worker would delete the file during the
 * test. A file that a crash leaves does no harm.
 */
const withProbe = <T>(root: Folder, use: (probe: Access) => Promise<T> | T): Promise<T> =>
  underLock('wortlaut-probe', async () => {
    const [probe] = await openAll(root, [probeName], { create: true });
    try {
      return await use(probe!);
    } finally {
      await probe!.truncate(0);
      await closeAll([probe!]);
      await root.removeEntry(probeName).catch(() => {});
    }
  });

async function writeProbe(probe: Access): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  await probe.truncate(0);
  writeAt(probe, bytes, 0);
  await probe.flush();
  if (readAt(probe, 0, bytes.length).some((byte, at) => byte !== bytes[at]))
    throw new DOMException('not what was written', 'DataError');
}

/** Rejects if writing does not work. A lack of room is no failure: the stored recordings can still be read and sent. */
export async function tryWriting(root: Folder): Promise<void> {
  try {
    await withProbe(root, writeProbe);
  } catch (error) {
    if (!isNamed(error, 'QuotaExceededError')) throw error;
  }
}

/**
 * Measures the free room up to `mostBytes`, exact to 1 %. Growing a file checks the quota without writing;
 * `navigator.storage.estimate` in Chromium reports 10 GB regardless.
 */
export async function roomFor(root: Folder, mostBytes: number): Promise<number> {
  return await withProbe(root, async (probe) => {
    const fits = async (bytes: number) => {
      try {
        await probe.truncate(bytes);
        return true;
      } catch (error) {
        if (isNamed(error, 'QuotaExceededError')) return false;
        throw error;
      }
    };
    if (await fits(mostBytes)) return mostBytes;
    let [low, high] = [0, mostBytes];
    while (high - low > mostBytes / 100) {
      const middle = Math.floor((low + high) / 2);
      if (await fits(middle)) low = middle;
      else high = middle;
    }
    return low;
  });
}
