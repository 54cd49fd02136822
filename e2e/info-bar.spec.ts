/** The bar at the top with the real server: every state of network, survey and announcements (§4.12). */
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { faultsInBoth, scrollsSideways } from './axe.ts';
import { signedIn } from './journey.ts';
import { expect, test as base, withProduct, type Page, type Product } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** Each test has a server without users, so its first person becomes the superuser. */
const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright demands the pattern
    async ({}, use) => withProduct(use),
    { scope: 'worker' },
  ],
});

const dayMs = 86_400_000;
const bar = (page: Page) => page.getByRole('region', { name: 'Mitteilung' });
const network = (page: Page) => page.getByRole('status', { name: 'Verbindung' });

/** Calls of a superuser to the row of the server's host. */
function rowOf(product: Product, token: string) {
  const send = async <T>(method: string, path: string, body?: unknown, etag?: string): Promise<T> => {
    const response = await fetch(`${product.url}/api/v1/admin/domains/localhost${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(etag ? { 'if-match': etag } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return (await response.json()) as T;
  };
  return {
    change: async (part: object) => send('PUT', '', part, (await send<AdminDomain>('GET', '')).etag),
    announce: (part: object) => {
      const none = { de: '', en: '', fr: '', it: '' };
      const given = { type: 'info', title: none, message: none, cta_text: none, link: null, priority: 0 };
      return send('POST', '/announcements', { ...given, starts_at: null, expires_at: null, ...part });
    },
  };
}

test('what a superuser announces stands at the top for everybody until they close it; it may be long, and ends', async ({
  page,
  product,
  browser,
}) => {
  const { token } = await signedIn(page, product.url);
  await page.goto('/admin/domains?host=localhost&part=announcements');
  await page.getByRole('button', { name: 'Ankündigung hinzufügen' }).click();
  await page.getByRole('textbox', { name: 'Titel' }).fill('Kurs am Montag');
  await page.getByRole('textbox', { name: 'Adresse des Verweises' }).fill('https://example.ch/kurs');
  await page.getByRole('textbox', { name: 'Wichtigkeit' }).fill('90');
  expect(await faultsInBoth(page)).toEqual([]);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('wird gezeigt · bis sie gelöscht wird · Wichtigkeit 90')).toBeVisible();
  const row = rowOf(product, token);
  const inTitle = (de: string) => ({ title: { de, en: '', fr: '', it: '' } });
  await row.announce({
    ...inTitle('Neue Fassung'),
    message: { de: 'Das ist neu.\n'.repeat(20), en: '', fr: '', it: '' },
    priority: 50,
  });
  await row.announce({ ...inTitle('Unterbruch'), type: 'warning', expires_at: new Date(Date.now() + dayMs) });

  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'de-CH' });
  const other = await elsewhere.newPage();
  await other.clock.install();
  await other.goto('/');
  await expect(bar(other).getByText('Kurs am Montag')).toBeVisible();
  await expect(bar(other).getByRole('link', { name: 'Mehr erfahren' })).toHaveAttribute('target', '_blank');
  await bar(other).getByRole('button', { name: 'Schliessen: Kurs am Montag' }).click();

  const whole = bar(other).getByRole('button', { name: 'Ganz zeigen: Neue Fassung' });
  await expect(whole).toHaveAttribute('aria-expanded', 'false');
  const line = bar(other).locator('[data-collapsed]');
  expect((await line.boundingBox())?.height).toBe(56);
  await whole.focus();
  await other.keyboard.press('Enter');
  await expect(whole).toHaveAttribute('aria-expanded', 'true');
  await other.setViewportSize({ width: 360, height: 700 });
  expect(await faultsInBoth(other)).toEqual([]);
  expect(await scrollsSideways(other)).toBe(false);
  await bar(other).getByRole('button', { name: 'Schliessen: Neue Fassung' }).click();
  await expect(bar(other).getByText('Unterbruch')).toBeVisible();
  await other.reload();
  await expect(bar(other).getByText('Unterbruch')).toBeVisible();
  await other.clock.fastForward(dayMs);
  await expect(bar(other)).toBeEmpty();

  // Shorter periods are announced for 30 days. Whoever has closed that sees it again after 4 days.
  const effective = new Date(Date.now() + 31 * dayMs).toISOString().slice(0, 10);
  await row.change({
    retention: { audio_days: 30, content_months: 6, next: { audio_days: 10, content_months: 3, effective } },
  });
  await other.setViewportSize({ width: 1_280, height: 720 });
  await other.reload();
  await bar(other)
    .getByRole('button', { name: /^Ganz zeigen: Datenschutz/ })
    .click();
  await expect(bar(other)).toContainText(/wird Ton nach 10 Tagen gelöscht, alles andere .* nach 3 Monaten/);
  await bar(other)
    .getByRole('button', { name: /^Schliessen: Datenschutz/ })
    .click();
  await expect(bar(other)).toBeEmpty();
  await other.clock.fastForward(4 * dayMs - 60_000);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(other)).toBeEmpty();
  await other.clock.fastForward(120_000);
  await expect(bar(other).getByText(/Datenschutz/)).toBeVisible();
  await elsewhere.close();

  // This person has closed nothing yet. The announcement about data protection goes before all, however important they are.
  await page.goto('/library');
  await bar(page)
    .getByRole('button', { name: /^Schliessen: Datenschutz/ })
    .click();
  await expect(bar(page).getByText('Kurs am Montag')).toBeVisible();
});

test('a survey about a finished session asks twice, thanks for 3 s, and is counted', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  const row = rowOf(product, token);
  await row.change({ tags: ['survey', 'share'] });
  const { id } = await seedSession(product, token, { title: 'Gemeinderat', spoken: spokenFixture() });
  await page.clock.install();
  await page.goto(`/library/${id}`);
  await expect(bar(page)).toContainText('Hat Wortlaut Ihnen bei «Gemeinderat» Zeit gespart?');
  expect(await faultsInBoth(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Ja', exact: true }).click();
  await bar(page).getByRole('button', { name: 'mehr als 1 Stunde' }).click();
  await expect(bar(page)).toContainText('Danke für Ihre Antwort.');
  await page.clock.fastForward(3_000);
  await expect(bar(page)).toBeEmpty();

  const again = await seedSession(product, token, { title: 'Zweite', spoken: spokenFixture('de_1.wav') });
  await page.goto(`/library/${again.id}`);
  await expect(page.getByRole('heading', { name: 'Zweite' })).toBeVisible();
  await expect(bar(page)).toBeEmpty();

  await page.goto('/admin/domains?host=localhost&part=survey');
  await expect(page.getByText('1-mal gezeigt. 1 Antwort.')).toBeVisible();
  await expect(page.getByRole('row', { name: /mehr als 1 Stunde 1 100/ })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV-Datei speichern' }).click();
  expect((await saved).suggestedFilename()).toBe('survey-localhost.csv');
});

test('the bar tells offline, a server that does not answer, one that is down, and a blocked call; each goes by itself', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  await seedSession(product, token, { title: 'Gemeinderat' });
  let mode: 'well' | 'refused' | 'proxy' | 'blocked' = 'well';
  await page.route(/\/(api|icon\.svg)/, (route) => {
    const isSessions = new URL(route.request().url()).pathname.startsWith('/api/v1/sessions');
    if (mode === 'refused' || (mode === 'blocked' && isSessions)) return route.abort('connectionrefused');
    if (mode === 'proxy')
      return route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' });
    return route.continue();
  });
  await page.goto('/library');
  const search = page.getByRole('searchbox');
  await expect(search).toBeVisible();
  await page.context().setOffline(true);
  await expect(network(page)).toContainText(/offline\. Prüfen Sie/);
  await page.context().setOffline(false);
  await expect(network(page)).toBeEmpty();
  for (const [kind, sentence] of [
    ['refused', /nicht erreichbar/],
    ['proxy', /ausser Betrieb/],
    ['blocked', /werden blockiert/],
  ] as const) {
    mode = kind;
    await search.fill(kind);
    await expect(network(page)).toContainText(sentence);
    mode = 'well';
    await expect(network(page)).toBeEmpty();
  }
});
