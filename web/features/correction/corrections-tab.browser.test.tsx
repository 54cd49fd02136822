import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import type { Suggestion } from '#api/contract/suggestion.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { setSingleKeys } from '#web/parts/keys/single-keys.state.ts';
import { sessionDetailKey } from '#web/parts/session/session.state.ts';
import { editors } from '#web/features/transcript/editor/open-editors.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { CorrectionsTab } from './corrections-tab.tsx';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();
afterEach(() => {
  screen.clear();
  editors.closeUnseen();
});

const made = (change: Partial<Exclude<SessionResult, false>> = {}): SessionResult => ({
  state: 'done',
  text: '',
  sources: [],
  engine: 'extract',
  model: '',
  stale: false,
  error: null,
  source_tab: '',
  prompt: '',
  title: '',
  notice: null,
  version: 1,
  previous: 0,
  made_from: { transcript: 1, edits: 0, notes: 0, option: 0 },
  created_at: '2026-11-21T09:41:00.000Z',
  ...change,
});

let sessions = 0;
const text = 'Der Rat bewilligt den Kredit für das Schulhaus.';
const suggest = (n: number, from: string, to: string, change: Partial<Suggestion> = {}): Suggestion => ({
  id: `x${n}-${from}`,
  segment: `s${n}`,
  at: n * 4,
  start: text.indexOf(from),
  from,
  to,
  others: [],
  kind: 'spelling',
  state: 'open',
  ...change,
});

function show(given: Suggestion[] | Response, result: SessionResult = made(), count = 12) {
  // Each test has its own editor.
  const id = `c${++sessions}`;
  const session: SessionDetail = sessionFixture({
    id,
    status: 'completed',
    duration: 9000,
    transcript: transcriptFixture(count),
    data: { corrections: result },
  });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retryDelay: 1 } },
  });
  client.setQueryData(sessionDetailKey(id), session);
  let edits = 0;
  let suggestions = given instanceof Response ? [] : given;
  const list = () => (given instanceof Response ? given.clone() : { suggestions, version: 1 });
  const settle = (body: unknown) => {
    const { ids, state } = body as { ids: string[]; state: Suggestion['state'] };
    suggestions = suggestions.map((each) => (ids.includes(each.id) ? { ...each, state } : each));
    return list();
  };
  api.on(`GET /api/v1/sessions/${id}/suggestions`, list);
  api.on(`POST /api/v1/sessions/${id}/suggestions`, settle);
  api.on(`PATCH /api/v1/sessions/${id}`, (body) => {
    edits += (body as { edits: { ops: unknown[] } }).edits.ops.length;
    return { edits, version: 1, notes: { rev: 0 } };
  });
  api.on(`POST /api/v1/sessions/${id}/process`, () => session);
  const player = { seek: vi.fn<(s: number) => void>(), play: vi.fn<() => void>() };
  screen.show(
    <QueryClientProvider client={client}>
      <div style={{ padding: 16 }}>
        <CorrectionsTab session={session} player={player as unknown as Player} />
      </div>
    </QueryClientProvider>,
  );
  const sent = (call: string) => api.calls.filter((each) => each.call === `${call} /api/v1/sessions/${id}`);
  const settled = () =>
    api.calls
      .filter((each) => each.call === `POST /api/v1/sessions/${id}/suggestions`)
      .map(({ body }) => body);
  const texts = () =>
    sent('PATCH').flatMap(({ body }) =>
      (body as { edits: { ops: { text?: string }[] } }).edits.ops.map((op) => op.text),
    );
  const states = () => suggestions.map(({ state }) => state);
  return { player, settle, settled, states, texts, id };
}

const rows = () => [...screen.host.querySelectorAll<HTMLElement>('[data-row]')];

test('A proposal is shown in its sentence, in words as well, and plays its moment', async () => {
  const { player } = show([suggest(2, 'bewilligt', 'genehmigt', { kind: 'own' })]);
  const row = page.getByRole('article', { name: '0:08: «bewilligt» wird «genehmigt»' });
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).toContain('Der Rat Bisher: bewilligt Neu: genehmigt den Kredit');
  expect(row.element().textContent).toContain('Präsidentin');
  expect(row.element().textContent).toContain(de.correction.kind.own);
  await page.getByRole('button', { name: 'Ab 0:08 hören' }).click();
  expect(player.seek).toHaveBeenLastCalledWith(8);
});

test('Taking is an edit of the transcript that can be undone; leaving changes nothing', async () => {
  const { settled, texts } = show([
    suggest(1, 'Rat', 'Stadtrat'),
    suggest(1, 'Kredit', 'Betrag'),
    suggest(2, 'Schulhaus', 'Schulhausdach', { others: ['Schulhäuser'] }),
  ]);
  await page.getByRole('button', { name: 'Übernehmen: «Rat» wird «Stadtrat»' }).click();
  await page.getByRole('button', { name: 'Übernehmen: «Kredit» wird «Betrag»' }).click();
  const both = 'Der Stadtrat bewilligt den Betrag für das Schulhaus.';
  await eventually(() => expect(texts().at(-1)).toBe(both));
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect.element(page.getByRole('article', { name: /«Kredit»/ })).toBeVisible();
  await page.getByRole('button', { name: 'Verwerfen: «Kredit» bleibt' }).click();
  await page.getByRole('button', { name: 'Anderes statt «Schulhaus» wählen' }).click();
  await page.getByRole('menuitem', { name: 'Schulhäuser' }).click();
  await eventually(() => expect(texts().at(-1)).toBe('Der Rat bewilligt den Kredit für das Schulhäuser.'));
  await expect.element(page.getByText(de.correction.empty.settled)).toBeVisible();
  await eventually(() =>
    expect(settled()).toEqual([
      { ids: ['x1-Rat'], state: 'taken' },
      { ids: ['x1-Kredit'], state: 'taken' },
      { ids: ['x1-Kredit'], state: 'open' },
      { ids: ['x1-Kredit'], state: 'left' },
      { ids: ['x2-Schulhaus'], state: 'taken' },
    ]),
  );
});

