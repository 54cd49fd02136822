import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads a small file of the server. Null if there is none, or if it is empty because a writer was killed. */
export function readKept(path: string): Buffer | null {
  try {
    const bytes = readFileSync(path);
    return bytes.length > 0 ? bytes : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a file that only the server's account may read. After a kill or a power cut it has its old or its new content, whole. */
export function writeKept(path: string, content: string | Buffer): void {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const beside = `${path}.new`;
  writeFileSync(beside, content, { mode: 0o600, flush: true });
  renameSync(beside, path);
  syncFolder(folder);
  if (made) syncFolder(dirname(made));
}

/** Syncs a folder: without it a renamed file may have its old name again after a power cut. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
