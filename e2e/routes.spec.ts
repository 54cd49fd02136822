/** The table of routes (§2): who may enter which screen, where the others are led, titles, deep links, and what follows a screen. */
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { faultsInBoth, scrollsSideways } from './axe.ts';
import { newPerson, registerAtForm, signedIn, signInAtForm } from './journey.ts';
import { expect, test as base, withProduct, type Page, type Product } from './product.ts';

const chief = newPerson();

/** The first person of the server is its superuser. The people of the tests are not. */
const test = base.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) =>
      withProduct(async (product) => {
        await createTestBrowser(product.url).register(chief);
        await use(product);
      }),
    { scope: 'worker' },
  ],
});

const titled = (title: string) => (title ? `${title} – Wortlaut` : 'Wortlaut');
const header = (page: Page) => page.getByRole('banner');
const id = '7b1f0c52-0000-4000-8000-000000000000';

/** Creates a session without a recording. */
async function createByApi(product: Product, token: string, title: string): Promise<string> {
  const response = await fetch(`${product.url}/api/v1/sessions/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ session: { title, language: 'de' } }),
  });
  return ((await response.json()) as { id: string }).id;
}

test('nobody is signed in: public screens open, all others lead over the sign-in and back to the same place', async ({
  page,
  product,
}) => {
  const person = newPerson();
  const { access_token: token } = await createTestBrowser(product.url).register(person);
  const session = await createByApi(product, token, 'Rat');

  const { auth, shell, home } = de;
  // What stands there when the screen leads nowhere else any more.
  const screens = [
    ['/', '', true, home.headline],
    ['/signin?error=permission', auth.signInTitle, false, auth.failure.permissionTitle],
    ['/register', auth.registerTitle, false, auth.firstName],
    ['/forgot-password', auth.forgotTitle, false, auth.forgotTitle],
    ['/reset', auth.reset.title, false, auth.reset.title],
    ['/confirm', auth.confirm.title, false, auth.confirm.title],
    ['/auth/callback', auth.signInTitle, false, auth.failure.missing_parameters],
    ['/no-such-screen', shell.notFound.title, true, shell.notFound.text],
  ] as const;
  for (const [path, title, hasHeader, text] of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(page).toHaveTitle(titled(title));
      await expect(header(page)).toHaveCount(hasHeader ? 1 : 0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }
  await page.goto('/');
  await expect(header(page).getByRole('link', { name: de.auth.signIn })).toBeVisible();
  await expect(page.locator('meta[name="apple-itunes-app"]')).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await scrollsSideways(page)).toBe(false);
  expect(await faultsInBoth(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  const kept = () => page.evaluate(() => sessionStorage.getItem('login_redirect_query'));
  for (const path of [
    '/library',
    `/library/${id}?tab=notes`,
    '/create',
    '/account',
    '/admin/domains?host=localhost&part=links',
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByLabel('E-Mail-Adresse')).toBeVisible();
      expect(await kept()).toBe(path);
    });
  }
  await page.goto(`/?message=${encodeURIComponent(`https://elsewhere.test/library/${session}?x=1`)}`);
  await signInAtForm(page, person);
  await page.waitForURL(`**/library/${session}`);
  await expect(page).toHaveTitle(titled('Rat'));
  await page.reload();
  await expect(page).toHaveTitle(titled('Rat'));
  expect(new URL(page.url()).pathname).toBe(`/library/${session}`);
});

test('somebody is signed in: each screen has its title and takes the focus; what is not for them leads to the library', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  const session = await createByApi(product, token, 'Rat');
  for (const path of ['/', '/signin', '/register', '/admin/domains']) {
    await page.goto(path);
    await page.waitForURL('**/library');
  }
  const screens = [
    ['/library', de.library.title],
    ['/create', de.create.title],
    ['/account', de.account.title],
    [`/library/${session}`, 'Rat'],
    [`/library/${id}`, de.session.notFound.title],
  ] as const;
  for (const [path, title] of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveTitle(titled(title));
      await expect(header(page)).toHaveCount(1);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    });
  }

  // A screen that the page itself opens takes the focus, and its title is spoken.
  await header(page).getByRole('link', { name: de.shell.home }).click();
  await expect(page).toHaveTitle(titled(de.library.title));
  await expect(page.locator('[aria-live=polite]').getByText(de.library.title, { exact: true })).toHaveCount(
    1,
  );
  await expect(page.getByRole('main')).toBeFocused();

  const led = [
    [`?deeplink=${encodeURIComponent(`wortlaut://open/library/${session}#x`)}`, `/library/${session}`],
    [`?message=${encodeURIComponent(`${product.url}/library/${session}`)}`, `/library/${session}`],
    [`?message=${encodeURIComponent('javascript:alert(document.domain)')}`, null],
    [`?deeplink=${encodeURIComponent('https://evil.test/library/../admin/domains')}`, null],
    [`?deeplink=${encodeURIComponent('//evil.test/library/%2e%2e%2fsignin')}`, null],
  ] as const;
  for (const [query, path] of led) {
    await test.step(query, async () => {
      await page.goto(`/create${query}`);
      await expect(page).toHaveTitle(titled(path ? 'Rat' : de.create.title));
      expect(new URL(page.url()).origin).toBe(product.url);
      expect(new URL(page.url()).pathname).toBe(path ?? '/create');
    });
  }
});

test('a superuser signs in at the link to the administration, and enters it', async ({ page }) => {
  await page.goto('/admin/domains');
  await signInAtForm(page, chief);
  await page.waitForURL('**/admin/domains**');
  await expect(page).toHaveTitle(new RegExp(`^${de.domain.title}.* – Wortlaut$`));
  await expect(header(page)).toHaveCount(1);
});

test('a profile that cannot be loaded leads to the sign-in, which says why; a page that is not ready in time reloads', async ({
  page,
  product,
}) => {
  await signedIn(page, product.url);
  let status = 0;
  await page.route('**/api/auth/me', (route) => {
    if (status === 0) return;
    return status === 200
      ? route.continue()
      : route.fulfill({ status, json: { detail: '', code: 'auth.forbidden', request_id: 'x' } });
  });
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));
  await page.goto('/library', { waitUntil: 'commit' });
  await expect.poll(() => loads).toHaveLength(2);
  status = 500;
  await page.goto('/library?search=rat');
  await expect(page.getByText(de.auth.failure.profile)).toBeVisible();
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, ...searchParams.values()]).toEqual(['/signin', 'profile', '/library?search=rat']);
  status = 200;
  await page.goto('/signin?error=profile&redirect=%2Flibrary%3Fsearch%3Drat');
  await page.waitForURL((url) => url.pathname === '/library' && url.search === '?search=rat');
  status = 403;
  await page.goto('/create');
  await expect(page.getByText(de.auth.failure.permissionTitle)).toBeVisible();
  const denied = new URL(page.url());
  expect([denied.pathname, denied.searchParams.get('error')]).toEqual(['/signin', 'permission']);
});

test('a language that is chosen holds at once, and on the next device before what that device says', async ({
  page,
  product,
  browser,
}) => {
  const person = newPerson();
  await page.goto('/');
  await page.getByRole('link', { name: de.home.start }).click();
  await page.getByRole('link', { name: de.auth.register }).click();
  await registerAtForm(page, person);
  await page.waitForURL('**/library');
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const saved = page.waitForResponse('**/api/user/config');
  await page.getByRole('button', { name: /Petra/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page).toHaveTitle(titled(en.library.title));
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  expect((await saved).ok()).toBe(true);
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('preferredLanguage'))).toBe('en');

  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'de-CH' });
  const other = await elsewhere.newPage();
  await other.goto('/library');
  await expect(other.locator('html')).toHaveAttribute('lang', 'de');
  await signInAtForm(other, person);
  await expect(other).toHaveTitle(titled(en.library.title));
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await elsewhere.close();
});

test('what the host names outside of the product is linked, and learns nothing of the session', async ({
  page,
  product,
}) => {
  const config = async (change: object) => {
    const answer = (await (await fetch(`${product.url}/api/v1/domain-config`)).json()) as { config: object };
    return { ...answer, config: { ...answer.config, ...change } };
  };
  const answer = await config({
    links: {
      chat_app: 'https://chat.example/',
      support_desk: 'https://desk.example/new?s={summary}&d={description}',
    },
    app_store: { app_id: '123456' },
    page_views: true,
  });
  await page.route('**/api/v1/domain-config', (route) => route.fulfill({ json: answer }));
  const views: string[] = [];
  await page.route('**/api/v1/page-views', (route) => {
    views.push(`${route.request().postData()} ${'authorization' in route.request().headers()}`);
    return route.fulfill({ status: 204 });
  });
  const { token } = await signedIn(page, product.url);
  const session = await createByApi(product, token, 'Geheimes Geschäft');
  const banner = page.locator('meta[name="apple-itunes-app"]');

  await page.goto('/library?search=Geheimes');
  await expect(banner).toHaveAttribute('content', `app-id=123456, app-argument=${product.url}/library`);
  await page.getByRole('link', { name: /Geheimes/ }).click();
  await expect(page).toHaveTitle(titled('Geheimes Geschäft'));
  await expect(banner).toHaveAttribute(
    'content',
    `app-id=123456, app-argument=${product.url}/library/${session}`,
  );
  await expect.poll(() => views).toEqual(['{"path":"/library"} false', '{"path":"/library/:id"} false']);

  await page.getByRole('button', { name: /Petra/ }).click();
  const chat = page.getByRole('menuitem', { name: de.user.chatApp });
  await expect(chat).toHaveAttribute('href', 'https://chat.example/');
  await expect(chat).toHaveAttribute('target', '_blank');
  await expect(chat).toHaveAttribute('rel', /noopener/);
  await page.keyboard.press('Escape');

  await page.goto('/create');
  const desk = page.getByRole('link', { name: de.template.link });
  await expect(desk).toHaveAttribute('target', '_blank');
  const { searchParams } = new URL((await desk.getAttribute('href'))!);
  expect(searchParams.get('s')).toBe(de.template.summary);
  expect(searchParams.get('d')).toContain(de.template.description.split('\n')[0]);
});
