/** A person cares for the own account: the link of a mail, the sign-ins, the end. With a real mail server. */
import { TOTP } from 'otpauth';
import { startSmtpServer, type SmtpServerProcess } from '#api/testing/smtp/smtp-server.ts';
import { createTestBrowser } from '#api/testing/test-browser.ts';
import { faultsInBoth } from './axe.ts';
import { newPerson, signedIn } from './journey.ts';
import { expect, test as base, withProduct, type Page, type Product } from './product.ts';

const test = base.extend<object, { smtp: SmtpServerProcess; product: Product }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const smtp = await startSmtpServer();
      await use(smtp);
      await smtp.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ smtp }, use) => {
      const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Wortlaut <noreply@example.org>' };
      // The first account of a server is a superuser, who may not close it as the last one.
      await withProduct(async (product) => {
        await createTestBrowser(product.url).register(newPerson());
        await use(product);
      }, mail);
    },
    { scope: 'worker' },
  ],
});

const newPassword = 'ein ganz anderes Kennwort';

/** Waits for the mail to a person that has a link, and returns the link. */
async function linkTo(smtp: SmtpServerProcess, email: string, path: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mine = smtp.taken.filter(({ to }) => to.includes(email));
      const texts = await Promise.all(mine.map(async (taken) => (await smtp.read(taken)).text ?? ''));
      link = texts.map((text) => new RegExp(`http\\S+${path}#[\\w-]{43}`).exec(text)?.[0]).find(Boolean);
      return link;
    })
    .toBeDefined();
  return link!;
}

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.waitForURL('**/library');
}

test('a forgotten password is set anew by the link of a mail', async ({ page, product, smtp }) => {
  const person = newPerson();
  await createTestBrowser(product.url).register(person);
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  // The form of the sign-in has a field of the same name, and stays until this screen is loaded.
  await expect(page.getByRole('heading', { name: 'Passwort vergessen' })).toBeVisible();
  await page.getByLabel('E-Mail-Adresse').fill(person.email);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await expect(page.getByText('Sehen Sie in Ihr Postfach')).toBeVisible();
  const link = await linkTo(smtp, person.email, '/reset');
  await page.goto(link);
  await page.getByLabel('Neues Passwort').fill(newPassword);
  await expect(page).toHaveURL(`${product.url}/reset`);
  expect(await faultsInBoth(page)).toEqual([]);
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(page.getByText('Das neue Passwort gilt')).toBeVisible();
  await page.getByRole('link', { name: 'Anmelden', exact: true }).click();
  await page.waitForURL(/interaction=/);
  await signIn(page, person.email, newPassword);
  await page.goto(link);
  await page.getByLabel('Neues Passwort').fill('noch ein anderes Kennwort');
  await page.getByRole('button', { name: 'Passwort setzen' }).click();
  await expect(page.getByText('Dieser Link gilt nicht', { exact: true })).toBeVisible();
});

test('an address is confirmed, the password changed, and all sign-ins are ended', async ({
  page,
  product,
  smtp,
}) => {
  const person = await signedIn(page, product.url);
  await createTestBrowser(product.url).signIn(person);
  await page.goto('/library');
  await page.getByRole('button', { name: /Petra/ }).click();
  await page.getByRole('menuitem', { name: 'Konto' }).click();
  const rows = page.getByRole('list', { name: 'Wo Sie angemeldet sind' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Bestätigung senden' }).click();
  await expect(page.getByText('Der Link ist unterwegs.', { exact: false })).toBeVisible();
  expect(await faultsInBoth(page)).toEqual([]);
  await page.goto(await linkTo(smtp, person.email, '/confirm'));
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click();
  await page.getByRole('link', { name: 'Zu meinem Konto' }).click();
  await expect(page.getByText('Diese Adresse ist bestätigt.')).toBeVisible();

  await page.getByLabel('Jetziges Passwort').fill(person.password);
  await page.getByLabel('Neues Passwort').fill(newPassword);
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(page.getByText('Das neue Passwort gilt.', { exact: false })).toBeVisible();
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('dieses Gerät');

  const access = await page.evaluate(() => localStorage.getItem('access_token'));
  await page.getByRole('button', { name: 'Überall abmelden' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Überall abmelden' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const headers = { authorization: `Bearer ${access}` };
  expect((await page.request.get('/api/auth/me', { headers })).status()).toBe(401);
});

/** Leaves nothing of a sign-in in the browser, and types the password anew. */
async function passwordAgain(page: Page, { email, password }: { email: string; password: string }) {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signin');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByText('Das Passwort stimmt.', { exact: false })).toBeVisible();
}

test('a second factor is switched on with an app, a passkey is added, each signs in, and it is switched off', async ({
  page,
  product,
}) => {
  const person = await signedIn(page, product.url);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const password = () => page.getByRole('dialog').getByLabel('Passwort', { exact: true });
  await page.goto('/account');
  await press('App einrichten …');
  await password().fill(person.password);
  await press('Weiter');
  const setup = page.getByRole('alertdialog');
  await expect(setup.getByRole('img')).toBeVisible();
  const secret = (await setup.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()) ?? '';
  const codeAt = (ms: number) => new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: ms });
  expect(await faultsInBoth(page)).toEqual([]);
  const atMs = Date.now();
  await setup.getByLabel('Code der App').fill(codeAt(atMs));
  await press('App benutzen');
  const codes = setup.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [code = ''] = await codes.allTextContents();
  expect(await faultsInBoth(page)).toEqual([]);
  await setup.getByText('Ich habe die Codes aufbewahrt.').click();
  await press('Fertig');
  await expect(page.getByText('Der zweite Faktor ist eingeschaltet.')).toBeVisible();

  await passwordAgain(page, person);
  expect(await faultsInBoth(page)).toEqual([]);
  // The code that confirmed the app is used up. The next one may come from a clock that is a step ahead.
  await page.getByRole('textbox', { name: 'Code der App' }).fill(codeAt(Math.max(Date.now(), atMs + 30_000)));
  await press('Anmelden');
  await page.waitForURL('**/library');

  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/account');
  await press('Passkey hinzufügen …');
  await password().fill(person.password);
  await page.getByRole('dialog').getByText('Wiederherstellungscode', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Wiederherstellungscode' }).fill(code.toUpperCase());
  await press('Weiter');
  await page.getByLabel('Name des Passkeys').fill('Laptop');
  await press('Passkey erstellen');
  await expect(page.getByText('Passkey «Laptop»')).toBeVisible();
  await expect(page.getByText('noch 9 Codes')).toBeVisible();

  await passwordAgain(page, person);
  await press('Anmelden');
  await page.waitForURL('**/library');
  await page.goto('/account');
  await press('Ausschalten …');
  await password().fill(person.password);
  await press('Ausschalten');
  await expect(page.getByText('Der zweite Faktor ist nicht eingeschaltet.')).toBeVisible();
  await createTestBrowser(product.url).signIn(person);
});

test('an account is closed with the password, and nobody can sign in to it any more', async ({
  page,
  product,
}) => {
  const person = await signedIn(page, product.url);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Konto schliessen …' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Ja, alle meine Daten sollen gelöscht werden.').click();
  await dialog.getByLabel('Passwort', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Endgültig schliessen' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByText('Ihr Konto ist geschlossen', { exact: false })).toBeVisible();
  await expect(createTestBrowser(product.url).signIn(person)).rejects.toThrow('auth.credentials_wrong');
});
