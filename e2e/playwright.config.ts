import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';

/** The product as a person sees it: a real Chromium against a real server with real workers and a real model. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // What records does so in real time and leaves the processor to others: two at once. All else takes what there is.
  workers: 2,
  projects: [
    { name: 'work', testIgnore: 'recording*.spec.ts', workers: 1 },
    { name: 'recording', testMatch: 'recording*.spec.ts', fullyParallel: true },
  ],
  // In real time on a machine that others use, a test may miss its moment. What passes the second time is told at the end.
  retries: process.env['CI'] ? 1 : 0,
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
