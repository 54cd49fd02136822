import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../tools/chromium.ts';

/** Sound in real time: nothing else runs beside it. */
const live = /recording.*\.spec\.ts$/;
/** Files that go through the whole line: they keep a core busy by themselves. */
const line = /(restart|transcript|trim|upload)\.spec\.ts$/;

/** The product as a person sees it: a real Chromium against a real server with real workers and a real model. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  fullyParallel: false,
  workers: 2,
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
  // the line and the review side by side, each with a server of its own; then the recordings
  projects: [
    { name: 'line', testMatch: line, workers: 1 },
    { name: 'review', testMatch: '*.spec.ts', testIgnore: [live, line], workers: 1 },
    { name: 'recording', testMatch: live, workers: 1, dependencies: ['line', 'review'] },
  ],
});
