// Installs from Debian the browsers that tests run in. Runs on the host's Node, so it is plain JavaScript.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @throws if the system is not Debian, or without root, or offline */
export function installDebian(...names) {
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}

const typelibs = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib'].map(
  (folder) => `${folder}/girepository-1.0/WebKit2-4.1.typelib`,
);

/**
 * The browsers beside Playwright's Chromium: their projects of tests (of Vitest and of Playwright), Debian's packages, and
 * for each package a file of which one place must be there.
 */
export const browsers = {
  firefox: {
    projects: ['firefox'],
    packages: ['firefox-esr', 'pulseaudio'],
    files: [[process.env.FIREFOX ?? '/usr/bin/firefox-esr'], ['/usr/bin/pulseaudio']],
  },
  webkit: {
    projects: ['webkit', 'webkit-unshared'],
    packages: ['gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'xauth'],
    files: [typelibs, ['/usr/lib/python3/dist-packages/gi'], ['/usr/bin/xvfb-run'], ['/usr/bin/xauth']],
  },
};

const isThere = ({ files }) => files.every((places) => places.some((path) => existsSync(path)));

/** Installs a browser unless it is there. Returns false, and says so, if that cannot be done. */
export function ensureBrowser(name) {
  if (isThere(browsers[name])) return true;
  const { packages } = browsers[name];
  process.stdout.write(`Installing ${packages.join(', ')} …\n`);
  try {
    installDebian(...packages);
  } catch {
    // What the package manager has said stands above.
  }
  if (isThere(browsers[name])) return true;
  process.stdout.write(`They could not be installed: the tests in ${name} skip.\n`);
  return false;
}
