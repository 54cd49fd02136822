/**
 * Data on the server and in a browser profile that an older version wrote, with work that is not finished, go on in this
 * version without loss. `UPGRADE_FROM` names the commit of the older version.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionDetail } from '#api/contract/session.ts';
import { longRecording, uploadByApi } from './by-api.ts';
import { createChromium } from './chromium.ts';
import { newPerson, pickLargeFile, sessionIdOf } from './journey.ts';
import { playedSpeech } from './microphone.ts';
import { olderCheckout } from './older-checkout.ts';
import { createProduct, disposeProduct } from './product.ts';
import {
  button,
  compareStoredAudio,
  expect,
  expectWhole,
  recordFor,
  signInTab,
  startRecording,
  test,
  type Page,
} from './recording.ts';
import { tempFolder } from './temp-folder.ts';

const tokenOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('access_token')))!;

const bytesOf = async (url: string, token: string): Promise<{ offset: number; length: number | null }[]> => {
  const response = await fetch(`${url}/api/v1/uploads`, { headers: { authorization: `Bearer ${token}` } });
  const { uploads } = (await response.json()) as {
    uploads: { mode: string; offset: number; declared_length: number | null }[];
  };
  return uploads
    .filter(({ mode }) => mode === 'upload')
    .map(({ offset, declared_length: length }) => ({ offset, length }));
};

/** Starts an upload through the page. Only its first part arrives. */
async function startUpload(page: Page, url: string): Promise<string> {
  const path = join(tempFolder(), 'lang.wav');
  writeFileSync(path, Buffer.from(await longRecording(45).arrayBuffer()));
  await page.goto(`${url}/create`);
  await page.getByLabel('Name der Sitzung').fill('Halb gesendet');
  await button(page, 'Sitzung erstellen').click();
  await page.waitForURL(/\/library\/[0-9a-f-]+/);
  await page.getByRole('radio', { name: 'Datei hochladen' }).click();
  await page.waitForURL(/mode=upload/);
  let parts = 0;
  await page.route('**/api/v1/uploads/*', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    parts += 1;
    return parts === 1 ? route.continue() : route.abort('connectionreset');
  });
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  await pickLargeFile(page, path);
  await button(page, 'Hochladen').click();
  return sessionIdOf(page);
}

const turn = (page: Page, index: number) => page.locator('[data-turn]').nth(index);
const notesField = (page: Page) => page.getByRole('textbox', { name: 'Notizen zur Sitzung' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test(
  'a recording, an upload, notes, an edit and a transcription that an older version began are finished by this one',
  { tag: '@upgrade' },
  async () => {
    test.setTimeout(1_200_000);
    const product = await createProduct({}, olderCheckout());
    const chromium = createChromium(playedSpeech().path);
    const person = { ...newPerson(), isNew: true };
    const openTab = async () => {
      const page = await chromium.open();
      await signInTab(page, product.url, person);
      return page;
    };
    try {
      // The older version.
      const text = await openTab();
      let token = await tokenOf(text);
      const detailOf = async (id: string): Promise<SessionDetail> => {
        const headers = { authorization: `Bearer ${token}` };
        return (await (
          await fetch(`${product.url}/api/v1/sessions/${id}`, { headers })
        ).json()) as SessionDetail;
      };
      const whole = await uploadByApi(product.url, token, longRecording(1));
      await expect.poll(async () => (await detailOf(whole.id)).status).toBe('completed');

      const upload = await openTab();
      const uploadId = await startUpload(upload, product.url);
      await expect.poll(async () => (await bytesOf(product.url, token))[0]?.offset ?? 0).toBeGreaterThan(0);

      const recording = await openTab();
      const recordingId = await startRecording(recording, product, 'Im alten Stand begonnen');
      await recordFor(recording, 8);

      await text.goto(`${product.url}/library/${whole.id}`);
      await turn(text, 0).waitFor();
      await tab(text, 'Notizen').click();
      await notesField(text).waitFor();

      const running = await uploadByApi(product.url, token, longRecording(8));
      const segments = async () => (await detailOf(running.id)).transcript?.segments.length ?? 0;
      await expect.poll(segments).toBeGreaterThan(3);
      const before = await detailOf(running.id);
      expect(before.status).toBe('transcribing');
      await product.kill();

      await notesField(text).pressSequentially('Notiz ohne Leitung');
      await tab(text, 'Transkript').click();
      await turn(text, 0).focus();
      await text.keyboard.press('Enter');
      await text.keyboard.press('End');
      await text.keyboard.type(' im alten Stand geschrieben', { delay: 20 });
      await text.waitForTimeout(2_000);
      await recordFor(recording, 12);
      await chromium.kill();

      // This version.
      await product.start();
      const page = await openTab();
      // A token of the older version may not name its sign-in. The page renews it.
      token = await tokenOf(page);
      const { offset, length } = (await bytesOf(product.url, token))[0]!;
      expect(offset).toBeLessThan(length!);
      await page.goto(`${product.url}/library`);
      await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeVisible();
      await button(page, 'Hochladen').click();
      await expect(page.getByText('Eine Aufnahme liegt noch auf diesem Gerät')).toBeHidden();
      const stored = await compareStoredAudio(page, product, recordingId);
      expectWhole(stored);
      expect(stored.lengthS).toBeGreaterThan(11);

      await page.goto(`${product.url}/library/${whole.id}`);
      await expect(turn(page, 0)).toContainText('im alten Stand geschrieben');
      await tab(page, 'Notizen').click();
      await expect(notesField(page)).toHaveValue(/Notiz ohne Leitung/);
      await expect
        .poll(async () => (await detailOf(whole.id)).transcript!.segments[0]!.text)
        .toContain('im alten Stand geschrieben');
      await expect.poll(async () => (await detailOf(whole.id)).notes.text).toContain('Notiz ohne Leitung');

      await page.goto(`${product.url}/library/${uploadId}?mode=upload`);
      await button(page, 'Weiterarbeiten').click();
      await button(page, 'Hochladen').click();
      await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible({ timeout: 400_000 });

      await expect
        .poll(async () => (await detailOf(running.id)).status, { timeout: 300_000 })
        .toBe('completed');
      const after = await detailOf(running.id);
      const kept = before.transcript!.segments;
      expect(after.transcript!.segments.slice(0, kept.length)).toEqual(kept);
    } finally {
      await chromium.dispose();
      await disposeProduct(product);
    }
  },
);
