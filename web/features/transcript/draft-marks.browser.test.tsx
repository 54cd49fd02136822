import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { EditsPatch } from '#api/contract/edits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { applyEdits } from '#api/shared/transcript-edit/overlay.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { setTimings } from '#web/lib/time.ts';
import { refreshSession, useSession } from '#web/parts/session/session.state.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { segmentFixture, sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createStandingPlayer } from '#web/testing/standing-player.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { TranscriptTab } from './transcript-tab.tsx';

const screen = createTestScreen();
const api = createTestApi();
let id = '';
const path = () => `/api/v1/sessions/${id}`;
const draftPath = () => `GET ${path()}/transcripts/1`;
let server: SessionDetail;
let player: Player;
let client: QueryClient;
let restore = () => {};

beforeEach(async () => {
  await page.viewport(1280, 860);
  id = crypto.randomUUID();
  restore = setTimings({ sendEditsMs: 1, keepEditsMs: 1, sendEditsAtMostMs: 50 });
  player = createStandingPlayer();
});
afterEach(() => {
  player[Symbol.dispose]();
  restore();
  delete document.documentElement.dataset['theme'];
});

/** The draft: “Tag” in place of “Rat” in the first segment, and one word more in the second. */
const drafted = (index: number): Segment => {
  const segment = segmentFixture(index, { id: `d${index + 1}`, speaker: 'A' });
  const words = segment.words.flatMap((word) =>
    index === 0 && word.text === 'Rat'
      ? [{ ...word, text: 'Tag' }]
      : index === 1 && word.text === 'Kredit'
        ? [
            { ...word, text: 'grossen' },
            { ...word, start: word.start + 0.1 },
          ]
        : [word],
  );
  return { ...segment, words, text: words.map(({ text }) => text).join(' ') };
};
const draft: Transcript = {
  ...transcriptFixture(0, { version: 1, engine: 'preview', partial: true, speakers: { A: { name: '' } } }),
  segments: [0, 1, 2].map(drafted),
};
const marker = { engine: 'preview', model: 'whisper-tiny' } as const;
const onlyDraft: Transcript = { ...draft, draft: { ...marker, from: 'd1' } };
const begun: Transcript = {
  ...transcriptFixture(2, { version: 2, partial: true }),
  segments: [segmentFixture(0), segmentFixture(1), drafted(2)],
  draft: { ...marker, from: 'd3' },
};
const whole = transcriptFixture(3, { version: 2 });

function Live() {
  const { data } = useSession(id);
  return data ? <TranscriptTab session={data} player={player} /> : null;
}

