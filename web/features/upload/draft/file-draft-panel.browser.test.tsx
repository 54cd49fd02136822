import '#web/ui/tokens.css';
import '#web/ui/base.css';
import type { i18n as I18n } from 'i18next';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { proxy, ref } from 'valtio';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakePlayer, germanWords } from '#web/features/trim/trim-fixture.tsx';
import { fileDraftDouble } from '#web/features/upload/upload-fixture.ts';
import { segmentOf } from '#web/parts/draft/draft-doubles.ts';
import { emptyDraftText, type DraftRunState } from '#web/parts/draft/draft-run.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { FileDraftPanel } from './file-draft-panel.tsx';

let i18n: I18n;
let root: Root | null = null;
let host: HTMLElement | null = null;
let log: string[] = [];
let player: ReturnType<typeof playerDouble>;

const segments = [segmentOf(0, 4, 'Guten Tag, Frau Weber.'), segmentOf(8, 12, 'Haben Sie Fieber ?')];
const textOf = (said = segments) => ref({ ...emptyDraftText, segments: said });

function playerDouble() {
  const fake = createFakePlayer(60);
  return {
    ...fake,
    play() {
      fake.state.isPlaying = true;
      fake.log.push('play');
    },
  };
}

beforeAll(async () => {
  i18n = await germanWords();
});
afterEach(() => {
  root?.unmount();
  host?.remove();
  root = host = null;
});

type Shown = { state?: Partial<DraftRunState>; cuts?: [number, number][]; canPlay?: boolean };

async function show({ state: change = {}, cuts = [], canPlay = true }: Shown = {}) {
  log = [];
  const state = proxy<DraftRunState>({
    status: 'writing',
    problem: null,
    backend: null,
    text: textOf(),
    writtenUpToS: 12,
    waitingS: 0,
    skipped: ref([]),
    ...change,
  });
  const run = { state, goOn() {}, settled: async () => {}, [Symbol.dispose]() {} };
  const draft = fileDraftDouble({ state: proxy({ run: ref(run), isStopped: false }) }, log);
  player = playerDouble();
  host = document.body.appendChild(document.createElement('main'));
  root = createRoot(host);
  root.render(
    <I18nextProvider i18n={i18n}>
      <FileDraftPanel
        draft={draft}
        durationS={60}
        cuts={cuts}
        player={canPlay ? player : null}
        scrolledPx={{ current: 0 }}
      />
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('region', { name: 'Entwurf der Aufnahme' })).toBeVisible();
  return { state, draft };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const faults = () => accessibilityFaults(host as HTMLElement);
const current = () => document.querySelector('[data-word][data-current]')?.textContent.trim() ?? null;

test('It tells how far it has come, stops, goes on, and ends', async () => {
  const { state, draft } = await show();
  await expect.element(page.getByText('bis 0:12 von 1:00')).toBeVisible();
  await userEvent.click(button('Entwurf anhalten'));
  draft.state.isStopped = true;
  await expect.element(page.getByText('Angehalten')).toBeVisible();
  await userEvent.click(button('Entwurf weiterschreiben'));
  expect(log).toEqual(['stop', 'go on']);
  draft.state.isStopped = false;
  state.status = 'ended';
  await expect.element(page.getByText('Fertig geschrieben')).toBeVisible();
  await expect.element(page.getByText('bis 1:00 von 1:00')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('A failure has its cause and a way on, and its text stays', async () => {
  await show({ state: { status: 'failed', problem: 'preview.memory_full' } });
  await expect.element(page.getByText(/zu wenig freien Speicher/)).toBeVisible();
  await expect.element(page.getByText('Weber.')).toBeVisible();
  await userEvent.click(button('Entwurf weiterschreiben'));
  expect(log).toEqual(['go on']);
  expect(await faults()).toEqual([]);
});

test('A word that is pressed plays there, and the word that is played is marked', async () => {
  await show();
  await userEvent.click(page.getByText('Fieber'));
  expect(player.log).toEqual(['seek 10', 'play']);
  await expect.poll(current).toBe('Fieber');
  player.state.positionS = 1.2;
  await expect.poll(current).toBe('Tag,');
});

test('By keys one paragraph is in the tab order, and the arrows reach its words and the other paragraphs', async () => {
  await show();
  await userEvent.click(button('Entwurf anhalten'));
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Ab 0:00 abspielen')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Ab 0:08 abspielen')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(button('Sie')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(player.log).toEqual(['seek 9', 'play']);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Home}{Enter}');
  expect(player.log.slice(2)).toEqual(['seek 0', 'play']);
  expect(await faults()).toEqual([]);
});

test('A selection of text does not hinder the keys', async () => {
  await show();
  window.getSelection()!.selectAllChildren(document.querySelector('ol p')!);
  (button('Ab 0:08 abspielen').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(player.log).toEqual(['seek 8', 'play']);
});

test('Words that are cut out are struck through, and said to be left out', async () => {
  await show({ cuts: [[1, 3]] });
  const struck = document.querySelector('del')!;
  expect(struck.textContent.replaceAll(/\s+/g, ' ').trim()).toBe(
    'Weggelassen: Tag, Frau (Ende der weggelassenen Stelle)',
  );
  expect(getComputedStyle(struck).textDecorationLine).toBe('line-through');
  expect(await faults()).toEqual([]);
});

test('Before there is a player no word can be pressed, and the text is reached by keys', async () => {
  await show({ canPlay: false });
  await userEvent.click(page.getByText('Fieber'));
  expect(document.querySelectorAll('button')).toHaveLength(1);
  expect(document.querySelector('ol')!.tabIndex).toBe(0);
  expect(await faults()).toEqual([]);
});

test('In a draft of 2:30 h, a further window renders its own paragraph only', async () => {
  const long = Array.from({ length: 2_000 }, (_, at) =>
    segmentOf(at * 4, at * 4 + 2, 'eins zwei drei vier fünf sechs'),
  );
  const { state } = await show({ state: { text: textOf(long), writtenUpToS: 8_000 } });
  await expect.poll(() => document.querySelectorAll('[data-index]').length).toBe(2_000);
  const changes: Node[] = [];
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) changes.push(...addedNodes);
  });
  observer.observe(document.querySelector('ol')!, { childList: true, subtree: true });
  state.text = textOf([...long, segmentOf(8_000, 8_002, 'sieben')]);
  await expect.poll(() => document.querySelectorAll('[data-index]').length).toBe(2_001);
  observer.disconnect();
  expect(changes).toHaveLength(1);
});
