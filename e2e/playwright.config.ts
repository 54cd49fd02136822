import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';
import { engines } from './engines/driver.ts';
import { patienceMs } from './patience.ts';

const inEngines = /e2e\/engines\//;
const inScreens = /e2e\/screens\//;
const isLong = Boolean(process.env['TEST_LONG']);

/** End-to-end tests: a real Chromium against a real server with real workers and a real model. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  // Tests of one file run in parallel too, so that no worker waits for the longest file.
  fullyParallel: true,
  retries: 0,
  projects: [
    {
      name: 'work',
      testIgnore: [inEngines, inScreens],
      grepInvert: isLong ? /@real-time|@upgrade/ : /@real-time|@long|@upgrade/,
      // At the first visit of a page its service worker stores all screens and engines. That takes a third of the processor time
      // of a test. So tests run without it, except those of the service worker itself (`withServiceWorker`), and those that start
      // a browser of their own.
      use: { serviceWorkers: 'block' },
    },
    { name: 'upgrade', grep: /@upgrade/ },
    // Pictures of every screen (`npm run screens`). The microphone is Chromium's own.
    {
      name: 'screens',
      testMatch: /screens\/.*[.]spec[.]ts$/,
      // One screen that does not open must not hold up all others.
      expect: { timeout: 60_000 },
      use: {
        actionTimeout: 60_000,
        navigationTimeout: 60_000,
        permissions: ['microphone'],
        launchOptions: {
          ...chromiumLaunch,
          args: [
            ...chromiumLaunch.args,
            '--use-fake-ui-for-media-stream',
            '--use-fake-device-for-media-stream',
          ],
        },
      },
    },
    ...engines.map((engine) => ({
      name: engine,
      testMatch: /engines\/.*[.]spec[.]ts$/,
      metadata: { engine },
    })),
    // A microphone in real time is late on a busy machine, so these tests run alone.
    {
      name: 'recording',
      grep: /@real-time/,
      ...(isLong ? {} : { grepInvert: /@long/ }),
    },
  ],
  // The time-out is long, because a shared machine may be several times slower.
  timeout: 1_200_000,
  expect: { timeout: patienceMs },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    locale: 'de-CH',
    actionTimeout: 300_000,
    viewport: { width: 1280, height: 900 },
    // A trace takes 40 % of the CPU time of a test, so it is made only with `E2E_TRACE=1`.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch,
  },
});
