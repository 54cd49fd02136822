// Installs what is missing. Runs on the host's Node (20 or newer), so it is plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Path of the Node that the project brings (npm package `node`). */
export const nodePath = join(root, 'node_modules/node/bin/node');

/**
 * Runs a program and returns its exit code. Ctrl-C reaches the whole process group; the parent waits for the child to end.
 * SIGTERM is passed on.
 */
export function run(command, args, { env = {}, stdio = 'inherit', cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env } });
    const passOn = (signal) => child.kill(signal);
    const wait = () => {};
    process.on('SIGTERM', passOn);
    process.on('SIGHUP', passOn);
    process.on('SIGINT', wait);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', passOn);
      process.off('SIGHUP', passOn);
      process.off('SIGINT', wait);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

export const runNode = (args, options) =>
  run(nodePath, ['--disable-warning=ExperimentalWarning', ...args], options);

function packagesIn(lockFile) {
  const path = join(root, lockFile);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** Whether npm has installed what the lock file names. npm lists installed packages in `node_modules`. */
function isInstalled(isWanted) {
  if (!existsSync(nodePath)) return false;
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, locked]) =>
      path === '' ||
      locked.optional ||
      locked.devOptional ||
      !isWanted(locked) ||
      (installed[path]?.version === locked.version && installed[path].integrity === locked.integrity),
  );
}

/**
 * Installs the packages of the lock file unless exactly these are there.
 * @param {{ forProduction?: boolean }} options `forProduction`: development packages may be missing
 */
export async function ensurePackages({ forProduction = false } = {}) {
  if (isInstalled(({ dev }) => !dev || !forProduction)) return;
  process.stdout.write('Installing packages …\n');
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0 && existsSync(nodePath)) return;
  process.stderr.write(
    'The packages could not be installed. Is the package registry reachable, and is this folder writable?\n',
  );
  process.exit(code || 1);
}

if (process.argv[1] === import.meta.filename) await ensurePackages();
