import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf } from './axe.ts';
import { longRecording, uploadByApi } from './by-api.ts';
import { positionOf, signedIn } from './journey.ts';
import { expect, long, test, type Page, type Product } from './product.ts';

const ruler = (page: Page) => page.getByRole('slider', { name: /^Aufnahme/ });
const rate = (page: Page) => page.getByRole('button', { name: /^Geschwindigkeit/ });
const isPlaying = (page: Page) =>
  expect(page.getByRole('button', { name: 'Anhalten', exact: true })).toBeVisible();
const isPaused = (page: Page) =>
  expect(page.getByRole('button', { name: 'Abspielen', exact: true })).toBeVisible();

/** Opens a session with some minutes of sound. The audio elements of the page are collected in `sounds`. */
async function openSession(page: Page, product: Product, title?: string): Promise<string> {
  const { token } = await signedIn(page, product.url);
  const { id, patch, untilPlayable } = await uploadByApi(product.url, token, longRecording(6));
  await untilPlayable();
  if (title) await patch({ title });
  await page.addInitScript(() => {
    const sounds: HTMLAudioElement[] = [];
    Object.assign(globalThis, { sounds });
    globalThis.Audio = class extends Audio {
      constructor() {
        super();
        sounds.push(this);
      }
    };
  });
  await page.goto(`/library/${id}?tab=audio`);
  await isPaused(page);
  return id;
}

test('a recording is played, sought and sped up by the keyboard alone, and the device remembers how', async ({
  page,
  product,
}) => {
  await openSession(page, product);
  await page.keyboard.press('k');
  await isPlaying(page);
  await expect.poll(() => positionOf(page)).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  await isPaused(page);

  await ruler(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(ruler(page)).toHaveAttribute('aria-valuenow', '11');
  await expect(ruler(page)).toHaveAttribute('aria-valuetext', /^11 Sekunden von /);
  await ruler(page).blur();
  await page.keyboard.press('l');
  await page.keyboard.press('ArrowLeft');
  await expect(ruler(page)).toHaveAttribute('aria-valuenow', '16');
  await page.keyboard.press('>');
  await expect(rate(page)).toHaveAccessibleName(/1,25|1\.25/);

  await rate(page).focus();
  await page.keyboard.press('Enter');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('menuitemradio', { name: /1[,.]5×/ }).press('Enter');
  await expect(rate(page)).toHaveAccessibleName(/1[,.]5×/);
  await page.getByRole('slider', { name: 'Lautstärke' }).focus();
  await page.keyboard.press('Home');

  await page.reload();
  await expect(rate(page)).toHaveAccessibleName(/1[,.]5×/);
  await expect(page.getByRole('slider', { name: 'Lautstärke' })).toHaveValue('0');
});

test(
  'the audio tab has no fault that axe knows, light and dark, also on a phone',
  long,
  async ({ page, product }) => {
    await openSession(page, product);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await faultsOf(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
    }
  },
);

test('the signed address is renewed before it ends, and nobody hears it', long, async ({ page, product }) => {
  const asked: string[] = [];
  await page.route('**/audio-url', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { url: string; expires_at: string };
    asked.push(body.url);
    const expires_at = new Date(Date.now() + 4_000).toISOString();
    await route.fulfill({ response, json: { ...body, expires_at } });
  });
  await openSession(page, product);
  await page.keyboard.press('k');
  await isPlaying(page);
  await page.evaluate(() => {
    const watch = { most: 0, least: 9, backS: 0 };
    Object.assign(globalThis, { watch });
    const { sounds } = globalThis as unknown as { sounds: HTMLAudioElement[] };
    let lastS = 0;
    const look = () => {
      const audible = sounds.filter((one) => !one.paused && !one.muted);
      const nowS = audible.at(-1)?.currentTime ?? lastS;
      if (lastS > 0.5) {
        watch.most = Math.max(watch.most, audible.length);
        watch.least = Math.min(watch.least, audible.length);
        watch.backS = Math.max(watch.backS, lastS - nowS);
      }
      lastS = nowS;
      requestAnimationFrame(look);
    };
    look();
  });
  await expect.poll(() => asked.length).toBe(3);
  await expect.poll(() => positionOf(page)).toBeGreaterThan(7);
  const watch = await page.evaluate(() => (globalThis as unknown as { watch: object }).watch);
  expect(watch).toMatchObject({ most: 1, least: 1 });
  expect((watch as { backS: number }).backS).toBeLessThan(0.1);
  await isPlaying(page);
});

test(
  'a link that has ended is fetched anew once, without a word; what cannot be had at all is told, and the place is kept',
  long,
  async ({ page, product }) => {
    const asked: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/audio-url')) asked.push(response.url());
    });
    await openSession(page, product);
    let refused = 0;
    let refuse = 1;
    await page.route('**/media/**', async (route) => {
      if (refused >= refuse) return route.continue();
      refused += 1;
      await route.fulfill({
        status: 403,
        json: { detail: '', code: 'player.link_expired', request_id: '1' },
      });
    });
    for (const key of ['l', 'l']) await page.keyboard.press(key);
    await page.keyboard.press('k');
    await isPlaying(page);
    await expect.poll(() => positionOf(page)).toBeGreaterThan(20);
    expect([refused, asked.length]).toEqual([1, 2]);
    await expect(page.getByText('Der Ton konnte nicht geladen werden')).toHaveCount(0);

    // The audio can no longer be fetched, as after the device has slept for long and the server is away.
    await page.keyboard.press('k');
    await isPaused(page);
    const keptS = await positionOf(page);
    refuse = Infinity;
    await page.evaluate(() => {
      const { sounds } = globalThis as unknown as { sounds: HTMLAudioElement[] };
      sounds.at(-1)?.dispatchEvent(new Event('error'));
    });
    await expect(
      page.getByRole('alert').filter({ hasText: 'Der Ton konnte nicht geladen werden' }),
    ).toBeVisible();
    expect(asked).toHaveLength(3);
    expect(await positionOf(page)).toBe(keptS);
    await isPaused(page);

    refuse = 0;
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await isPlaying(page);
    await expect.poll(() => positionOf(page)).toBeGreaterThan(keptS);
    await expect(page.getByText('Der Ton konnte nicht geladen werden')).toHaveCount(0);
  },
);

test(
  'the audio is saved under the name of the session; where it is not there any more that is told',
  long,
  async ({ page, product }) => {
    await openSession(page, product, 'Räte & Ämter, 12. Sitzung');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Ton herunterladen' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^Räte__Ämter_12_Sitzung_\d{6}\.mp3$/);
    expect(await file.failure()).toBeNull();
    rmSync(join(product.dataDir, 'audio'), { recursive: true });
    await page.getByRole('button', { name: 'Ton herunterladen' }).click();
    await expect(page.getByText('Die Audiodatei konnte nicht heruntergeladen werden')).toBeVisible();
  },
);
