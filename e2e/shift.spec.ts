/** Cumulative layout shift (Layout Instability API) is 0 on each screen, also when the answers of the server come late. */
import { installWatch, watchArguments, type Watched } from '../bench/load/watch.ts';
import { signedIn } from './journey.ts';
import { expect, test, type Page } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** Delays the answers of the API by different times, so that the page draws after each of them. */
async function answerLate(page: Page): Promise<void> {
  let count = 0;
  await page.route('**/api/**', async (route) => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, 150 + (count % 5) * 100));
    await route.continue().catch(() => undefined);
  });
}

const moved = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.moved);

/** Opens `path` and returns what has moved until the page was quiet. `usable` matches what is there then. */
async function movesOn(page: Page, path: string, usable: string): Promise<string[]> {
  await page.addInitScript(installWatch, watchArguments(usable));
  await answerLate(page);
  await page.goto(path);
  await expect(page.locator(usable).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  return moved(page);
}

for (const [path, usable] of [
  ['/', 'main a[href="/library"]'],
  ['/signin', 'input[type="email"]'],
] as const)
  test(`nothing moves on ${path}`, async ({ page, product }) => {
    expect(await movesOn(page, product.url + path, usable)).toEqual([]);
  });

for (const [name, usable] of [
  ['library', 'main a[href^="/library/"]'],
  ['create', 'main form input'],
  ['session', '[data-turn]'],
] as const)
  test(`nothing moves on the screen of a ${name}`, async ({ page, product }) => {
    const { token } = await signedIn(page, product.url);
    const { id } = await seedSession(product, token, { title: 'Rat', spoken: spokenFixture() });
    const path = name === 'session' ? `/library/${id}` : `/${name}`;
    expect(await movesOn(page, product.url + path, usable)).toEqual([]);
  });
