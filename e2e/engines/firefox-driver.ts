import { launch } from 'puppeteer-core';
import type { EngineDriver } from './driver.ts';
import { startSoundServer } from './sound-server.ts';

/** Debian's Firefox, unless `FIREFOX` names another one. */
export const firefoxPath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

const preferences = {
  // A microphone that plays a tone, without a question to the person.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'intl.accept_languages': 'de-CH, de',
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/** Drives the stock Firefox over WebDriver BiDi. */
export async function openFirefox(): Promise<EngineDriver> {
  const sound = await startSoundServer();
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    env: { ...process.env, ...sound.env } as Record<string, string>,
    extraPrefsFirefox: preferences,
    defaultViewport: { width: 1280, height: 900 },
    // A transcription may take longer than the 180 s of the default.
    protocolTimeout: 600_000,
  }).catch(async (error: unknown) => {
    await sound.close();
    throw error;
  });
  const page = await browser.newPage();
  return {
    goto: async (url) => void (await page.goto(url)),
    run: (body, input) =>
      page.evaluate(`(async (input) => {${body}})(${JSON.stringify(input ?? null)})`) as Promise<never>,
    async chooseFile(path) {
      const field = await page.waitForSelector('input[type=file]');
      await (field as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    },
    async close() {
      try {
        await browser.close();
      } finally {
        await sound.close();
      }
    },
  };
}
