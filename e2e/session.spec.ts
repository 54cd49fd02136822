import { faultsInBoth, faultsOf, scrollsSideways } from './axe.ts';
import { createSession, fixtureAudio, pickFile, positionOf, signedIn, signedInAgain } from './journey.ts';
import { expect, long, test } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

test('a session needs a name and says so at the field', async ({ page, product }) => {
  await signedIn(page, product.url);
  await page.goto('/create');
  await page.getByLabel('Name der Sitzung').fill('  ');
  await page.getByRole('button', { name: 'Sitzung erstellen' }).click();
  await expect(page.getByText('Bitte geben Sie einen Namen für die Sitzung ein.')).toBeVisible();
  await expect(page.getByLabel('Name der Sitzung')).toBeFocused();
});

test('sessions stand in the library by day, are found by title, and go when deleted', async ({
  page,
  product,
}) => {
  await signedIn(page, product.url);
  await createSession(page, 'Gemeinderat, 12. Sitzung');
  await createSession(page, 'Sprechstunde');
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: /Heute/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Gemeinderat|Sprechstunde/ })).toHaveText([
    /Sprechstunde/,
    /Gemeinderat/,
  ]);
  await page.getByRole('searchbox').fill('GEMEINDE');
  await expect(page.getByRole('link', { name: /Sprechstunde/ })).toHaveCount(0);
  await page.getByRole('button', { name: /Aktionen für Gemeinderat/ }).click();
  await page.getByRole('menuitem', { name: /Löschen/ }).click();
  await page.getByRole('button', { name: 'Endgültig löschen' }).click();
  await expect(page.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('link', { name: /Sprechstunde/ })).toBeVisible();
});

test(
  'a session is deleted from its own page, and is there again when that is undone',
  long,
  async ({ page, product }) => {
    await signedIn(page, product.url);
    const id = await createSession(page, 'Zu früh gelöscht');
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: /Löschen/ }).click();
    await page.getByRole('button', { name: 'Endgültig löschen' }).click();
    await page.waitForURL(/\/library$/);
    await expect(page.getByRole('link', { name: /Zu früh gelöscht/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(page.getByRole('link', { name: /Zu früh gelöscht/ })).toBeVisible();
    await page.goto(`/library/${id}`);
    await expect(page.getByRole('heading', { name: 'Zu früh gelöscht' })).toBeVisible();
  },
);

test("another person's session does not exist", async ({ page, product, browser }) => {
  await signedIn(page, product.url);
  const id = await createSession(page, 'Vertraulich');
  const other = await browser.newContext({ baseURL: product.url });
  const stranger = await other.newPage();
  await signedIn(stranger, product.url);
  await stranger.goto(`/library/${id}`);
  await expect(stranger.getByText('Aufnahme nicht gefunden')).toBeVisible();
  await other.close();
});

test('a word of the transcript plays its moment, by mouse and by keyboard', async ({ page, product }) => {
  const { token } = await signedInAgain(page, product.url);
  const { id } = await seedSession(product, token, { title: 'Wörter', spoken: spokenFixture('de_1.wav') });
  await page.goto(`/library/${id}`);
  await page.getByText('Besprechung', { exact: false }).first().click();
  await expect.poll(() => positionOf(page)).toBeGreaterThan(2);
});

for (const language of ['de', 'en', 'fr', 'it'] as const) {
  const when = language === 'de' ? {} : long;
  test(`no screen has a fault that axe knows, in ${language}`, when, async ({ page, product }) => {
    await signedInAgain(page, product.url, language);
    for (const path of ['/library', '/create']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      expect(await page.locator('html').getAttribute('lang')).toContain(language);
      expect(await faultsOf(page), path).toEqual([]);
    }
  });
}

test(
  'the detail has no fault that axe knows, light and dark, also on a phone',
  long,
  async ({ page, product }) => {
    const { token } = await signedInAgain(page, product.url);
    await createSession(page, 'Barrierefrei');
    await pickFile(page, fixtureAudio('de_1.wav'));
    await expect(page.getByRole('button', { name: 'Hochladen', exact: true })).toBeEnabled();
    expect(await faultsInBoth(page)).toEqual([]);
    const { id } = await seedSession(product, token, {
      title: 'Gesprochen',
      spoken: spokenFixture('de_1.wav'),
    });
    await page.goto(`/library/${id}`);
    await page.locator('[data-turn]').first().waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await faultsInBoth(page), `${width}`).toEqual([]);
      expect(await scrollsSideways(page), `sideways scrolling at ${width}`).toBe(false);
    }
  },
);
