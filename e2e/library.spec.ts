import type { SessionDetail, SessionList } from '#api/contract/session.ts';
import { faultsOf, scrollsSideways } from './axe.ts';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { fixtureText, positionOf, signedIn } from './journey.ts';
import { expect, long, test, type Page, type Product } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

type Signed = { product: Product; token: string };

async function call<Answer>({ product, token }: Signed, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${product.url}/api/v1/sessions/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${path} ${response.status}`).toBe(true);
  return (await response.json()) as Answer;
}
const create = (signed: Signed, title: string) =>
  call<SessionDetail>(signed, '', { session: { title, language: 'de' } });
const titles = async (signed: Signed) => {
  const { recordings } = await call<SessionList>(signed, '?limit=100');
  return recordings.map(({ title }) => title);
};

async function createSpoken({ product, token }: Signed, title: string): Promise<string> {
  const { id } = await seedSession(product, token, { title, spoken: spokenFixture('de_1.wav') });
  return id;
}

async function entered(page: Page, product: Product): Promise<Signed & { again(): Promise<Signed> }> {
  const { token, email, password } = await signedIn(page, product.url);
  return {
    product,
    token,
    /** Signs the person in once more, because a sign-out ends the token of its sign-in. */
    again: async () => {
      const tokens = await createTestBrowser(product.url).signIn({ email, password });
      return { product, token: tokens.access_token };
    },
  };
}
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const confirm = (page: Page) => page.getByRole('button', { name: 'Endgültig löschen' }).click();
const remove = async (page: Page, title: string) => {
  await page.getByRole('button', { name: `Aktionen für ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: /Löschen/ }).click();
  await confirm(page);
};

test('titles and what was said are searched, and a hit leads to its moment', async ({ page, product }) => {
  const signed = await entered(page, product);
  const id = await createSpoken(signed, 'Gemeinderat, 12. Sitzung');
  await create(signed, 'Sprechstunde');
  const word = fixtureText('de_1.wav')
    .split(/[^\p{L}]+/u)
    .toSorted((a, b) => b.length - a.length)[0]!;

  await page.goto('/library');
  await expect(row(page, 'Sprechstunde')).toBeVisible();
  await page.getByRole('searchbox').fill('GEMEINDE');
  await expect(row(page, 'Sprechstunde')).toHaveCount(0);
  await expect(row(page, 'Gemeinderat')).toBeVisible();

  await page.getByRole('searchbox').fill(word.toUpperCase());
  await page.getByRole('button', { name: 'Im Gesagten suchen' }).click();
  const hit = row(page, 'Gemeinderat').getByRole('link', { name: new RegExp(word, 'i') });
  await expect(hit.locator('mark').first()).toHaveText(new RegExp(word, 'i'));
  await hit.click();
  await page.waitForURL(new RegExp(`/library/${id}\\?tab=transcript&at=`));
  await expect(page.getByRole('tab', { name: 'Transkript' })).toHaveAttribute('aria-selected', 'true');
  const atS = Number(new URL(page.url()).searchParams.get('at'));
  expect(atS).toBeGreaterThan(1);
  await expect.poll(async () => Math.abs((await positionOf(page)) - atS)).toBeLessThan(1);
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(word.toUpperCase());
  await expect(hit).toBeVisible();

  await page.getByRole('searchbox').fill('Zwiebelturmuhr');
  await expect(page.getByText('In keiner Sitzung wurde «Zwiebelturmuhr» gesagt.')).toBeVisible();
});

test(
  'twenty-five sessions come as the list is read; several are deleted together, undone or not',
  long,
  async ({ page, product }) => {
    const signed = await entered(page, product);
    for (let number = 1; number <= 25; number += 1) await create(signed, `Nummer ${number}.`);
    await page.goto('/library');
    await expect(row(page, 'Nummer 25.')).toBeVisible();
    await row(page, 'Nummer 25.').getByRole('link').focus();
    for (let step = 0; step < 24; step += 1) {
      const next = row(page, `Nummer ${24 - step}.`).getByRole('link');
      await expect(next, 'the next page of the list arrives').toBeAttached();
      await page.keyboard.press('ArrowDown');
      await expect(next).toBeFocused();
    }

    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+Space');
    await expect(page.getByText('3 ausgewählt')).toBeVisible();
    await page.getByRole('button', { name: 'Löschen …', exact: true }).click();
    await confirm(page);
    await expect(row(page, 'Nummer 2.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Rückgängig' }).click();
    await expect(row(page, 'Nummer 2.')).toBeVisible();
    expect(await titles(signed)).toHaveLength(25);

    await row(page, 'Nummer 2.').getByRole('link').focus();
    await page.keyboard.press('Delete');
    await confirm(page);
    await expect(row(page, 'Nummer 2.')).toHaveCount(0);
    expect(await titles(signed)).toHaveLength(25);
    await expect.poll(() => titles(signed)).toHaveLength(24);
    expect(await titles(signed)).not.toContain('Nummer 2.');
  },
);

