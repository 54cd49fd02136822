import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { EditsPatch } from '#api/contract/edits.ts';
import { applyEdits } from '#api/shared/transcript-edit/overlay.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Transcript, Unapplied } from '#api/contract/transcript.ts';
import { createStandingPlayer } from '#web/testing/standing-player.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { closeKeysDialog, keysDialog } from '#web/parts/keys/keys-dialog.state.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { segmentFixture, sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ToastRegion } from '#web/ui/toast.tsx';
import { setTimings } from '#web/lib/time.ts';
import { useSession } from '#web/parts/session/session.state.ts';
import { TranscriptTab } from './transcript-tab.tsx';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();
/** A new id for each test, because an editor outlives its screen for a while. */
let id = '';
const path = () => `/api/v1/sessions/${id}`;
const patchCall = () => `PATCH ${path()}`;

let player: Player;
let restore = () => {};
let server: SessionDetail;

beforeEach(async () => {
  await page.viewport(1280, 860);
  id = crypto.randomUUID();
  restore = setTimings({ sendEditsMs: 1, keepEditsMs: 1, sendEditsAtMostMs: 50 });
  player = createStandingPlayer();
});
afterEach(() => {
  player[Symbol.dispose]();
  restore();
  for (const { id } of toasts.toasts()) toasts.close(id);
});

const unapplied: Unapplied[] = ['u1', 'u2', 'u3', 'u4'].map((id, index) => ({
  id,
  kind: 'text',
  start: 60 * (index + 1),
  end: 60 * (index + 1) + 4,
  text: `Mein Text ${id}`,
  was: `Früher ${id}`,
}));
/** Segments 0, 1 and 3 are A's, 2 is B's. */
const conversation = (change: Partial<Transcript> = {}) =>
  transcriptFixture(4, {
    version: 2,
    speakers: { A: { name: 'Präsidentin' }, B: { name: '' } },
    segments: ['A', 'A', 'B', 'A'].map((speaker, index) => segmentFixture(index, { speaker })),
    ...change,
  });

function Live() {
  const { data } = useSession(id);
  return data ? <TranscriptTab session={data} player={player} /> : null;
}

function keep(body: unknown) {
  const { ops } = (body as { edits: EditsPatch }).edits;
  const changed = applyEdits(server.transcript as Transcript, ops);
  server = { ...server, edits: server.edits + ops.length, transcript: changed };
  return { edits: server.edits, version: 2, notes: { rev: 0 } };
}

