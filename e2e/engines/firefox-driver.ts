import { launch } from 'puppeteer-core';
import type { EngineDriver, EngineOptions } from './driver.ts';
import { startSoundServer, withoutSoundServer } from './sound-server.ts';
import type { Tunnel } from './tunnel.ts';

/** Debian's Firefox, unless `FIREFOX` names another one. */
export const firefoxPath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';

const preferences = {
  // A microphone that plays a tone, without a question to the person.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // Hz; the lengths that a browser may lose, such as 10 or 20 ms, are no whole number of its periods.
  'media.navigator.audio.fake_frequency': 433,
  'media.autoplay.default': 0,
  // Scroll bars take no room, as on a phone.
  'ui.useOverlayScrollbars': 1,
  'intl.accept_languages': 'de-CH, de',
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

const proxyPreferences = ({ port }: Tunnel) => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': port,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': port,
});

/** Drives the stock Firefox over WebDriver BiDi. */
export async function openFirefox(options: EngineOptions): Promise<EngineDriver> {
  const { hasOutput = true, hasCamera = true, tunnel } = options;
  const sound = hasOutput ? await startSoundServer() : withoutSoundServer();
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    // With it, Firefox keeps every answer that it has read.
    networkEnabled: false,
    env: { ...process.env, ...sound.env } as Record<string, string>,
    extraPrefsFirefox: {
      ...preferences,
      ...(tunnel ? proxyPreferences(tunnel) : {}),
      // Firefox looks for a camera of this name instead of a fake one, and finds none.
      ...(hasCamera ? {} : { 'media.video_loopback_dev': 'none' }),
    },
    acceptInsecureCerts: tunnel !== undefined,
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
    resize: (width, height) => page.setViewport({ width, height }),
    async close() {
      try {
        await browser.close();
      } finally {
        await sound.close();
      }
    },
  };
}
