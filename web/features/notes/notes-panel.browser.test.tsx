import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { tokens } from '#web/lib/http.ts';
import { setTimings } from '#web/lib/time.ts';
import { rememberPerson } from '#web/lib/token-subject.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { createNotesStore } from './notes-store.ts';
import { NotesTab } from './notes-tab.tsx';
import { openNotes } from './use-notes.ts';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();
const store = createNotesStore();
const key = { user: 'u1', session: 's1', tab: 'gone' };
const left = () => store.list('u1', 's1');

let restore: () => void;
beforeEach(async () => {
  restore = setTimings({ saveNotesMs: 50 });
  localStorage.removeItem('notesView');
  await store.write({ remove: await left() });
  await page.viewport(1280, 800);
});
afterEach(() => {
  screen.clear();
  openNotes.closeUnseen();
  restore();
});

const markers = [
  { at: 61.5, kind: 'user' as const, code: '', text: '' },
  { at: 90, kind: 'warning' as const, code: 'capture.too_quiet', text: '' },
  { at: 754, kind: 'user' as const, code: '', text: 'Abstimmung' },
];

const session = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({
    status: 'completed',
    duration: 9000,
    markers,
    notes: { text: 'Kredit', rev: 1 },
    ...change,
  });

let saved: unknown[] = [];
function acceptNotes(of = session()) {
  saved = [];
  let rev = of.notes.rev;
  api.on('PATCH /api/v1/sessions/s1', (body) => {
    const { text } = (body as { notes: { text: string } }).notes;
    saved.push(text);
    rev += 1;
    return { ...of, edits: 0, version: null, notes: { text, rev } };
  });
}

function show(of = session(), { isAside = false } = {}) {
  acceptNotes(of);
  const player = {
    seek: vi.fn<(timeS: number) => void>(),
    play: vi.fn<() => void>(),
    slow: vi.fn<() => void>(),
    position: () => 125.7,
  };
  screen.show(
    <QueryClientProvider client={new QueryClient()}>
      <NotesTab session={of} player={player as unknown as Player} isAside={isAside} />
    </QueryClientProvider>,
  );
  return player;
}

const field = () => page.getByRole('textbox', { name: de.notes.label });
const valueOf = () => (field().element() as HTMLTextAreaElement).value;
const view = (name: string) => page.getByRole('radio', { name, exact: true });

test('What is typed is saved after a pause, slows playback, and its state is told', async () => {
  const player = show();
  await field().fill('Kredit bewilligt');
  expect(player.slow).toHaveBeenCalled();
  await expect.element(page.getByRole('status')).toHaveTextContent(de.notes.save.saved);
  expect(saved).toEqual(['Kredit bewilligt']);
});

