/** Atomic writes of small files in OPFS. */
export type Movable = FileSystemFileHandle & {
  /** WebKit requires the folder, even if it stays the same. */
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
};

const unfinished = '.part';

const isMissing = (error: unknown) => error instanceof DOMException && error.name === 'NotFoundError';

/** Resolves to null if the file or folder does not exist. */
export async function orNull<T>(getting: Promise<T>): Promise<T | null> {
  try {
    return await getting;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Writes to a temporary name and renames. Rejects with a `QuotaExceededError` if there is no room. */
export async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const handle = (await folder.getFileHandle(name + unfinished, { create: true })) as Movable;
  try {
    const access = await handle.createSyncAccessHandle();
    try {
      access.truncate(0);
      if (access.write(bytes) < bytes.length) throw new DOMException('no room', 'QuotaExceededError');
      access.flush();
    } finally {
      access.close();
    }
    await handle.move(folder, name);
  } catch (error) {
    await orNull(folder.removeEntry(name + unfinished));
    throw error;
  }
}

export async function readFile(folder: FileSystemDirectoryHandle, name: string): Promise<File | null> {
  const handle = await orNull(folder.getFileHandle(name));
  return handle && (await handle.getFile());
}

export async function removeFolder(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await orNull(folder.removeEntry(name, { recursive: true }));
}

export async function foldersIn(folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle[]> {
  const folders: FileSystemDirectoryHandle[] = [];
  for await (const handle of folder.values()) if (handle.kind === 'directory') folders.push(handle);
  return folders;
}
