import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

const root = join(import.meta.dirname, '..');
const made = new Map<string, string>();

/**
 * Checks the version that `UPGRADE_FROM` names out into a temporary folder, installs and builds it. Returns the folder,
 * which the tests of a process share.
 */
export function olderCheckout(): string {
  const commit = process.env['UPGRADE_FROM'];
  if (!commit) throw new Error('UPGRADE_FROM names no commit.');
  const folder = made.get(commit) ?? tempFolder();
  if (made.has(commit)) return folder;
  const files = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: 'inherit' });
  made.set(commit, folder);
  return folder;
}
