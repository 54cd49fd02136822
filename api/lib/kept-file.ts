import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A small file of the server's own; null where there is none. One without content was begun and never written: none too. */
export function readKept(path: string): Buffer | null {
  try {
    const bytes = readFileSync(path);
    return bytes.length > 0 ? bytes : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whenever the server is killed or the power goes, the old content or the new one is there, whole. For the server's user alone. */
export function writeKept(path: string, content: string | Buffer): void {
  const folder = dirname(path);
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const beside = `${path}.new`;
  writeFileSync(beside, content, { mode: 0o600, flush: true });
  renameSync(beside, path);
  syncFolder(folder);
  if (made) syncFolder(dirname(made));
}

/** A name is as durable as the folder that holds it. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
