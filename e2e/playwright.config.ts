import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';

/** The product as a person sees it: a real Chromium against a real server with real workers and a real model. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
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