async function show(transcript: Transcript, change: Partial<SessionDetail> = {}) {
  server = sessionFixture({ id, status: 'transcribing', duration: 12, transcript, ...change });
  api.on(`GET ${path()}`, () => server);
  api.on(`GET ${path()}/transcripts`, () => {
    const written = { version: 2, engine: 'fixture', model: '', created_at: '2026-11-24T10:01:00.000Z' };
    const drafts = {
      version: 1,
      engine: 'preview',
      model: 'whisper-tiny',
      created_at: '2026-11-24T10:00:00.000Z',
    };
    const versions = server.transcript?.engine === 'fixture' ? [written, drafts] : [drafts];
    return { versions: versions.map((one) => ({ ...one, language: 'de', partial: true, segments: 3 })) };
  });
  api.on(draftPath(), () => draft);
  api.on(`PATCH ${path()}`, (body) => {
    const { ops } = (body as { edits: EditsPatch }).edits;
    server = {
      ...server,
      edits: server.edits + ops.length,
      transcript: applyEdits(server.transcript as Transcript, ops),
    };
    return { edits: server.edits, version: 2, notes: { rev: 0 } };
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  screen.show(
    <QueryClientProvider client={client}>
      <div style={{ padding: 16 }}>
        <Live />
      </div>
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading').first()).toBeVisible();
}
const becomes = async (transcript: Transcript, change: Partial<SessionDetail> = {}) => {
  server = { ...server, transcript, ...change };
  await refreshSession(client, id);
};

const texts = (selector: string) =>
  [...screen.host.querySelectorAll(selector)].map(({ textContent }) => textContent);
const toggle = () => page.getByRole('button', { name: /^Unterschiede zum Entwurf/ });
const goneWords = () =>
  [...screen.host.querySelectorAll<HTMLElement>('del')]
    .filter((one) => one.getClientRects().length > 0)
    .map((one) => getComputedStyle(one, '::before').content);
// The box itself is hidden under its label.
const showGone = () => page.getByText('Auch zeigen, was im Entwurf stand').click();
const draftFetches = () => api.calls.filter(({ call }) => call === draftPath()).length;

test('A draft says that it is one, who wrote it and what comes next; no part of it is fetched again', async () => {
  await show(onlyDraft, { status: 'pending', reason: 'transcription.model_missing' });
  const note = page.getByText('Dieser Text ist ein Entwurf.', { exact: false });
  const noteSays = (words: string) => eventually(() => expect(note.element().textContent).toContain(words));
  await expect
    .element(note)
    .toHaveTextContent(
      'Dieser Text ist ein Entwurf. Ihr Gerät hat ihn mit dem Modell whisper-tiny geschrieben. Die Transkription ersetzt ihn, sobald sie beginnen kann.',
    );
  await expect.element(page.getByRole('group', { name: /^Entwurf\. Person A, 0:00: Der Tag/ })).toBeVisible();
  expect(screen.host.querySelectorAll('[data-draft]')).toHaveLength(3);
  expect(toggle().query()).toBeNull();
  expect(draftFetches()).toBe(0);
  await expect.element(page.getByText('Fassung 1 · Entwurf, whisper-tiny', { exact: false })).toBeVisible();
  await becomes(onlyDraft, { status: 'error', reason: 'transcription.failed' });
  await noteSays('Die Transkription ist fehlgeschlagen. Der Entwurf bleibt.');
  await becomes(onlyDraft, { status: 'error', reason: 'transcription.cancelled' });
  await noteSays('Die Transkription wurde abgebrochen. Der Entwurf bleibt.');
  await becomes(onlyDraft, { status: 'transcribing', reason: null });
  await noteSays('Er wird Zeile für Zeile durch die Transkription ersetzt.');
});

test('The draft of a dictation says that the browser has written it', async () => {
  await show({
    ...onlyDraft,
    engine: 'dictation',
    draft: { engine: 'dictation', model: '', from: 'd1' },
    segments: draft.segments.map((segment) => ({ ...segment, words: [] })),
  });
  await expect
    .element(page.getByText('Die Spracherkennung des Browsers hat ihn geschrieben.', { exact: false }))
    .toBeVisible();
  expect(screen.host.querySelectorAll('[data-word]')).toHaveLength(0);
});

test('A word of a draft plays where it was said', async () => {
  await show(onlyDraft);
  await page.getByText('Tag').click();
  expect(player.position()).toBe(0.5);
});

test('The transcription replaces the draft line by line, and the words that differ are marked', async () => {
  await show(onlyDraft);
  expect(texts('ins')).toEqual([]);
  await becomes(begun);
  await eventually(() => expect(texts('ins')).toEqual(['Rat']));
  expect(screen.host.querySelector('ins')?.title).toBe('im Entwurf: Tag');
  expect(screen.host.querySelectorAll('[data-draft]')).toHaveLength(1);
  await expect.element(page.getByText('Ab hier Entwurf')).toBeVisible();
  await expect
    .element(page.getByText('Das Ende dieses Textes ist noch ein Entwurf.', { exact: false }))
    .toBeVisible();
  await expect.element(toggle()).toHaveAccessibleName('Unterschiede zum Entwurf 2');
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'true');
  expect(goneWords()).toEqual([]);
  await showGone();
  expect(goneWords()).toEqual(['"Tag"', '"grossen"']);
  await becomes(whole, { status: 'completed' });
  await eventually(() => expect(screen.host.querySelectorAll('[data-draft]')).toHaveLength(0));
  expect(texts('ins')).toEqual(['Rat']);
  await expect.element(page.getByText('ein Entwurf.', { exact: false })).not.toBeInTheDocument();
  expect(draftFetches()).toBe(1);
});

test('In a later visit the differences are off, and the keyboard switches them on', async () => {
  await show(whole, { status: 'completed' });
  await expect.element(toggle()).toHaveAttribute('aria-pressed', 'false');
  expect(draftFetches()).toBe(0);
  (toggle().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(texts('ins')).toEqual(['Rat']));
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(texts('ins')).toEqual([]));
});

test('A mark goes from a word that a person has written, and the others stay', async () => {
  await show(onlyDraft);
  await becomes(begun);
  await eventually(() => expect(texts('ins')).toEqual(['Rat']));
  await page.getByText('bewilligt').first().dblClick();
  const field = page.getByRole('textbox', { name: /bei 0:00$/ });
  await field.fill('Der Stadtrat bewilligt den Kredit für das Schulhaus.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Stadtrat')).toBeVisible();
  expect(texts('ins')).toEqual([]);
  await page.getByRole('button', { name: 'Rückgängig: Text geändert' }).click();
  await eventually(() => expect(texts('ins')).toEqual(['Rat']));
});

test('Places in a text are right with the words of the draft in it', async () => {
  await show(onlyDraft);
  await becomes(begun);
  await eventually(() => expect(texts('ins')).toEqual(['Rat']));
  await showGone();
  expect(goneWords()).toHaveLength(2);
  await page.getByText('Schulhaus.').first().dblClick();
  const field = page.getByRole('textbox', { name: /bei 0:00$/ });
  await expect.element(field).toHaveFocus();
  const { selectionStart, value } = field.element() as HTMLTextAreaElement;
  expect(value.slice(0, selectionStart)).toMatch(/^Der Rat bewilligt den Kredit für das Sch?/);
});

test('A draft that cannot be fetched says so and is fetched again', async () => {
  await show(whole, { status: 'completed' });
  api.on(draftPath(), () => refusal(503, 'server.unavailable'));
  await toggle().click();
  await expect.element(page.getByText('Der Entwurf konnte nicht geladen werden')).toBeVisible();
  api.on(draftPath(), () => draft);
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await eventually(() => expect(texts('ins')).toEqual(['Rat']));
});

test('Nothing is hard to use: light, dark, and as narrow as a phone', async () => {
  await show(onlyDraft);
  await becomes(begun);
  await eventually(() => expect(texts('ins')).toEqual(['Rat']));
  await showGone();
  for (const [widthPx, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.viewport(widthPx, 860);
    document.documentElement.dataset['theme'] = scheme;
    await eventually(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(widthPx));
    expect(await accessibilityFaults(screen.host), `${widthPx} ${scheme}`).toEqual([]);
  }
});
