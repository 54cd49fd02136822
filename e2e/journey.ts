import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenResponse } from '#api/contract/auth.ts';
import { createTestBrowser, type SignInForm, type SignUpForm } from '#api/testing/test-browser.ts';
import { expect, type Page } from './product.ts';

export const fixtureAudio = (name: string) => join(import.meta.dirname, '../models/fixture/audio', name);

const expected = JSON.parse(readFileSync(fixtureAudio('expected.json'), 'utf8')) as {
  file: string;
  text: string;
}[];

export const fixtureText = (file: string) => expected.find((entry) => entry.file === file)!.text;

export const recordings = process.env['AUDIO_DIR'] ?? null;

export const newPerson = (): SignUpForm => ({
  email: `person-${randomUUID()}@example.org`,
  password: 'ein langes Kennwort',
  given_name: 'Petra',
  family_name: 'Muster',
});

type SignedIn = SignUpForm & { token: string };

/** Registers a new person with the provider and gives the page their tokens. */
export async function signedIn(page: Page, url: string, language = 'de'): Promise<SignedIn> {
  const person = newPerson();
  const tokens = await createTestBrowser(url).register(person);
  await giveTokens(page, tokens, language);
  return { ...person, token: tokens.access_token };
}

type Kept = { person: SignUpForm; tokens: TokenResponse; atMs: number };
const kept = new Map<string, Kept>();
/**
 * Time for which tests share tokens, ms. A page renews tokens in the last 5 of their 15 minutes, and then other tests cannot
 * use them any more.
 */
const keptMs = 5 * 60_000;

/**
 * Signs in a person whom several tests of a server share. It is for tests that look at their own session only and do not sign
 * out.
 */
export async function signedInAgain(page: Page, url: string, language = 'de'): Promise<SignedIn> {
  let known = kept.get(url);
  if (!known || Date.now() - known.atMs > keptMs) {
    const person = newPerson();
    known = { person, tokens: await createTestBrowser(url).register(person), atMs: Date.now() };
    kept.set(url, known);
  }
  const { person, tokens, atMs } = known;
  await giveTokens(
    page,
    { ...tokens, expires_in: tokens.expires_in - Math.ceil((Date.now() - atMs) / 1000) },
    language,
  );
  return { ...person, token: tokens.access_token };
}

/** Stores tokens as a sign-in does, and that the tours were seen, once for each tab. Tours have a test of their own (`help.spec.ts`). */
async function giveTokens(page: Page, tokens: TokenResponse, language: string): Promise<void> {
  await page.addInitScript(
    ([access, refresh, expiresAt, preferred]) => {
      if (sessionStorage.getItem('seeded')) return;
      sessionStorage.setItem('seeded', 'once');
      localStorage.setItem('access_token', access!);
      localStorage.setItem('refresh_token', refresh!);
      localStorage.setItem('token_expires_at', expiresAt!);
      localStorage.setItem('preferredLanguage', preferred!);
      localStorage.setItem('seenTours', '["library","recording","session"]');
    },
    [tokens.access_token, tokens.refresh_token, String(Date.now() + tokens.expires_in * 1000), language],
  );
}

/** Fills the form of the registration, and sends it. */
export async function registerAtForm(page: Page, person: SignUpForm): Promise<void> {
  await page.getByLabel('Vorname').fill(person.given_name);
  await page.getByLabel('Nachname').fill(person.family_name);
  await page.getByLabel('E-Mail-Adresse').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
}

/** Fills the form of the sign-in, and sends it. */
export async function signInAtForm(page: Page, { email, password }: SignInForm): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

/** Returns the id of the session that the page shows. */
export const sessionIdOf = (page: Page): string => /library\/([0-9a-f-]+)/.exec(page.url())![1]!;

/** Creates a session through the page and stays on its upload view. */
export async function createSession(page: Page, title: string, language = 'Deutsch'): Promise<string> {
  await page.addInitScript(() => localStorage.setItem('seenTours', '["recording","session"]'));
  await page.goto('/create');
  await page.getByLabel('Name der Sitzung').fill(title);
  await page.getByRole('button', { name: /Gesprochene Sprache/ }).click();
  await page.getByRole('option', { name: language, exact: true }).click();
  await page.getByRole('button', { name: 'Sitzung erstellen' }).click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  await page.getByRole('radio', { name: 'Datei hochladen' }).click();
  await page.waitForURL(/mode=upload/);
  return sessionIdOf(page);
}

export const pickFile = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path);

/**
 * Chooses a file by its path, through CDP. Playwright copies a file to a browser that it has not started itself, which takes minutes
 * and is limited to 50 MB.
 */
export async function pickLargeFile(page: Page, path: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'input[type=file]',
  });
  await cdp.send('DOM.setFileInputFiles', { nodeId, files: [path] });
  await cdp.detach();
}

export async function sendAndAwaitTranscript(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hochladen', exact: true }).click();
  await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
}

/** Returns the words of a text in lower case, without punctuation, and without the times between segments. */
export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b\d+:\d\d\b/g, '')
    .replace(/[.,?!]/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');

/** Returns the position of the player, s, from the ruler's `aria-valuenow`. */
export const positionOf = async (page: Page): Promise<number> =>
  Number(await page.getByRole('slider', { name: /^Aufnahme/ }).getAttribute('aria-valuenow'));
