import { chmod, lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const others = 0o077;

/**
 * Removes the permissions of other accounts from a folder and its content, because older versions created it readable
 * for all. The folder itself comes first, since that already blocks access to its content. If it is already private,
 * its content is not examined. The folder may be a symbolic link; links inside it are not followed.
 * @returns false if the permissions could not be removed, for example because another account owns the folder
 */
export async function makePrivate(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & others) === 0) return true;
  try {
    await close(folder, mode);
  } catch {
    return false;
  }
  await closeAllIn(folder);
  return true;
}

/**
 * Removes the permissions of other accounts from the content of a folder. Files that another process removes meanwhile
 * and files that cannot be changed are skipped, because their folder is already private.
 */
async function closeAllIn(folder: string): Promise<void> {
  const entries = await opendir(folder).catch(() => null);
  if (!entries) return;
  try {
    for await (const entry of entries) {
      if (!entry.isFile() && !entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      await closeOne(path).catch(() => {});
      if (entry.isDirectory()) await closeAllIn(path);
    }
  } catch {
    // The folder was removed while it was read.
  }
}

async function closeOne(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & others) !== 0) await close(path, mode);
}

const close = (path: string, mode: number): Promise<void> => chmod(path, mode & 0o7777 & ~others);