async function show(transcript: Transcript, change: Partial<SessionDetail> = {}) {
  server = sessionFixture({ id, status: 'completed', duration: 16, edits: 3, transcript, ...change });
  api.on(`GET ${path()}`, () => server);
  api.on(`GET ${path()}/transcripts`, () => ({
    versions: [
      { version: 2, engine: 'fixture', created_at: '2026-11-21T10:00:00.000Z' },
      { version: 1, engine: 'dictation', created_at: '2026-11-20T10:00:00.000Z' },
    ].map((one) => ({ ...one, language: 'de', partial: false, segments: 4 })),
  }));
  api.on(patchCall(), keep);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  screen.show(
    <QueryClientProvider client={client}>
      {/* The margin of every screen. */}
      <div style={{ padding: 16 }}>
        <Live />
      </div>
      <ToastRegion queue={toasts} label="Meldungen" closeLabel="Schliessen" />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading').first()).toBeVisible();
}

const button = (name: string | RegExp) => page.getByRole('button', { name });
const patches = () =>
  api.calls
    .filter(({ call }) => call === patchCall())
    .map(({ body }) => (body as { edits: EditsPatch }).edits);
const headings = () =>
  page
    .getByRole('heading')
    .elements()
    .map((heading) => heading.textContent);

test('What one speaker says without another between stands under one heading, and who speaks stands above', async () => {
  await show(conversation());
  expect(headings()).toEqual(['Präsidentin', 'Person B', 'Präsidentin']);
  const people = page.getByRole('list', { name: de.transcript.speaker.list }).element();
  expect(people.textContent).toContain('75');
  expect(people.textContent).toMatch(/Präsidentin.*75.*der Redezeit.*Person B.*25.*der Redezeit/);
});

test('A name is changed by keyboard, everywhere at once, before the server has answered, and can be put back', async () => {
  await show(conversation());
  (button('Präsidentin umbenennen').first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Name der Person' })).toHaveFocus();
  let answer = () => {};
  const waits = new Promise<void>((resolve) => (answer = resolve));
  api.on(patchCall(), async (body) => {
    await waits;
    return keep(body);
  });
  await userEvent.keyboard('Frau Rey{Enter}');
  await eventually(() => expect(headings()).toEqual(['Frau Rey', 'Person B', 'Frau Rey']));
  await eventually(() => expect(patches()).toHaveLength(1));
  answer();
  expect(patches()[0]).toEqual({ base: 3, version: 2, ops: [{ op: 'speaker', key: 'A', name: 'Frau Rey' }] });
  await button('Rückgängig: Person umbenannt').click();
  await eventually(() => expect(headings()).toEqual(['Präsidentin', 'Person B', 'Präsidentin']));
  await eventually(() => expect(patches()[1]?.base).toBe(4));
});

test('Escape leaves a name as it was, and the focus returns to it', async () => {
  await show(conversation());
  const name = button('Person B umbenennen').first();
  await name.click();
  await userEvent.keyboard('Herr Meier{Escape}');
  await expect.element(name).toHaveFocus();
  expect(headings()[1]).toBe('Person B');
  expect(patches()).toEqual([]);
});

test('A turn is given to another speaker with all its segments, by keyboard', async () => {
  await show(conversation());
  (button(/^Beitrag von Präsidentin bei 0:00/).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitemradio', { name: 'Präsidentin' }).first()).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await eventually(() => expect(headings()).toEqual(['Person B', 'Präsidentin']));
  await eventually(() =>
    expect(patches()[0]?.ops).toEqual([
      { op: 'assign', segment: 's0', speaker: 'B' },
      { op: 'assign', segment: 's1', speaker: 'B' },
    ]),
  );
});

test('A turn can be given to somebody who was not there before', async () => {
  await show(conversation());
  await button(/^Beitrag von Person B/).click();
  await page.getByRole('menuitem', { name: 'Jemand Neuem' }).click();
  await eventually(() => expect(headings()[1]).toBe('Person C'));
  await eventually(() =>
    expect(patches()[0]?.ops).toEqual([
      { op: 'speaker', key: 'C', name: '' },
      { op: 'assign', segment: 's2', speaker: 'C' },
    ]),
  );
});

test('A doubtful text is underlined and says why: on focus, pointed at, and to screen readers', async () => {
  const reason = de.transcript.doubt.reason.no_speech;
  await show(
    conversation({
      segments: [segmentFixture(0), segmentFixture(1, { doubt: 'no_speech' }), segmentFixture(2)],
    }),
  );
  const sign = button(`Unsichere Stelle. ${reason}`);
  const shown = page.getByText(reason, { exact: true });
  await expect.element(shown).not.toBeVisible();
  (sign.element() as HTMLElement).focus();
  await expect.element(shown).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shown).not.toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await page.getByText('bewilligt').nth(1).hover();
  await expect.element(shown).toBeVisible();
});

test('Speech without text is named', async () => {
  await show(
    conversation({
      segments: [segmentFixture(0), segmentFixture(1, { text: '', words: [], doubt: 'missing' })],
    }),
  );
  await expect.element(page.getByText(`[${de.transcript.doubt.nothing}]`)).toBeVisible();
});

test('The version tells its engine and day; an older one is read and changed by nobody', async () => {
  await show(conversation());
  api.on(`GET ${path()}/transcripts/1`, () =>
    transcriptFixture(1, { segments: [segmentFixture(0, { text: 'So stand es zuerst.', words: [] })] }),
  );
  await button(/Fassung 2 · fixture · 21\. November 2026/).click();
  await page.getByRole('menuitemradio', { name: /Fassung 1 · Diktat · 20\. November 2026/ }).click();
  await expect.element(page.getByText('So stand es zuerst.')).toBeVisible();
  await expect.element(page.getByText(de.transcript.version.old)).toBeVisible();
  expect(page.getByRole('button', { name: /umbenennen/ }).elements()).toEqual([]);
  await button(de.transcript.version.back).click();
  await eventually(() => expect(headings()).toHaveLength(3));
});

test('On a phone who speaks is behind a button, and what is seldom wanted in a menu', async () => {
  await page.viewport(360, 740);
  await show(conversation());
  expect(page.getByRole('list', { name: de.transcript.speaker.list }).elements()).toEqual([]);
  const fold = button('2 Personen');
  await fold.click();
  await expect.element(page.getByRole('list', { name: de.transcript.speaker.list })).toBeVisible();
  await button('Person B umbenennen').first().click();
  await userEvent.keyboard('Herr Meier{Enter}');
  await eventually(() => expect(headings()[1]).toBe('Herr Meier'));
  await expect.element(button('Herr Meier umbenennen').first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(fold).toHaveFocus();
  expect(fold.element().getAttribute('aria-expanded')).toBe('false');
  await button(de.transcript.tools.more).click();
  await expect.element(page.getByRole('menuitemradio', { name: /Fassung 1 · Diktat/ })).toBeVisible();
  await page.getByRole('menuitem', { name: de.transcript.keys.open }).click();
  await eventually(() => expect(keysDialog.isOpen).toBe(true));
  closeKeysDialog();
});

test('An older version that cannot be loaded says so, and there is a way back', async () => {
  await show(conversation());
  await button(/Fassung 2/).click();
  await page.getByRole('menuitemradio', { name: /Fassung 1/ }).click();
  await expect.element(page.getByText(de.transcript.version.failed)).toBeVisible();
  await button(de.transcript.version.back).click();
  await eventually(() => expect(headings()).toHaveLength(3));
});

test('Changes that found no place are listed to hear, to copy and to tick off; ticking off can be undone', async () => {
  const restore = setTimings({ undoMs: 50 });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const played = vi.spyOn(player, 'playSpan').mockReturnValue();
  await show(conversation({ unapplied }));
  await expect.element(page.getByText('4 Änderungen fanden in dieser Fassung keinen Platz')).toBeVisible();
  expect(page.getByText('Mein Text u4').elements()).toEqual([]);
  await button('Alle 4 zeigen').click();
  await expect.element(page.getByText('Mein Text u4')).toBeVisible();
  await button('Stelle bei 2:00 anhören').click();
  expect(played).toHaveBeenCalledWith(120, 124);
  await button('Kopieren: Mein Text u1').click();
  expect(copied).toHaveBeenCalledWith('Mein Text u1');
  await button('Erledigt: Mein Text u1').click();
  await expect.element(page.getByText('3 Änderungen fanden in dieser Fassung keinen Platz')).toBeVisible();
  await eventually(() => expect(patches()[0]?.ops).toEqual([{ op: 'dismiss', unapplied: 'u1' }]));
  restore();
  await button('Erledigt: Mein Text u2').click();
  await expect.element(page.getByText('2 Änderungen fanden in dieser Fassung keinen Platz')).toBeVisible();
  await button('Rückgängig').last().click();
  await expect.element(page.getByText('3 Änderungen fanden in dieser Fassung keinen Platz')).toBeVisible();
  expect(patches()).toHaveLength(1);
});

test('Text that is being written says so at its end; what was stopped says that it is incomplete', async () => {
  await show(conversation({ partial: true }), { status: 'transcribing' });
  await expect.element(page.getByText(de.transcript.writing)).toBeVisible();
  screen.clear();
  await show(conversation({ partial: true }), { status: 'error', reason: 'transcription.cancelled' });
  await expect.element(page.getByText(de.transcript.stopped)).toBeVisible();
  expect(page.getByText(de.transcript.writing).elements()).toEqual([]);
});

test('A file that ended early is told above the text', async () => {
  await show(conversation(), { notice: 'cut_short' });
  await expect.element(page.getByText(de.transcript.cutShort.title)).toBeVisible();
});

test.each(['de', 'en', 'fr', 'it'])(
  'It is without faults for all and fits 390 px in %s',
  async (language) => {
    await page.viewport(390, 844);
    await screen.i18n.changeLanguage(language);
    const long = { A: { name: 'Gemeindepräsidentin Annemarie Müller-Schmid' }, B: { name: '' } };
    const segments = [segmentFixture(0), segmentFixture(1, { doubt: 'repetition' }), segmentFixture(2)];
    await show(conversation({ unapplied, speakers: long, segments }));
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  },
);
