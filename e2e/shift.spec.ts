/** Cumulative layout shift (Layout Instability API) is 0 on each screen, also when the answers of the server come late. */
import { screensOf } from '../bench/load/screens.ts';
import { installWatch, watchArguments, type Watched, type WatchedPage } from '../bench/load/watch.ts';
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

/** Opens `path` and returns how far its content has moved until the page was quiet. `usable` matches what is there then. */
async function movesOn(page: Page, path: string, usable: string): Promise<Pick<Watched, 'shift' | 'moved'>> {
  await page.addInitScript(installWatch, watchArguments(usable));
  await answerLate(page);
  await page.goto(path);
  await expect(page.locator(usable).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const { shift, moved } = (globalThis as WatchedPage).watched;
    return { shift, moved };
  });
}

/** Stands for the id of a session until a test has one. */
const anyId = 'ID';

for (const width of [1280, 390])
  for (const { name, path, usable, isSignedIn } of screensOf(anyId))
    test(`nothing moves on the screen ${name}, ${width} px wide`, async ({ page, product }) => {
      await page.setViewportSize({ width, height: 900 });
      let id = anyId;
      if (isSignedIn) {
        const { token } = await signedIn(page, product.url);
        ({ id } = await seedSession(product, token, { title: 'Rat', spoken: spokenFixture() }));
      }
      expect(await movesOn(page, path.replace(anyId, id), usable)).toEqual({ shift: 0, moved: [] });
    });

test('the logo of a page that is starting does not move when its text arrives', async ({ page, product }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${product.url}/`);
  const logo = page.locator('.start svg');
  const withText = await logo.boundingBox();
  await page.evaluate(() => document.querySelector('.start span')!.remove());
  expect(await logo.boundingBox()).toEqual(withText);
});
