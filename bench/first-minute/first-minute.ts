/**
 * Measures the first minute: presses and seconds from the library to a running recording, and from a file to its transcript
 * (model of the tests, a file of some seconds), in the built page with the real server. The peers fill in the form first.
 * Nobody thinks between two presses here, so each press less saves a person more than the seconds say. `--only peer`: the
 * peers alone, also on an older build.
 */
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { createChromium } from '#e2e/chromium.ts';
import { fixtureAudio, newPerson } from '#e2e/journey.ts';
import { playedSpeech } from '#e2e/microphone.ts';
import { createProduct, disposeProduct } from '#e2e/product.ts';
import type { Options } from '../main.ts';
import { goal, median, round, type Report } from '../report.ts';
import { createHand, type Way, ways } from './ways.ts';

const runs = 5;

export async function measure({ only }: Options): Promise<Report> {
  const product = await createProduct();
  const chromium = createChromium(playedSpeech().path);
  try {
    const tokens = await createTestBrowser(product.url).register(newPerson());
    const page = await chromium.open();
    await page.goto(`${product.url}/theme.js`);
    await page.evaluate(
      ([access, refresh, expiresAt]) => {
        localStorage.setItem('access_token', access!);
        localStorage.setItem('refresh_token', refresh!);
        localStorage.setItem('token_expires_at', expiresAt!);
        localStorage.setItem('preferredLanguage', 'de');
      },
      [tokens.access_token, tokens.refresh_token, String(Date.now() + tokens.expires_in * 1000)],
    );
    const measured: (Way & { presses: number; seconds: number })[] = [];
    for (const way of ways.filter(({ isPeer }) => only !== 'peer' || isPeer)) {
      const seconds: number[] = [];
      let presses = 0;
      for (let run = 0; run < runs; run++) {
        await page.goto(`${product.url}/library`);
        await page.getByRole('link', { name: 'Neue Sitzung' }).first().waitFor();
        const hand = createHand(page);
        const beganAt = performance.now();
        await way.walk(page, hand, fixtureAudio('de_1.wav'));
        seconds.push((performance.now() - beganAt) / 1000);
        ({ presses } = hand);
        if (way.goal === 'recording') {
          await page.getByRole('button', { name: 'Pause', exact: true }).click();
          await page.getByRole('button', { name: 'Verwerfen', exact: true }).click();
          await page.getByRole('alertdialog').getByRole('button').last().click();
          await page.getByRole('timer').waitFor({ state: 'detached' });
        }
      }
      measured.push({ ...way, presses, seconds: median(seconds) });
    }
    const pressesOf = (name: string) => measured.find((way) => way.name === name)?.presses ?? null;
    return {
      name: 'first-minute',
      rows: measured.map(({ name, presses, seconds }) => ({
        way: name,
        presses,
        's, median': round(seconds),
      })),
      figures: Object.fromEntries(measured.map(({ name, presses, seconds }) => [name, { presses, seconds }])),
      goals: [
        goal('presses to a running recording', pressesOf('recording, at once'), '', '<=', 1),
        goal('presses from a file to its transcript', pressesOf('file to transcript, dropped'), '', '<=', 2),
      ],
    };
  } finally {
    await chromium.dispose();
    await disposeProduct(product);
  }
}
