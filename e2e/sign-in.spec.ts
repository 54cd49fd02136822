/**
 * One suite of sign-in for both kinds of providers: the embedded one, and one in a process of its own with the addresses and
 * habits of Keycloak.
 */
import { createSession } from './journey.ts';
import { expect, long, type Page } from './product.ts';
import { providers, signInTest } from './sign-in.ts';

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
/** Lets the page renew its token with the next call. The token itself holds on. */
const makeDue = (page: Page) =>
  page.evaluate(() => localStorage.setItem('token_expires_at', String(Date.now() + 2 * 60_000)));
const bar = (page: Page) => page.getByRole('status', { name: 'Verbindung' });
const refresh = (page: Page, refreshToken: string) =>
  page.request.post('/api/auth/refresh', { data: { refresh_token: refreshToken } });

/**
 * Changes what the page has stored about its sign-in when the provider leads back, if `spoil` names a key. What the page then
 * sends stays in `used`.
 */
const watchReturn = (page: Page) =>
  page.addInitScript(() => {
    if (location.pathname !== '/auth/callback') return;
    const key = sessionStorage.getItem('spoil');
    sessionStorage.removeItem('spoil');
    if (key) sessionStorage.setItem(key, 'x'.repeat(43));
    const { login_verifier: code_verifier, login_nonce: nonce } = sessionStorage;
    const code = new URLSearchParams(location.search).get('code');
    const redirect_uri = location.origin + location.pathname;
    sessionStorage.setItem('used', JSON.stringify({ code, code_verifier, nonce, redirect_uri }));
  });

const tests = { embedded: signInTest('embedded'), realm: signInTest('realm') };

for (const provider of providers) {
  // The page treats both providers alike. So `npm test` runs the tests of failures with the external one only.
  const details = provider === 'embedded' ? long : {};
  const test = tests[provider];
  test.describe(`With the ${provider} provider`, () => {
    test('a person signs in, goes on over a renewal, and signs out, each at the right place', async ({
      page,
      product,
      form,
    }) => {
      const asked = page.waitForRequest((request) => request.url().includes('code_challenge='));
      await page.goto('/create?from=link');
      await form.awaits();
      const { searchParams } = new URL((await asked).url());
      expect(Object.fromEntries(searchParams)).toMatchObject({
        redirect_uri: `${product.url}/auth/callback`,
        response_type: 'code',
        code_challenge_method: 'S256',
      });
      await form.signIn();
      await page.waitForURL((url) => url.href === `${product.url}/create?from=link`);
      await expect(page.getByRole('heading', { name: 'Neue Sitzung' })).toBeVisible();
      const left = await page.evaluate(() => Object.keys(sessionStorage));
      expect(left.filter((key) => key.startsWith('login_'))).toEqual([]);

      const before = await stored(page);
      await makeDue(page);
      await createSession(page, 'Erneuert');
      const after = await stored(page);
      expect(after['access_token']).not.toBe(before['access_token']);
      expect(after['refresh_token'] === before['refresh_token']).toBe(provider === 'realm');

      await form.signOut();
      expect((await stored(page))['access_token']).toBeUndefined();
      expect((await refresh(page, after['refresh_token']!)).status()).toBe(401);
      // The provider has forgotten them too.
      await page.goto('/library');
      await form.awaits();
    });

    test(
      'a return that does not belong to the sign-in is told, gives no tokens, and the next one goes well',
      details,
      async ({ page, form }) => {
        await watchReturn(page);
        await page.goto('/library?search=x');
        await form.awaits();
        await form.deny();
        await expect(page.getByText('Die Anmeldung ist fehlgeschlagen.', { exact: false })).toBeVisible();

        for (const [key, sentence] of [
          ['login_state', 'gehört nicht zu Ihrer Anmeldung'],
          ['login_nonce', 'Fehler beim Austausch des Anmeldecodes'],
          ['login_verifier', 'Fehler beim Austausch des Anmeldecodes'],
        ] as const) {
          await page.evaluate((name) => sessionStorage.setItem('spoil', name), key);
          await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
          // After the first time the provider knows them, and leads back at once.
          if (key === 'login_state') {
            await form.awaits();
            await form.signIn();
          }
          await page.waitForURL(/\/signin\?error=(state|exchange)/);
          await expect(page.getByText(sentence, { exact: false })).toBeVisible();
          expect((await stored(page))['access_token']).toBeUndefined();
        }
        await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
        await page.waitForURL(/\/library\?search=x$/);

        const used = await page.evaluate(() => sessionStorage.getItem('used'));
        const again = await page.request.post('/api/auth/token', { data: JSON.parse(used!) as object });
        expect([again.status(), ((await again.json()) as { code: string }).code]).toEqual([
          401,
          'auth.code_rejected',
        ]);
        // A code that comes twice may be stolen, so what it gave has ended.
        expect((await refresh(page, (await stored(page))['refresh_token']!)).status()).toBe(401);
      },
    );

    test(
      'two tabs with an expired token renew it once, and go on when the answer is lost once',
      details,
      async ({ page, context, form }) => {
        // An empty library shows the search field only if the address has a search.
        const path = '/library?search=null';
        const nothing = (tab: Page) => tab.getByRole('heading', { name: 'Nichts gefunden' });
        await page.goto(path);
        await form.awaits();
        await form.signIn();
        await expect(nothing(page)).toBeVisible();
        const other = await context.newPage();
        await other.goto(path);
        await expect(nothing(other)).toBeVisible();

        let lost = 0;
        const keys: (string | null)[] = [];
        await context.route('**/api/auth/refresh', async (route) => {
          keys.push(await route.request().headerValue('idempotency-key'));
          if (lost === 0) return route.continue();
          lost -= 1;
          await route.fetch();
          await route.abort('connectionreset');
        });
        const inBoth = async (search: string) => {
          const before = await stored(page);
          await page.evaluate(() => localStorage.setItem('token_expires_at', '1'));
          keys.length = 0;
          await Promise.all([page, other].map((tab) => tab.getByRole('searchbox').fill(search)));
          await expect
            .poll(async () => (await stored(page))['access_token'])
            .not.toBe(before['access_token']);
          for (const tab of [page, other]) {
            await expect(nothing(tab)).toBeVisible();
            await expect(bar(tab)).toBeEmpty();
          }
        };
        await inBoth('eins');
        expect(keys).toHaveLength(1);
        lost = 1;
        await inBoth('zwei');
        expect(keys).toHaveLength(2);
        expect(new Set(keys).size).toBe(1);
        expect((await refresh(page, (await stored(page))['refresh_token']!)).status()).toBe(200);
      },
    );
  });
}