test('A decision that is undone while its answers are lost stays undone', async () => {
  const { id, settle, settled, states } = show([suggest(1, 'Rat', 'Stadtrat')]);
  const undone = Promise.withResolvers<void>();
  api.on(`POST /api/v1/sessions/${id}/suggestions`, async (body) => {
    const answer = settle(body);
    if (settled().length > 4) return answer;
    await undone.promise;
    return Response.error();
  });
  const row = page.getByRole('article', { name: /«Rat»/ });
  await page.getByRole('button', { name: 'Übernehmen: «Rat» wird «Stadtrat»' }).click();
  await eventually(() => expect(states()).toEqual(['taken']));
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect.element(row).toBeVisible();
  undone.resolve();
  await eventually(() => expect(states()).toEqual(['open']));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(row).toBeVisible();
});

test('A decision that cannot be saved is taken back', async () => {
  const { id, settled } = show([suggest(1, 'Rat', 'Stadtrat')]);
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
  api.on(`POST /api/v1/sessions/${id}/suggestions`, async () => {
    await isSeen;
    return refusal(500, 'request.failed');
  });
  const row = page.getByRole('article', { name: /«Rat»/ });
  await page.getByRole('button', { name: 'Verwerfen: «Rat» bleibt' }).click();
  await eventually(() => expect(row.query()).toBeNull());
  seen();
  await eventually(() => expect(settled()).toHaveLength(4));
  await expect.element(row).toBeVisible();
});

test('All that are shown are taken at once, as one step', async () => {
  const { texts, settled } = show([
    suggest(1, 'Rat', 'Stadtrat'),
    suggest(1, 'Kredit', 'Betrag'),
    suggest(2, 'Der', 'Ein', { kind: 'own' }),
    suggest(3, 'Nicht da', 'x', { start: 0 }),
  ]);
  await expect.element(page.getByText(de.correction.gone)).toBeVisible();
  await page.getByRole('button', { name: 'Alle 3 gezeigten übernehmen' }).click();
  await eventually(() => expect(texts()).toHaveLength(2));
  expect(settled()).toEqual([{ ids: ['x1-Rat', 'x1-Kredit', 'x2-Der'], state: 'taken' }]);
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await eventually(() => expect(texts()).toHaveLength(4));
  expect(texts().slice(2)).toEqual([text, text]);
});

test('Keys go through the list, take and leave; letters only where they are on', async () => {
  const { settled } = show([
    suggest(1, 'Rat', 'Stadtrat'),
    suggest(2, 'Rat', 'Gemeinderat'),
    suggest(3, 'Rat', 'Kantonsrat'),
  ]);
  await eventually(() => expect(rows()).toHaveLength(3));
  rows()[0]!.focus();
  await userEvent.keyboard('j');
  expect(document.activeElement).toBe(rows()[1]);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await eventually(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('Gemeinderat'));
  setSingleKeys(false);
  await userEvent.keyboard('x');
  expect(rows()).toHaveLength(2);
  setSingleKeys(true);
  await userEvent.keyboard('x');
  await eventually(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('Kantonsrat'));
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() => expect(rows()).toHaveLength(2));
  await eventually(() => expect(settled()).toHaveLength(3));
});

test('Of very many only those in sight are in the document', async () => {
  const many = Array.from({ length: 1_500 }, (_, n) => suggest(n, 'Rat', 'Stadtrat'));
  show(many, made(), 1_500);
  await eventually(() => expect(rows().length).toBeGreaterThan(2));
  expect(rows().length).toBeLessThan(60);
  rows()[0]!.focus();
  await userEvent.keyboard('{End}');
  await eventually(() => expect(document.activeElement?.getAttribute('aria-label')).toContain('1:39:56'));
});

test('What could not be made or loaded says why and can be asked for again', async () => {
  const { id } = show([], made({ state: 'failed', error: 'processing.model_missing' }));
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await eventually(() =>
    expect(api.calls.find(({ call }) => call.endsWith(`${id}/process`))?.body).toEqual({
      options: ['corrections'],
    }),
  );
  screen.clear();
  show(refusal(500, 'request.failed'));
  await expect.element(page.getByText(de.correction.failed)).toBeVisible();
  screen.clear();
  show([]);
  await expect.element(page.getByText(de.correction.empty.title)).toBeVisible();
  screen.clear();
  show([], made({ stale: true }));
  await expect.element(page.getByText(de.correction.stale)).toBeVisible();
});

test.each(['de', 'en', 'fr', 'it'])(
  'The list is without faults for all and fits 360 px in %s',
  async (language) => {
    await page.viewport(360, 780);
    await screen.i18n.changeLanguage(language);
    show([
      suggest(1, 'Rat', 'Stadtrat', { others: ['Gemeinderat'] }),
      suggest(2, 'Schulhaus', 'Schulhaussanierungskreditüberschreitungsgenehmigung', { kind: 'model' }),
      suggest(3, 'weg', 'fort'),
    ]);
    await eventually(() => expect(rows()).toHaveLength(3));
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  },
);
