import { readFileSync } from 'node:fs';
import { startSmtpServer, type SmtpServerProcess } from '#api/testing/smtp/smtp-server.ts';
import { faultsInBoth } from './axe.ts';
import { signedInAgain } from './journey.ts';
import { expect, long, test as base, withProduct, type Page, type Product } from './product.ts';
import { seedSession } from './seed-session.ts';
import { spokenFixture } from './spoken-fixture.ts';

const test = base.extend<object, { smtp: SmtpServerProcess; product: Product }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const smtp = await startSmtpServer({ refused: ['fremd@example.org'] });
      await use(smtp);
      await smtp.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ smtp }, use) => {
      const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Wortlaut <noreply@example.org>' };
      await withProduct(use, mail);
    },
    { scope: 'worker' },
  ],
});

async function withSession(page: Page, product: Product) {
  const person = await signedInAgain(page, product.url);
  const { id } = await seedSession(product, person.token, {
    title: 'Gemeinderat «Zürich»',
    spoken: spokenFixture('de_1.wav'),
    notes: '# Kredit\n\nBewilligt.',
  });
  await page.goto(`/library/${id}`);
  return person;
}

/** Confirms the address of a person by the link of a mail. Whoever shares by e-mail needs that. */
async function confirmAddress({ url }: Product, token: string, smtp: SmtpServerProcess): Promise<void> {
  const post = (path: string, body: object = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await post('/api/v1/user/confirm-address')).status).toBe(204);
  const { text = '' } = await smtp.read(smtp.taken.at(-1)!);
  const secret = /\/confirm#([\w-]{43})/.exec(text)?.[1];
  expect((await post('/api/auth/confirm', { token: secret })).status).toBe(204);
}

async function openDialog(page: Page, action: string) {
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: action }).click();
  return page.getByRole('dialog');
}

const dialogs = { within: '[role=dialog]' };

test('a document is saved under the name of the server, and the choice is kept', async ({
  page,
  product,
}) => {
  await withSession(page, product);
  const dialog = await openDialog(page, 'Dokument herunterladen …');
  await expect(dialog.getByRole('radio', { name: 'Transkript' })).toBeChecked();
  expect(await faultsInBoth(page, dialogs)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Herunterladen' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Gemeinderat «Zürich»_\d{6}-\d{6}_transcript\.pdf$/);
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.length).toBeGreaterThan(2_000);
  await expect(dialog.getByText(`Gespeichert als ${download.suggestedFilename()}`)).toBeVisible();

  await dialog.getByText('Notizen').click();
  await dialog.getByText('Word (DOCX)').click();
  const second = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await second).suggestedFilename()).toMatch(/_notes\.docx$/);
  await page.keyboard.press('Escape');
  await page.reload();
  const again = await openDialog(page, 'Dokument herunterladen …');
  await expect(again.getByRole('radio', { name: 'Notizen' })).toBeChecked();
});

test(
  'with a mail server, the page for a forgotten password does not say that mail is missing',
  long,
  async ({ page }) => {
    await page.goto('/forgot-password');
    await expect(page.getByText('Dieser Server sendet keine Links')).toBeVisible();
    await expect(page.getByText(/Mailversand/)).toHaveCount(0);
  },
);

test(
  'documents are shared by e-mail as shown before, and without a mail server by a prepared message',
  long,
  async ({ page, product, smtp }) => {
    const { token, email } = await withSession(page, product);
    await confirmAddress(product, token, smtp);
    await page.reload();
    const dialog = await openDialog(page, 'Per E-Mail teilen …');
    await dialog.getByRole('textbox', { name: 'Empfänger' }).fill('anna@example.org; fremd@example.org');
    await dialog.getByText('Notizen').click();
    await dialog.getByRole('textbox', { name: /Nachricht/ }).fill('Bis bald');
    expect(await faultsInBoth(page, dialogs)).toEqual([]);
    await dialog.getByRole('button', { name: 'Weiter zur Vorschau' }).click();
    await expect(dialog.getByRole('heading', { name: 'Das wird gesendet' })).toBeFocused();
    expect(await faultsInBoth(page, dialogs)).toEqual([]);
    const names = await dialog.locator('li').allInnerTexts();
    expect(names).toHaveLength(2);
    await dialog.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
    await expect(dialog.getByRole('heading', { name: 'An 1 Empfänger gesendet' })).toBeVisible();
    await expect(dialog.getByText('fremd@example.org')).toBeVisible();
    const mail = await smtp.read(smtp.taken.at(-1)!);
    expect(mail.to).toMatchObject([{ address: 'anna@example.org' }]);
    expect(mail.replyTo).toMatchObject([{ address: email }]);
    expect(mail.subject).toBe('Unterlagen: Gemeinderat «Zürich»');
    expect(mail.text).toContain('Bis bald');
    for (const [index, { filename, content }] of mail.attachments.entries()) {
      expect(names[index]).toContain(filename);
      expect(
        Buffer.from(content as ArrayBuffer)
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    await dialog.getByRole('button', { name: 'Schliessen' }).click();

    await product.stop();
    await product.start({ SMTP_URL: '', MAIL_FROM: '' });
    await page.reload();
    const own = await openDialog(page, 'Per E-Mail teilen …');
    await expect(own.getByText('E-Mail ist auf diesem Server nicht eingerichtet')).toBeVisible();
    await own.getByRole('button', { name: 'Weiter' }).click();
    const link = own.getByRole('link', { name: 'E-Mail-Programm öffnen' });
    await expect(link).toHaveAttribute('href', /^mailto:\?subject=Transkript.*&body=Guten%20Tag/);
    expect(await faultsInBoth(page, dialogs)).toEqual([]);
    const downloading = page.waitForEvent('download');
    await own.getByRole('button', { name: /transcript\.pdf herunterladen/ }).click();
    expect((await downloading).suggestedFilename()).toMatch(/_transcript\.pdf$/);
  },
);
