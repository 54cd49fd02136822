import type { BrowserContext } from '@playwright/test';
import { createChromium } from './chromium.ts';
import { signedIn, signedInAgain } from './journey.ts';
import { playedSpeech } from './microphone.ts';
import { expect, long, test, type Page, type Product } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** Edits survive any interruption: of the tab, the network, the server, the sign-in. */

async function openTranscript(page: Page, product: Product, signIn = signedInAgain) {
  const { token } = await signIn(page, product.url);
  const session = await seedSession(product, token, { title: 'Lange Sitzung', spoken: spokenFixture() });
  await page.goto(`${product.url}/library/${session.id}`);
  const textOf = async (index: number) => (await session.detail()).transcript!.segments[index]!.text;
  return { ...session, textOf };
}

const turn = (page: Page, index: number) => page.locator('[data-turn]').nth(index);

async function write(page: Page, index: number, text: string): Promise<void> {
  await turn(page, index).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-writing]')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(` ${text}`, { delay: 20 });
}

async function lineOf(page: Page): Promise<(isUp: boolean) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.enable');
  return async (isUp) => {
    await cdp.send('Network.emulateNetworkConditions', { ...conditions, offline: !isUp });
  };
}

test('a browser that is killed a second after the last key has the edit on return, and the server gets it', async ({
  product,
}) => {
  const browser = createChromium(playedSpeech().path);
  try {
    const page = await browser.open();
    const { id, textOf } = await openTranscript(page, product);
    await turn(page, 0).waitFor();
    await product.stop();
    await write(page, 0, 'getötet und noch da');
    await page.waitForTimeout(1_000);
    await browser.kill();
    await product.start();
    expect(await textOf(0)).not.toContain('getötet');

    const again = await browser.open();
    // Chromium stores the tokens some seconds later, so the killed browser may have lost them.
    await signedInAgain(again, product.url);
    await again.goto(`${product.url}/library/${id}`);
    await expect(turn(again, 0)).toContainText('getötet und noch da');
    await expect.poll(() => textOf(0)).toContain('getötet und noch da');
  } finally {
    await browser.dispose();
  }
});

test(
  'two tabs write in the same turn, one without a line: both texts are there to choose from',
  long,
  async ({ page, context, product }) => {
    const { id, textOf } = await openTranscript(page, product);
    const other = await secondTab(context, product, id);
    const setLine = await lineOf(page);
    await setLine(false);
    await write(page, 0, 'meins');
    await page.keyboard.press('Escape');
    await write(page, 1, 'woanders');
    await page.keyboard.press('Escape');
    await write(other, 0, 'ihres');
    await expect.poll(() => textOf(0)).toContain('ihres');
    await setLine(true);

    const conflict = page.locator('[data-conflict]');
    await expect(conflict).toContainText('meins');
    await expect(conflict).toContainText('ihres');
    await expect.poll(() => textOf(1)).toContain('woanders');
    expect(await textOf(0)).toContain('ihres');

    await page.reload();
    await expect(conflict).toContainText('meins');
    await conflict.getByRole('button').first().click();
    await expect.poll(() => textOf(0)).toMatch(/meins$/);
    await expect(conflict).toHaveCount(0);
  },
);

test(
  'a server that is started again between the edit and its sending gets it',
  long,
  async ({ page, product }) => {
    const { textOf } = await openTranscript(page, product);
    await turn(page, 0).waitFor();
    await product.kill();
    await write(page, 0, 'trotzdem');
    await product.start();
    await expect.poll(() => textOf(0)).toContain('trotzdem');
  },
);

test('a sign-in that expires while somebody writes is renewed, and where it cannot be, the edit waits for its person', async ({
  page,
  product,
}) => {
  const { id, textOf } = await openTranscript(page, product, signedIn);
  await turn(page, 0).waitFor();
  await page.evaluate(() => localStorage.setItem('token_expires_at', '1'));
  await write(page, 0, 'erneuert');
  await expect.poll(() => textOf(0)).toContain('erneuert');

  await page.keyboard.press('Escape');
  const tokens = await page.evaluate(() => ({ ...localStorage }));
  await page.evaluate(() => {
    localStorage.removeItem('refresh_token');
    localStorage.setItem('access_token', 'expired');
  });
  await write(page, 1, 'später');
  // The sign-in follows several redirects.
  await expect(page.getByRole('textbox', { name: 'E-Mail-Adresse' })).toBeVisible();
  expect(await textOf(1)).not.toContain('später');

  await page.evaluate((kept) => Object.assign(localStorage, kept), tokens);
  await page.goto(`${product.url}/library/${id}`);
  await expect(turn(page, 1)).toContainText('später');
  await expect.poll(() => textOf(1)).toContain('später');
});

async function secondTab(context: BrowserContext, product: Product, id: string): Promise<Page> {
  const other = await context.newPage();
  await other.goto(`${product.url}/library/${id}`);
  await turn(other, 0).waitFor();
  return other;
}
