/** What the bar at the top says about the network, with the real server (§4.12). */
import { signedIn } from './journey.ts';
import { expect, test, type Page } from './product.ts';
import { seedSession } from './seed-session.ts';

const network = (page: Page) => page.getByRole('status', { name: 'Verbindung' });

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
