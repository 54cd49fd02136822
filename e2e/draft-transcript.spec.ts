import type { SessionDetail } from '#api/contract/session.ts';
import { faultsInBoth, scrollsSideways } from './axe.ts';
import { longRecording, uploadByApi } from './by-api.ts';
import { positionOf, signedIn } from './journey.ts';
import { expect, test, type Page, long } from './product.ts';
import { spokenFixture } from './spoken-fixture.ts';

/** A draft of the conversation, repeated, with two wrong words at its beginning. */
function draftOf(times: number) {
  const { segments, lengthS } = spokenFixture();
  const heardAs = (text: string, segment: number): string => {
    if (segment === 0) return text.replace('Weber', 'Gerber');
    return segment === 2 ? text.replace('Montag', 'Mittag') : text;
  };
  const repeated = Array.from({ length: times }, (_, repeat) =>
    segments.map(({ start, end, words }, segment) => {
      const heard = words.map((word) => ({
        ...word,
        text: heardAs(word.text, repeat * segments.length + segment),
        start: word.start + repeat * lengthS,
        end: word.end + repeat * lengthS,
      }));
      const text = heard.map((word) => word.text).join(' ');
      return { start: start + repeat * lengthS, end: end + repeat * lengthS, text, words: heard };
    }),
  );
  return { engine: 'preview', model: 'whisper-tiny', language: 'de', segments: repeated.flat() };
}

const note = (page: Page) => page.getByText('ein Entwurf.', { exact: false });
const toggle = (page: Page) => page.getByRole('button', { name: /^Unterschiede zum Entwurf/ });
const marked = (page: Page) => page.locator('ins').allTextContents();

/**
 * Keeps the page in the state in which the transcription has replaced the beginning of the draft. The page's next request for the
 * session is answered when the server runs again, and all later ones get the same answer. Returns a function that ends this.
 */
async function holdHalfWritten(page: Page, id: string, started: Promise<void>): Promise<() => Promise<void>> {
  const address = new RegExp(`/api/v1/sessions/${id}(\\?.*)?$`);
  let held: SessionDetail | null = null;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    await started;
    const headers = { ...route.request().headers() };
    delete headers['if-none-match'];
    while (held === null) {
      const answer = (await (await route.fetch({ headers })).json()) as SessionDetail;
      const { transcript, status } = answer;
      if (status === 'completed') throw new Error('The transcription was over before it was seen.');
      if (transcript?.engine === 'fixture' && transcript.draft) held = answer;
    }
    await route.fulfill({ json: held });
  });
  return () => page.unroute(address);
}

test(
  'a draft waits for the model, is replaced line by line, and the words that differ are marked',
  long,
  async ({ page, product }) => {
    await product.stop();
    await product.start({ TRANSCRIPTION_MODEL: 'whisper-tiny' });
    const { token } = await signedIn(page, product.url);
    const times = 2;
    const draft = draftOf(times);
    const { id } = await uploadByApi(product.url, token, longRecording(times), 'sitzung.wav', { draft });
    await page.goto(`/library/${id}`);
    await expect(note(page)).toContainText('Ihr Gerät hat ihn mit dem Modell whisper-tiny geschrieben.');
    await expect(note(page)).toContainText('Die Transkription ersetzt ihn, sobald sie beginnen kann.');
    await expect(
      page.getByRole('group', { name: /^Entwurf\. Person A, 0:00: Guten Tag, Frau Gerber\.$/ }),
    ).toBeVisible();
    await page.getByText('Kopfschmerzen.').first().click();
    await expect.poll(() => positionOf(page)).toBeGreaterThan(6);
    // The list follows what is played, and its first rows would leave the page.
    await page.getByRole('button', { name: 'Anhalten', exact: true }).click();
    expect(await faultsInBoth(page)).toEqual([]);

    // From here on the page must not be reloaded.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await product.stop();
    const started = product.start();
    const letGo = await holdHalfWritten(page, id, started);
    await started;
    await expect(
      page.getByText('Das Ende dieses Textes ist noch ein Entwurf.', { exact: false }),
    ).toBeVisible();
    await expect(note(page)).toContainText('Er wird Zeile für Zeile durch die Transkription ersetzt.');
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => marked(page)).toEqual(['Weber.', 'Montag']);
    await expect(page.locator('ins').first()).toHaveAttribute('title', 'im Entwurf: Gerber.');
    await expect(page.getByText('Ab hier Entwurf')).toBeAttached();
    await page.getByText('Auch zeigen, was im Entwurf stand').click();
    expect(await faultsInBoth(page)).toEqual([]);

    await letGo();
    await expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();
    await expect(note(page)).toHaveCount(0);
    await expect(page.locator('[data-draft]')).toHaveCount(0);
    await expect(toggle(page)).toHaveAccessibleName('Unterschiede zum Entwurf 2');
    await expect.poll(() => marked(page)).toEqual(['Weber.', 'Montag']);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

    await page.reload();
    await expect(toggle(page)).toHaveAttribute('aria-pressed', 'false');
    expect(await marked(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 780 });
    await toggle(page).press('Enter');
    await expect.poll(() => marked(page)).toEqual(['Weber.', 'Montag']);
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByRole('button', { name: 'Mehr Werkzeuge' }).click();
    await page.getByRole('menuitemradio', { name: /Entwurf, whisper-tiny/ }).click();
    await expect(page.getByText('Guten Tag, Frau Gerber.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Zur neusten Fassung' })).toBeVisible();
  },
);

test('a draft stays when the transcription fails, and the way to try again is named', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  const letter = new Blob(['Sehr geehrte Damen und Herren, '.repeat(100)]);
  const draft = draftOf(1);
  const { id } = await uploadByApi(product.url, token, letter, 'brief.mp3', { draft });
  await page.goto(`/library/${id}`);
  await expect(note(page)).toContainText('Die Transkription ist fehlgeschlagen. Der Entwurf bleibt.');
  await expect(note(page)).toContainText('Mit «Erneut versuchen» starten Sie sie neu.');
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Guten Tag, Frau Gerber.')).toBeVisible();
  await page.getByRole('button', { name: 'Suchen und ersetzen' }).click();
  await page.getByRole('textbox', { name: 'Suchen nach' }).fill('Mittag');
  await expect(page.getByText('1 von 1')).toBeVisible();
});
