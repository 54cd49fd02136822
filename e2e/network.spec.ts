import { createSession, fixtureAudio, pickFile, signedIn } from './journey.ts';
import { expect, long, test } from './product.ts';

test('an upload whose connection breaks goes on by itself', long, async ({ page, product }) => {
  await signedIn(page, product.url);
  await createSession(page, 'Unterbrochen');
  let broken = 0;
  await page.route('**/api/v1/uploads/*', (route) => {
    if (route.request().method() !== 'PATCH' || broken >= 2) return route.continue();
    broken += 1;
    return route.abort('connectionreset');
  });
  await pickFile(page, fixtureAudio('de_1.wav'));
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
  await expect(page.getByText(/Die Verbindung ist unterbrochen\. Versuch \d in/)).toBeVisible();
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
  expect(broken).toBe(2);
});

test(
  'a device that is offline is told so, and the bar goes when the connection is back',
  long,
  async ({ page, product }) => {
    await signedIn(page, product.url);
    await page.goto('/library');
    await expect(page.getByRole('heading', { name: 'Noch keine Sitzungen' })).toBeVisible();
    const bar = page.getByRole('status', { name: 'Verbindung' });
    await page.context().setOffline(true);
    await expect(bar).toContainText(/offline/);
    await page.context().setOffline(false);
    await expect(bar).toBeEmpty();
  },
);

test(
  'a server that is gone for a while is told so, and the page goes on when it is back',
  long,
  async ({ page, product }) => {
    await signedIn(page, product.url);
    await createSession(page, 'Server fort');
    await page.goto('/library');
    await expect(page.getByRole('link', { name: /Server fort/ })).toBeVisible();
    const bar = page.getByRole('status', { name: 'Verbindung' });
    await product.kill();
    await page.getByRole('searchbox').fill('Server');
    await expect(bar).not.toBeEmpty();
    await product.start();
    await expect(bar).toBeEmpty();
    await page.getByRole('searchbox').fill('');
    await expect(page.getByRole('link', { name: /Server fort/ })).toBeVisible();
  },
);

test(
  'a part of the page that cannot be loaded while the server is away takes nothing else with it',
  long,
  async ({ page, product }) => {
    await signedIn(page, product.url);
    const goes = Promise.withResolvers<void>();
    let isAway = false;
    await page.route('**/assets/recording-strip-*.js', async (route) => {
      await goes.promise;
      return isAway ? route.abort('connectionrefused') : route.continue();
    });
    await page.route('**/api/**', (route) => (isAway ? route.abort('connectionrefused') : route.continue()));
    await page.goto('/create');
    const name = page.getByLabel('Name der Sitzung');
    await name.fill('Noch nirgends gespeichert');
    isAway = true;
    goes.resolve();
    const bar = page.getByRole('status', { name: 'Verbindung' });
    await expect(bar).not.toBeEmpty();
    isAway = false;
    await expect(bar).toBeEmpty();
    await expect(name).toHaveValue('Noch nirgends gespeichert');
  },
);

// The service worker loads missing parts by itself, and its requests cannot be intercepted.
test.describe('Without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a part of the page that did not come is told; what is typed stays until the person reloads', async ({
    page,
    product,
  }) => {
    await signedIn(page, product.url);
    let isMissing = true;
    await page.route('**/assets/recording-strip-*.js', (route) =>
      isMissing ? route.abort('connectionreset') : route.continue(),
    );
    await page.goto('/create');
    const name = page.getByLabel('Name der Sitzung');
    await name.fill('Noch nirgends gespeichert');
    const message = page.getByText('Ein Teil der Seite konnte nicht geladen werden.', { exact: false });
    await expect(message).toBeVisible();
    await expect(name).toHaveValue('Noch nirgends gespeichert');
    page.once('framenavigated', () => (isMissing = false));
    await page.getByRole('button', { name: 'Seite neu laden' }).click();
    await expect(name).toHaveValue('Neue Sitzung');
    const strips = () =>
      page.evaluate(() =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ name: address }) => address.includes('/recording-strip-') && address.endsWith('.js'))
          .map(({ responseStatus }) => responseStatus),
      );
    await expect.poll(strips).toContain(200);
    await expect(message).toBeHidden();
  });
});

test(
  'a token that the server refuses leads to the sign-in and back to the same place',
  long,
  async ({ page, product }) => {
    const { email, password } = await signedIn(page, product.url);
    const id = await createSession(page, 'Abgelaufen');
    await page.evaluate(() => {
      localStorage.setItem('access_token', 'not.a.token');
      localStorage.setItem('refresh_token', 'not-a-token-either');
    });
    await page.goto(`/library/${id}?tab=transcript`);
    await page.waitForURL(/\/signin/);
    await page.getByLabel('E-Mail-Adresse').fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.waitForURL(new RegExp(`/library/${id}`));
    await expect(page.getByRole('heading', { name: 'Abgelaufen' })).toBeVisible();
  },
);

test('a session is created, filled and sent by keyboard alone', async ({ page, product }) => {
  await signedIn(page, product.url);
  await page.goto('/create');
  await page.getByLabel('Name der Sitzung').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Nur Tasten');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  await page.getByRole('radio', { name: 'Datei hochladen' }).focus();
  await page.keyboard.press('Space');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Datei wählen' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(fixtureAudio('en_1.wav'));
  const send = page.getByRole('button', { name: 'Hochladen', exact: true });
  await expect(send).toBeEnabled();
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
  await page.getByRole('tab', { name: 'Transkript' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Sitzung' })).toHaveAttribute('aria-selected', 'true');
});
