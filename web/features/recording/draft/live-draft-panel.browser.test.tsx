import '#web/ui/tokens.css';
import '#web/ui/base.css';
import type { i18n as I18n } from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { ref } from 'valtio';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { germanWords } from '#web/features/trim/trim-fixture.tsx';
import { de } from '#web/i18n/de/index.ts';
import { segmentOf } from '#web/parts/draft/draft-doubles.ts';
import { emptyDraftText, startRunState, type DraftRunState } from '#web/parts/draft/draft-run.ts';
import { createFakeRecording, type FakeRecording } from '#web/features/recording/recording-fixture.ts';
import { LiveDraftPanel } from './live-draft-panel.tsx';

const words = de.draft.live;
let i18n: I18n;
let root: Root | null = null;
let host: HTMLElement | null = null;

beforeAll(async () => {
  i18n = await germanWords();
});
afterEach(() => {
  root?.unmount();
  host?.remove();
  root = host = null;
});

const runOf = (change: Partial<DraftRunState> = {}): DraftRunState => ({
  ...startRunState(),
  status: 'waiting',
  ...change,
});

function show(run: Partial<DraftRunState> | null, status: FakeRecording['draft']['state']['status'] = 'on') {
  const recording = createFakeRecording();
  Object.assign(recording.draft.state, { status, run: run && runOf(run) });
  host = document.body.appendChild(document.createElement('main'));
  root = createRoot(host);
  root.render(
    <I18nextProvider i18n={i18n}>
      <LiveDraftPanel recording={recording} />
    </I18nextProvider>,
  );
  return recording;
}

const log = () => page.getByRole('log', { name: words.title });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('Words appear as they are heard; those that may still change are marked by more than colour', async () => {
  const { draft } = show({});
  await expect.element(page.getByText(words.empty)).toBeVisible();
  await expect.element(page.getByText(words.status.waiting)).toBeVisible();
  const [guten, tag, frau] = segmentOf(5, 8, 'Guten Tag Frau').words;
  draft.state.run!.text = ref({ segments: [segmentOf(1, 4, 'Ja.')], firm: [guten!, tag!], rest: [frau!] });
  await expect.poll(() => log().element().textContent).toBe('Ja. Guten Tag Frau');
  const rest = page.getByText('Frau', { exact: true }).element();
  expect(getComputedStyle(rest).textDecorationLine).toBe('underline');
  expect(log().element().querySelector('[lang]')?.getAttribute('lang')).toBe('de-CH');
  expect(log().element().getAttribute('aria-live')).toBe('off');
  expect(await accessibilityFaults(host as HTMLElement)).toEqual([]);
});

test('A failure names its cause and that the recording is not affected, and writing goes on by a press', async () => {
  const { log: calls } = show({ status: 'failed', problem: 'worker.crashed' });
  await expect.element(page.getByText(words.status.failed)).toBeVisible();
  await expect.element(page.getByText(words.unaffected)).toBeVisible();
  expect(await accessibilityFaults(host as HTMLElement)).toEqual([]);
  await userEvent.click(button(words.goOn));
  expect(calls).toEqual(['draft goes on']);
});

test('Without the sound of the recording there is nothing to go on with', async () => {
  show({ status: 'failed', problem: 'preview.sound_lost' });
  await expect.element(page.getByText(de.error.preview.sound_lost)).toBeVisible();
  expect(button(words.goOn).query()).toBeNull();
});

test('A slow device says how far it is behind and what it has left out; a lost graphics card is told', async () => {
  show({
    status: 'behind',
    waitingS: 75,
    skipped: [[0, 90]],
    backend: { backend: 'wasm', backendReason: 'gpu_lost' },
  });
  await expect.element(page.getByText('Der Entwurf ist 1:15 im Rückstand.')).toBeVisible();
  await expect.element(page.getByText(/Im Entwurf fehlen 1:30/)).toBeVisible();
  await expect.element(page.getByText(words.gpuLost)).toBeVisible();
});

test('It is switched off and on with the keyboard', async () => {
  const { draft, log: calls } = show({});
  await userEvent.keyboard('{Tab}{Tab}[Space]');
  expect(calls).toEqual(['draft off']);
  Object.assign(draft.state, { status: 'off', run: null });
  await expect.element(page.getByText(words.status.off)).toBeVisible();
  expect(log().query()).toBeNull();
  await userEvent.keyboard('[Space]');
  expect(calls).toEqual(['draft off', 'draft on']);
});

test('Without a model nothing is shown', async () => {
  show(null, 'none');
  await expect.poll(() => host?.childElementCount).toBe(0);
});

test('Of the words of two and a half hours only the end changes when words are added', async () => {
  const segments = Array.from({ length: 2_000 }, (_, at) =>
    segmentOf(at * 4.5, at * 4.5 + 4, `Satz ${at} mit einigen Wörtern mehr, wie man sie so spricht.`),
  );
  const { draft } = show({ text: ref({ ...emptyDraftText, segments }) });
  await expect.poll(() => log().element().textContent).toContain('Satz 1999 ');
  const scroller = log().element();
  const rest = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  await expect.poll(rest).toBeLessThan(2);
  const changed: Node[] = [];
  const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)));
  observer.observe(scroller, { childList: true, characterData: true, subtree: true });
  const added = 30;
  let all = segments;
  for (let at = 0; at < added; at += 1) {
    all = [...all, segmentOf(9_000 + at * 5, 9_004 + at * 5, `Neu ${at}.`)];
    draft.state.run!.text = ref({ ...emptyDraftText, segments: all });
    await expect.poll(() => scroller.textContent).toContain(`Neu ${at}.`);
  }
  observer.disconnect();
  await expect.poll(rest).toBeLessThan(2);
  expect(changed.length).toBeLessThan(4 * added);
});
