import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let base: string | undefined;

/** Creates a folder that is deleted when this process ends. */
export function tempFolder(): string {
  if (!base) {
    const made = mkdtempSync(join(tmpdir(), 'wortlaut-e2e-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    base = made;
  }
  return mkdtempSync(join(base, 'folder-'));
}
