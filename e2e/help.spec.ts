import { faultsInBoth, scrollsSideways } from './axe.ts';
import { signedIn } from './journey.ts';
import { expect, test, type Page } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** Forgets what tests store beforehand, so that tours are shown as for a new person. Once for each tab. */
const forgetTours = (page: Page) =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('tours')) return;
    sessionStorage.setItem('tours', 'new');
    localStorage.removeItem('seenTours');
  });

/** Waits until the server has stored the tours that a person has seen, so that leaving the page loses nothing. */
const areStored = (url: string, token: string, tours: readonly string[]) =>
  expect
    .poll(async () => {
      const answer = await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
      const { userDb } = (await answer.json()) as { userDb: { config: { seen_tours?: string[] } } };
      return userDb.config.seen_tours;
    })
    .toEqual(tours);

const tour = (page: Page) => page.getByRole('region', { name: /^Rundgang/ });

test('A new person is led through the screens once, on whatever device, and finds help again', async ({
  page,
  browser,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  await forgetTours(page);
  const session = await seedSession(product, token, { title: 'Gemeinderat', spoken: spokenFixture() });

  // The library: nothing is blocked, and the tour is left by a key.
  await page.goto('/library');
  await expect(tour(page)).toContainText('Hier beginnt alles');
  expect(await faultsInBoth(page)).toEqual([]);
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await expect(tour(page)).toContainText('Titel oder Gesagtes');
  await page.keyboard.press('Escape');
  await expect(tour(page)).toBeHidden();
  await areStored(product.url, token, ['library']);

  // The session has a tour of its own, also on a small screen. The player stays free.
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/library/${session.id}`);
  await expect(tour(page)).toContainText('Alles zu einem Gespräch');
  const [card, player] = await Promise.all([
    tour(page).boundingBox(),
    page.locator('[data-screen-bottom]').boundingBox(),
  ]);
  expect(card!.y + card!.height).toBeLessThanOrEqual(player!.y + 1);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Rundgang beenden' }).click();
  await areStored(product.url, token, ['library', 'session']);
  await page.setViewportSize({ width: 1280, height: 800 });

  // A recording that can begin is offered its tour, which goes when the microphone is switched on.
  const fresh = await seedSession(product, token, { title: 'Noch ohne Ton' });
  await page.goto(`/library/${fresh.id}`);
  await expect(tour(page)).toContainText('Wie der Ton hierher kommt');
  await page.getByRole('button', { name: 'Mikrofon einschalten' }).click();
  await expect(tour(page)).toBeHidden();
  await areStored(product.url, token, ['library', 'session', 'recording']);

  // Another device knows that the tours were seen.
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  const stored = await page.evaluate(() => Object.entries(localStorage));
  await other.addInitScript((entries) => {
    for (const [name, value] of entries) if (name !== 'seenTours') localStorage.setItem(name, value);
  }, stored);
  await other.goto('/library');
  await expect(other.getByRole('link', { name: 'Gemeinderat' })).toBeVisible();
  await expect(tour(other)).toBeHidden();

  // The header leads to the help about the screen, and that shows the tour again.
  await other.getByRole('link', { name: 'Hilfe zu dieser Seite' }).click();
  await expect(other.getByRole('heading', { name: 'Bibliothek', level: 1 })).toBeVisible();
  expect(await faultsInBoth(other)).toEqual([]);
  await other.getByRole('button', { name: 'Rundgang noch einmal zeigen' }).click();
  await expect(tour(other)).toBeFocused();
  await elsewhere.close();
});

test('The help needs no sign-in, finds words, and lists every key', async ({ page }) => {
  await page.goto('/help');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('searchbox', { name: /Hilfe durchsuchen/ }).fill('verbindung bricht');
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('link', { name: 'Datei hochladen: Senden' }).click();
  await expect(page.getByRole('heading', { name: 'Senden' })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toContainText('Marke setzen');
  await page.keyboard.press('Escape');
  await page.goto('/help/unknown');
  await expect(page.getByText('Dieses Thema gibt es nicht.')).toBeVisible();
  await page.goto('/help/keys');
  await expect(page.getByText('Bis hierher auswählen')).toBeVisible();
  expect(await faultsInBoth(page)).toEqual([]);
});
