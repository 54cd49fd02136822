import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';

/** The product as a person sees it: a real Chromium against a real server with real workers and a real model. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  // Where others use the machine a test is tried twice more, since the five seconds of an undo go by and a microphone plays in
  // real time. What passes then is told at the end.
  retries: process.env['CI'] ? 2 : 0,
  projects: [
    { name: 'work', testIgnore: 'recording*.spec.ts' },
    { name: 'recording', testMatch: 'recording*.spec.ts' },
  ],
  // generous, because a machine that others use may be several times slower
  timeout: 240_000,
  expect: { timeout: 60_000 },
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
