import type { EditOp } from '#api/contract/edits.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { faultsOf } from './axe.ts';
import { longRecording, uploadByApi } from './by-api.ts';
import { createSession, fixtureText, signedIn, wordsOf } from './journey.ts';
import { expect, long, test, type Page } from './product.ts';
import { spokenFixture } from './spoken-fixture.ts';

const conversation = 'de_conversation.wav';

const isFinished = (page: Page) => expect(page.getByText('fertig', { exact: true }).first()).toBeVisible();

const transcribeAnew = async (page: Page) => {
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: 'Neu transkribieren …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Neu transkribieren', exact: true }).click();
};

test('who speaks is told; a name and a text that a person wrote stay when the session is transcribed anew', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  const { id, detail, patch } = await uploadByApi(product.url, token, longRecording(1));
  await page.goto(`/library/${id}`);
  await isFinished(page);
  const first = (await detail()).transcript!;
  expect(Object.keys(first.speakers)).toEqual(['A', 'B']);
  const turnsOf = (segments: readonly Segment[]) => segments.map(({ speaker, text }) => [speaker, text]);
  expect(turnsOf(first.segments), 'what other tests put there').toEqual(turnsOf(spokenFixture().segments));
  expect(wordsOf(first.segments.map(({ text }) => text).join(' '))).toBe(wordsOf(fixtureText(conversation)));

  const people = page.getByRole('list', { name: 'Wer spricht' });
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await people.getByRole('button', { name: 'Person B umbenennen' }).click();
  await page.getByLabel('Name der Person').fill('Frau Keller');
  await page.keyboard.press('Enter');
  await expect(people.getByRole('button', { name: 'Frau Keller umbenennen' })).toBeVisible();
  await expect.poll(async () => (await detail()).transcript?.speakers['B']?.name).toBe('Frau Keller');

  const [segment] = first.segments;
  const op: EditOp = { op: 'text', segment: segment!.id, text: `Von Hand: ${segment!.text}` };
  const { edits } = await detail();
  await patch({ edits: { base: edits, version: first.version, ops: [op] } });

  await transcribeAnew(page);
  await expect.poll(async () => (await detail()).transcript?.version).toBe(2);
  await isFinished(page);
  const second = (await detail()).transcript!;
  expect(second.speakers['B']?.name).toBe('Frau Keller');
  expect(second.segments[0]?.text).toBe(op.text);
  expect(second.unapplied).toEqual([]);
  await expect(people.getByRole('button', { name: 'Frau Keller umbenennen' })).toBeVisible();
  await expect(page.getByText('Von Hand:', { exact: false })).toBeVisible();

  expect(await faultsOf(page)).toEqual([]);
});

test(
  'a transcription is cancelled with a press, what is written stays, and another press goes on from there',
  long,
  async ({ page, product }) => {
    const times = 2;
    const { token } = await signedIn(page, product.url);
    const { id, detail } = await uploadByApi(product.url, token, longRecording(times));
    await page.goto(`/library/${id}`);
    await expect.poll(async () => (await detail()).transcript?.segments.length ?? 0).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Transkription abbrechen' }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen', exact: true });
    // The page asks for a confirmation only if it has shown text already.
    if (await confirm.isVisible().catch(() => false)) await confirm.click();
    await expect(page.getByText('Die Transkription wurde abgebrochen')).toBeVisible();
    const stopped = await detail();
    expect(stopped).toMatchObject({ status: 'error', reason: 'transcription.cancelled' });
    const kept = stopped.transcript!.segments;
    expect(kept.length).toBeGreaterThan(2);

    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await isFinished(page);
    const { segments, version } = (await detail()).transcript!;
    expect(version).toBe(1);
    expect(segments.slice(0, kept.length)).toEqual(kept);
    expect(wordsOf(segments.map(({ text }) => text).join(' '))).toBe(
      Array<string>(times)
        .fill(wordsOf(fixtureText(conversation)))
        .join(' '),
    );
  },
);

test('what is no audio ends with a sentence that says so, and stays there to be downloaded', async ({
  page,
  product,
}) => {
  const { token } = await signedIn(page, product.url);
  const letter = new Blob(['Sehr geehrte Damen und Herren, '.repeat(100)]);
  const { id, detail } = await uploadByApi(product.url, token, letter, 'brief.mp3');
  await page.goto(`/library/${id}`);
  await expect.poll(async () => (await detail()).status).toBe('error');
  expect((await detail()).reason).toBe('transcription.audio_unreadable');
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Ton herunterladen' }).click();
  expect(await (await download).failure()).toBeNull();
});

test(
  "another person's session can be neither processed, cancelled nor changed",
  long,
  async ({ page, product, browser }) => {
    await signedIn(page, product.url);
    const id = await createSession(page, 'Vertraulich');
    const other = await browser.newContext({ baseURL: product.url });
    const stranger = await other.newPage();
    const { token } = await signedIn(stranger, product.url);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked: [string, string, object?][] = [
      ['POST', '/process', { regenerate_transcript: true }],
      ['POST', '/cancel', {}],
      ['PATCH', '', { edits: { base: 0, version: 1, ops: [{ op: 'speaker', key: 'A', name: 'X' }] } }],
      ['GET', '/transcripts'],
    ];
    for (const [method, path, body] of asked) {
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const answer = await fetch(`${product.url}/api/v1/sessions/${id}${path}`, init);
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
    await other.close();
  },
);
