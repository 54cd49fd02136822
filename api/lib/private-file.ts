import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Reads a small file of the server. Returns null if the file is absent, or if it is empty because a writer was killed.
 */
export function readPrivateFile(path: string): Buffer | null {
  try {
    const bytes = readFileSync(path);
    return bytes.length > 0 ? bytes : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Replaces a file atomically, readable only by the server's account. After a crash or power cut it has either the old
 * or the new content.
 */
export function writePrivateFile(path: string, content: string | Buffer): void {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const newPath = `${path}.new`;
  writeFileSync(newPath, content, { mode: 0o600, flush: true });
  renameSync(newPath, path);
  syncFolder(folder);
  if (made) syncFolder(dirname(made));
}

/** Syncs a folder. Without this, a renamed file may have its old name again after a power cut. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