// Chromium loses some requests of a closing page that a service worker controls. The next visit sends what was lost.
test.describe('Without a service worker', () => {
  test.use({ serviceWorkers: 'block' });
  test('a tab that is closed within the five seconds deletes, and so does a sign-out', async ({
    page,
    product,
    context,
  }) => {
    const signed = await entered(page, product);
    for (const title of ['Erste', 'Zweite', 'Dritte']) await create(signed, title);
    await page.goto('/library');
    await remove(page, 'Erste');
    await expect(row(page, 'Erste')).toHaveCount(0);
    expect(await titles(signed)).toHaveLength(3);
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => titles(signed)).toEqual(['Dritte', 'Zweite']);

    const again = await context.newPage();
    await again.goto('/library');
    await remove(again, 'Zweite');
    await again.getByRole('button', { name: /Petra Muster/ }).click();
    await again.getByRole('menuitem', { name: 'Abmelden' }).click();
    await expect(again).not.toHaveURL(/library/);
    expect(await titles(await signed.again())).toEqual(['Dritte']);
  });
});

test('what a tab had removed that was killed within the five seconds is deleted by the next visit', async ({
  page,
  product,
  context,
}) => {
  const signed = await entered(page, product);
  for (const title of ['Erste', 'Zweite']) await create(signed, title);
  await page.goto('/library');
  await remove(page, 'Erste');
  await expect(row(page, 'Erste')).toHaveCount(0);
  const cdp = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  cdp.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
  expect(await titles(signed)).toHaveLength(2);

  const again = await context.newPage();
  await again.goto('/library');
  await expect(row(again, 'Zweite')).toBeVisible();
  await expect(row(again, 'Erste')).toHaveCount(0);
  await expect.poll(() => titles(signed)).toEqual(['Zweite']);
});

test(
  'without a connection what was deleted comes back, with the reason, and can be tried again',
  long,
  async ({ page, product, context }) => {
    const signed = await entered(page, product);
    await create(signed, 'Bleibt');
    await page.goto('/library');
    await expect(row(page, 'Bleibt')).toBeVisible();
    await context.setOffline(true);
    await remove(page, 'Bleibt');
    await expect(row(page, 'Bleibt')).toHaveCount(0);
    await page.getByRole('button', { name: 'Schliessen' }).click();
    await expect(page.getByText(/konnte nicht gelöscht werden und ist wieder da/)).toBeVisible();
    await expect(row(page, 'Bleibt')).toBeVisible();
    await context.setOffline(false);
    await page
      .getByRole('region', { name: 'Meldungen' })
      .getByRole('button', { name: 'Erneut versuchen' })
      .click();
    await expect(page.getByRole('heading', { name: 'Noch keine Sitzungen' })).toBeVisible();
    await expect.poll(() => titles(signed)).toEqual([]);
  },
);

test('what expires soon is shown alone', long, async ({ page, product }) => {
  const signed = await entered(page, product);
  await createSpoken(signed, 'Mit Ton');
  await create(signed, 'Ohne Ton');
  await page.goto('/library');
  await expect(row(page, 'Mit Ton').getByText('Ton wird in 30 Tagen gelöscht')).toBeVisible();
  await page.getByRole('button', { name: 'Läuft in 7 Tagen ab' }).click();
  await expect(page.getByText('In den nächsten 7 Tagen wird nichts gelöscht.')).toBeVisible();
  // Audio expires in 30 days, texts in six months.
  await page.goto('/library?expires_days=30');
  await expect(row(page, 'Mit Ton')).toBeVisible();
  await expect(row(page, 'Ohne Ton')).toHaveCount(0);
});

test(
  'the library has no fault that axe knows in any of its states, light and dark, also on a phone',
  long,
  async ({ page, product }) => {
    const signed = await entered(page, product);
    const dark = ['dark', 360] as const;
    const both = [['light', 1280] as const, dark];
    const look = async (state: string, looks = both) => {
      for (const [colorScheme, width] of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await faultsOf(page), `${state} ${colorScheme} ${width}`).toEqual([]);
        expect(await scrollsSideways(page), `${state}: sideways scrolling at ${width}`).toBe(false);
      }
    };
    await page.goto('/library');
    await expect(page.getByRole('heading', { name: 'Noch keine Sitzungen' })).toBeVisible();
    await look('first use', [dark]);
    await createSpoken(signed, 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung');
    await create(signed, 'Sprechstunde');
    const word = fixtureText('de_1.wav').split(/\W+/)[0]!;
    await page.goto(`/library?text=${encodeURIComponent(word)}`);
    await expect(page.locator('mark').first()).toBeVisible();
    await look('hits');
    await page.goto('/library?search=nichts');
    await expect(page.getByRole('heading', { name: 'Nichts gefunden' })).toBeVisible();
    await look('nothing found', [dark]);
    await page.goto('/library');
    await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
    await row(page, 'Sprechstunde').click();
    await expect(page.getByText('1 ausgewählt')).toBeVisible();
    await look('choosing');
    await page.getByRole('button', { name: 'Löschen …', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await confirm(page);
    await expect(page.getByRole('button', { name: 'Rückgängig' })).toBeVisible();
    await page.getByRole('button', { name: 'Rückgängig' }).hover();
    await look('undo', [dark]);
  },
);
