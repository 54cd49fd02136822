import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../tools/chromium.ts';
import { microphoneSwitches } from '../microphone.ts';
import { trustSwitch } from '../secure-product.ts';
import type { EngineDriver, EngineOptions } from './driver.ts';

export async function openChromium(options: EngineOptions): Promise<EngineDriver> {
  const { microphone, hasCamera = true, tunnel } = options;
  const browser = await chromium.launch({
    ...chromiumLaunch,
    args: [
      ...chromiumLaunch.args,
      ...(microphone ? microphoneSwitches(microphone) : []),
      ...(hasCamera ? [] : ['--use-fake-device-for-media-stream=device-count=0']),
      ...(tunnel ? [`--proxy-server=http://127.0.0.1:${tunnel.port}`, trustSwitch] : []),
    ],
  });
  const page = await browser.newPage({ locale: 'de-CH', viewport: { width: 1280, height: 900 } });
  return {
    goto: async (url) => void (await page.goto(url)),
    // Playwright evaluates outside the page's Content-Security-Policy.
    run: (body, input) =>
      page.evaluate(`(async (input) => {${body}})(${JSON.stringify(input ?? null)})`) as Promise<never>,
    chooseFile: (path) => page.locator('input[type=file]').setInputFiles(path),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => browser.close(),
  };
}
