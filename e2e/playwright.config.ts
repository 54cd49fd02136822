import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';

/** The product as a person sees it: a real Chromium against a real server with real workers and a real model. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  // Tests of one file run side by side, too: no worker waits at the end for the longest file.
  fullyParallel: true,
  retries: 0,
  projects: [
    { name: 'work', grepInvert: /@real-time/ },
    // A microphone that plays in real time comes late beside other work: these tests run alone.
    { name: 'recording', grep: /@real-time/ },
  ],
  // generous, because a machine that others use may be several times slower
  timeout: 600_000,
  expect: { timeout: 150_000 },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    locale: 'de-CH',
    actionTimeout: 150_000,
    viewport: { width: 1280, height: 900 },
    // A trace takes two fifths of the processor time of a test: `E2E_TRACE=1` asks for one.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumLaunch,
  },
});
