import { join } from 'node:path';

/**
 * Launch options of the browser for tests and benchmarks. It is Debian's browser, unless `CHROMIUM` names another one.
 */
export const chromiumLaunch = {
  executablePath: join(import.meta.dirname, 'chromium.sh'),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