test('Once somebody else has signed in, notes are not sent, and wait for who wrote them', async () => {
  const token = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`;
  const signIn = (sub: string) => tokens.write({ access_token: token(sub), expires_in: 900 }, Date.now());
  onTestFinished(() => tokens.clear());
  rememberPerson(token('sub of u1'), { id: 'u1', sub: 'sub of u1' });
  rememberPerson(token('sub of u2'), { id: 'u2', sub: 'sub of u2' });
  signIn('sub of u1');
  show();
  await field().fill('Erste Zeile');
  await eventually(() => expect(saved).toEqual(['Erste Zeile']));
  // In another tab. This screen stays.
  signIn('sub of u2');
  await field().fill('Zweite Zeile');
  await eventually(async () => expect((await left()).map(({ text }) => text)).toEqual(['Zweite Zeile']));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(saved).toEqual(['Erste Zeile']);
  expect(await store.list('u2')).toEqual([]);
  signIn('sub of u1');
  await field().fill('Zweite Zeile, ganz');
  await eventually(() => expect(saved).toEqual(['Erste Zeile', 'Zweite Zeile, ganz']));
  await eventually(async () => expect(await left()).toEqual([]));
});

test('Ctrl J puts in the time of playback at the caret, and the field’s own undo takes it out', async () => {
  show();
  await field().click();
  (field().element() as HTMLTextAreaElement).setSelectionRange(0, 0);
  await userEvent.keyboard('{Control>}j{/Control}');
  expect(valueOf()).toBe('[2:05] Kredit');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(valueOf()).toBe('Kredit');
});

test('A time in the field plays with Ctrl and Enter, and with Ctrl and a click', async () => {
  const player = show(session({ notes: { text: '12:30 Kredit', rev: 1 } }));
  await field().click();
  const element = field().element() as HTMLTextAreaElement;
  element.setSelectionRange(2, 2);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(player.seek).toHaveBeenLastCalledWith(750);
  element.setSelectionRange(8, 8);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(player.play).toHaveBeenCalledTimes(1);
  await field().click({ modifiers: ['Control'], position: { x: 20, y: 20 } });
  await eventually(() => expect(player.play).toHaveBeenCalledTimes(2));
});

test('Notes read as they are meant, and their times play', async () => {
  const player = show(session({ notes: { text: '# Titel\n\n- 12:30 **Kredit**\n<b>', rev: 1 } }));
  await view('Lesen').click();
  await expect.element(page.getByRole('heading', { name: 'Titel' })).toBeVisible();
  await expect.element(page.getByText(/<b>/)).toBeVisible();
  await page.getByRole('button', { name: '12:30, ab 12 Minuten, 30 Sekunden hören' }).click();
  expect(player.seek).toHaveBeenLastCalledWith(750);
});

test('Marks of the recording play and go into the notes, those of the device do not stand here', async () => {
  const player = show();
  const list = page.getByRole('region', { name: de.notes.markers.title });
  await expect.element(list).toBeVisible();
  expect(list.getByRole('listitem').elements()).toHaveLength(2);
  await page.getByRole('button', { name: '1:01, Marke, abspielen' }).click();
  expect(player.seek).toHaveBeenLastCalledWith(61.5);
  await field().click();
  (field().element() as HTMLTextAreaElement).setSelectionRange(6, 6);
  await page.getByRole('button', { name: /^Abstimmung bei .* einfügen$/ }).click();
  expect(valueOf()).toBe('Kredit\n- [12:34] Abstimmung\n');
});

test('Notes that a killed tab has left are there again', async () => {
  await store.write({ put: { ...key, text: 'Kredit, Rest', base: { text: 'Kredit', rev: 1 } } });
  show();
  await expect.element(field()).toHaveValue('Kredit, Rest');
  await eventually(() => expect(saved).toEqual(['Kredit, Rest']));
  await eventually(async () => expect(await left()).toEqual([]));
});

test('If the browser stores nothing, the screen says so', async () => {
  const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  show();
  api.on('PATCH /api/v1/sessions/s1', () => {
    throw new TypeError('Failed to fetch');
  });
  await field().fill('Kredit bewilligt');
  await expect.element(page.getByRole('status')).toHaveTextContent(de.notes.save.memory);
  acceptNotes();
  await field().fill('Kredit und Rest bewilligt');
  await eventually(() => expect(saved.at(-1)).toBe('Kredit und Rest bewilligt'));
  refused.mockRestore();
});

test('Notes of somebody else on this device are not shown', async () => {
  const others = { ...key, user: 'u2' };
  await store.write({ put: { ...others, text: 'Fremd', base: { text: '', rev: 0 } } });
  show();
  await expect.element(field()).toHaveValue('Kredit');
  await store.write({ remove: [others] });
});

test('A proposal stands beside the notes; taken it can be undone, left it changes nothing', async () => {
  api.on('POST /api/v1/sessions/s1/enhance-notes', () => ({
    text: '- Kredit [00:12:34]',
    engine: 'format',
    rev: 1,
    links: 1,
    unsupported: 0,
    model_error: null,
  }));
  const told = vi.spyOn(toasts, 'add');
  show();
  await page.getByRole('button', { name: 'Ordnen' }).click();
  await expect.element(page.getByRole('heading', { name: de.notes.enhance.title })).toHaveFocus();
  await expect.element(page.getByText(/1 Zeile führt neu zu der Stelle/)).toBeVisible();
  await page.getByRole('button', { name: 'Verwerfen' }).click();
  expect(valueOf()).toBe('Kredit');

  await page.getByRole('button', { name: 'Ordnen' }).click();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  expect(valueOf()).toBe('- Kredit [00:12:34]');
  told.mock.lastCall?.[0].action?.run();
  await expect.element(field()).toHaveValue('Kredit');
});

const proposed = { text: '', engine: 'format', rev: 1, links: 0, unsupported: 0, model_error: null };

test('What a language model has written says so, with what it rests on and what on nothing', async () => {
  const text = '## Beschlüsse\n\n- Kredit [00:12:34]\n- Das Dach kostet mehr [?]\n- Punkt [3]';
  const answer = { ...proposed, text, engine: 'llm', links: 1, unsupported: 1 };
  api.on('POST /api/v1/sessions/s1/enhance-notes', () => answer);
  show();
  await page.getByRole('button', { name: 'Ordnen' }).click();
  const proposal = page.getByRole('region', { name: de.notes.enhance.proposed });
  await expect.element(proposal.getByText(de.result.unsupported.short)).toBeVisible();
  await expect.element(proposal.getByText('Punkt [3]')).toBeVisible();
  await expect.element(page.getByText(/^Vom Sprachmodell geordnet/)).toBeVisible();
  await expect.element(page.getByText(/1 Stelle der Aufnahme ist angegeben/)).toBeVisible();
  await expect.element(page.getByText(/Für 1 Ergänzung fand sich keine Stelle/)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
});

test('Where the language model has lost something, that is said, and the form is offered', async () => {
  const code = 'processing.answer_unusable';
  const answer = { ...proposed, text: '- Kredit', model_error: code };
  api.on('POST /api/v1/sessions/s1/enhance-notes', () => answer);
  show();
  await page.getByRole('button', { name: 'Ordnen' }).click();
  await expect.element(page.getByText(de.notes.enhance.unusable)).toBeVisible();
  await expect.element(page.getByText(de.notes.enhance.formatOnly)).toBeVisible();
  await expect.element(page.getByText(de.notes.enhance.format)).not.toBeInTheDocument();
  expect(await accessibilityFaults(screen.host)).toEqual([]);

  const told = vi.spyOn(toasts, 'add');
  api.on('POST /api/v1/sessions/s1/enhance-notes', () => ({ ...answer, text: 'Kredit' }));
  await page.getByRole('button', { name: 'Ordnen' }).click();
  await eventually(() => expect(told.mock.lastCall?.[0].text).toBe(de.notes.enhance.unusable));
});

test('A language model that takes long is told, and can be called off', async () => {
  const back = setTimings({ slowAnswerMs: 20 });
  const told = vi.spyOn(toasts, 'add');
  let signal: AbortSignal | undefined;
  vi.stubGlobal('fetch', async (request: Request, init: RequestInit) => {
    if (!request.url.endsWith('/enhance-notes')) return Response.json({});
    signal = init.signal ?? undefined;
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal?.reason));
    });
  });
  show();
  await page.getByRole('button', { name: 'Ordnen' }).click();
  await expect.element(page.getByText(de.notes.enhance.long)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await page.getByRole('button', { name: de.notes.enhance.cancel }).click();
  expect(signal?.aborted).toBe(true);
  await expect.element(page.getByText(de.notes.enhance.long)).not.toBeInTheDocument();
  expect(told).not.toHaveBeenCalled();
  expect(valueOf()).toBe('Kredit');
  back();
});

test('A proposal for a text that has changed since cannot be taken', async () => {
  const answer = { ...proposed, text: '- Kredit' };
  api.on('POST /api/v1/sessions/s1/enhance-notes', () => answer);
  show();
  await page.getByRole('button', { name: 'Ordnen' }).click();
  await expect.element(page.getByRole('button', { name: 'Übernehmen' })).toBeEnabled();
  await field().fill('Anders');
  await expect.element(page.getByText(de.notes.enhance.changed)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Übernehmen' })).toBeDisabled();
});

test('There is nothing to put in order where nothing is written', async () => {
  const told = vi.spyOn(toasts, 'add');
  show(session({ notes: { text: ' ', rev: 1 } }));
  await page.getByRole('button', { name: 'Ordnen' }).click();
  expect(told.mock.lastCall?.[0].text).toBe(de.error.notes.nothing_to_enhance);
  expect(api.calls.filter(({ call }) => call.includes('enhance'))).toEqual([]);
});

test('Notes that were written elsewhere too are shown, and both are kept', async () => {
  await store.write({ put: { ...key, text: 'Von hier', base: { text: '', rev: 1 } } });
  show(session({ notes: { text: 'Von dort', rev: 2 } }));
  await expect.element(page.getByText(de.notes.conflict)).toBeVisible();
  await page.getByRole('button', { name: 'Beide behalten' }).click();
  expect(valueOf()).toBe('Von dort\n\nVon hier');
  await eventually(() => expect(saved).toEqual(['Von dort\n\nVon hier']));
});

test.each(['de', 'en', 'fr', 'it'])(
  'The notes are without faults for all and fit 360 px in %s',
  async (language) => {
    await page.viewport(360, 780);
    await screen.i18n.changeLanguage(language);
    for (const isAside of [false, true]) {
      show(session({ notes: { text: '# Titel\n\n- 12:30 Kredit', rev: 1 } }), { isAside });
      await expect.element(page.getByRole('textbox')).toBeVisible();
      expect(await accessibilityFaults(screen.host)).toEqual([]);
      await page.getByRole('radio').nth(1).click();
      await expect.element(page.getByRole('heading', { name: 'Titel' })).toBeVisible();
      expect(await accessibilityFaults(screen.host)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
      localStorage.removeItem('notesView');
      screen.clear();
      openNotes.closeUnseen();
    }
  },
);
