import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';

/** The product as a person sees it: a real Chromium against a real server with real workers and a real model. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  // What records does so in real time: it is tried twice more where others use the machine, all else once.
  // What passes then is told at the end.
  projects: [
    { name: 'work', testIgnore: 'recording*.spec.ts', retries: process.env['CI'] ? 1 : 0 },
    { name: 'recording', testMatch: 'recording*.spec.ts', retries: process.env['CI'] ? 2 : 0 },
  ],
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  outputDir: '../test-results',
  use: {
    locale: 'de-CH',
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: chromiumLaunch,
  },
});
