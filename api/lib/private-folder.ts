import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const others = 0o077;

/**
 * Takes the rights of other accounts of the machine from a folder and all that lies in it: an older version made it readable for them. The folder
 * itself comes first, which closes the way to the rest. Where it is private already nothing is looked at.
 * @returns whether it is private now; false where the folder is another account's
 */
export async function makePrivate(folder: string): Promise<boolean> {
  const { mode } = await lstat(folder);
  if ((mode & others) === 0) return true;
  try {
    await close(folder, mode);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() && !entry.isDirectory()) continue;
      const path = join(entry.parentPath, entry.name);
      const before = await lstat(path).catch(() => null);
      if (before && (before.mode & others) !== 0) await close(path, before.mode);
    }
    return true;
  } catch {
    return false;
  }
}

const close = (path: string, mode: number): Promise<void> => chmod(path, mode & 0o7777 & ~others);