tests.realm.describe('A provider in a process of its own', () => {
  const test = tests.realm;

  test('that is away for half a minute is told; the page works on meanwhile, and goes on by itself', async ({
    page,
    browser,
    product,
    realms,
    form,
  }) => {
    // The half minute passes on the clock of the page.
    await page.clock.install();
    await page.goto('/library');
    await form.awaits();
    await form.signIn();
    await page.waitForURL('**/library');
    const before = await stored(page);
    const elsewhere = await browser.newContext({ baseURL: product.url });
    const stranger = await elsewhere.newPage();
    await stranger.goto('/');

    await realms!.away();
    await makeDue(page);
    await createSession(page, 'Ohne Anmeldedienst');
    await expect(bar(page)).toContainText('Der Anmeldedienst antwortet nicht.');
    await page.clock.fastForward(30_000);
    await page.goto('/library');
    await expect(page.getByRole('link', { name: /Ohne Anmeldedienst/ })).toBeVisible();
    await expect(bar(page)).toContainText('Der Anmeldedienst antwortet nicht.');
    expect((await stored(page))['access_token']).toBe(before['access_token']);
    await stranger.goto('/library');
    await expect(
      stranger.getByText('Der Anmeldedienst ist nicht erreichbar.', { exact: false }),
    ).toBeVisible();

    await realms!.back();
    await page.clock.fastForward(30_000);
    await expect(bar(page)).toBeEmpty();
    await expect.poll(async () => (await stored(page))['access_token']).not.toBe(before['access_token']);
    await stranger.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(stranger.getByLabel('Username or email')).toBeVisible();
    await elsewhere.close();
  });

  test('that answers late is waited for, and asked once', async ({ page, realms, form }) => {
    await page.goto('/create');
    await form.awaits();
    await realms!.late('/token', 1_500);
    await form.signIn();
    await expect(page.getByText('Die Anmeldung wird abgeschlossen', { exact: false })).toBeVisible();
    await page.waitForURL('**/create');
    // A page that is left while it renews is followed by one that repeats the same renewal, with the same key.
    const keys = new Set<string | undefined>();
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) keys.add(request.headers()['idempotency-key']);
    });
    const before = await stored(page);
    await makeDue(page);
    await createSession(page, 'Spät');
    await realms!.late('', 0);
    expect((await stored(page))['access_token']).not.toBe(before['access_token']);
    expect(keys.size).toBe(1);
    await expect(bar(page)).toBeEmpty();
  });
});
