import { createInstance } from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Transcript } from '#api/contract/transcript.ts';
import {
  createEditServer,
  createTestTab,
} from '#web/features/transcript/editor/transcript-editor-fixture.ts';
import { de } from '#web/i18n/de/index.ts';
import { doubtsOf } from '#web/parts/transcript/doubt.rules.ts';
import { segmentFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTranscriptView } from './transcript-view.state.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const fixed = 'Der Rat bewilligt den Kredit für das Schulhaus.';

/** The owner of a screen that draws nothing. `drawNow` hands it what a rendering would show. */
async function open(transcript: Transcript) {
  const i18n = createInstance();
  await i18n.init({ lng: 'de', resources: { de: { translation: de } } });
  const { editor, server } = createTestTab(createEditServer(transcript));
  const said: string[] = [];
  const drawn = () => {
    const shown = editor.state.transcript as Transcript;
    return { transcript: shown, doubts: doubtsOf(shown.segments, []), editor, player: null };
  };
  const view = createTranscriptView({
    first: drawn(),
    announcer: { say: (text) => said.push(text), t: i18n.t },
    actionOf: () => null,
    stepS: 5,
  });
  const drawNow = () => view.draw(drawn());
  drawNow();
  const texts = () => drawn().transcript.segments.map(({ text }) => text);
  return { view, editor, server, said, drawNow, texts };
}

it('A corrected word is found out when the person leaves the section, and its other places are searched on request', async () => {
  const { view, drawNow } = await open(transcriptFixture(3));
  view.turns.write('s0', { offset: 0 });
  view.writing.onWrite('s0', fixed.replace('Rat', 'Bund'));
  expect(view.state.corrected).toBeNull();
  view.turns.go('s1');
  expect(view.state.corrected).toEqual({ from: 'Rat', to: 'Bund' });
  drawNow();
  view.findCorrected();
  await vi.advanceTimersByTimeAsync(0);
  expect(view.state.corrected).toBeNull();
  expect(view.find.state).toMatchObject({ isOpen: true, isReplacing: true, replacement: 'Bund' });
  expect(view.find.state.hits.map(({ segment }) => segment)).toEqual(['s1', 's2']);
});

it('The search starts at the active section, and keeps its hit when the text changes before it', async () => {
  const { view, editor, drawNow } = await open(transcriptFixture(4));
  view.turns.activate('s2');
  view.find.open({ text: 'kredit' });
  await vi.advanceTimersByTimeAsync(0);
  expect([view.find.state.hits.length, view.find.state.current]).toEqual([4, 2]);
  editor.remove(['s0']);
  drawNow();
  await vi.advanceTimersByTimeAsync(0);
  expect([view.find.state.hits.length, view.find.state.current]).toEqual([3, 1]);
  view.hits.close();
  expect(view.find.state).toMatchObject({ isOpen: false, hits: [], current: -1 });
  expect(view.turns.state.active).toBe('s2');
});

it('Hits that are not ticked stay when the others are replaced', async () => {
  const { view, texts } = await open(transcriptFixture(3));
  view.find.open({ text: 'Rat', replacement: 'Bund' });
  await vi.advanceTimersByTimeAsync(0);
  const [first, ...others] = view.find.state.hits;
  view.find.tick([first!], false);
  expect(view.find.state.excluded.size).toBe(1);
  view.hits.replace(others);
  expect(texts().map((text) => text.includes('Bund'))).toEqual([false, true, true]);
});

it('An undo that takes the active section away goes to the one in its place', async () => {
  const { view, said, drawNow } = await open(transcriptFixture(3));
  expect(view.perform('insert', 's1')).toBe(true);
  const made = view.turns.state.writing?.segment;
  drawNow();
  view.turns.go(made!);
  view.perform('undo', null);
  expect(view.turns.state).toMatchObject({ active: 's1', wanted: 's1', writing: null });
  expect(said.at(-1)).toContain('Rückgängig gemacht');
});

it('The reason of a doubt is shown until the person goes elsewhere; only a doubted section can be confirmed', async () => {
  const segments = [0, 1, 2].map((index) => segmentFixture(index, index === 1 ? { doubt: 'no_speech' } : {}));
  const { view, editor } = await open(transcriptFixture(3, { segments }));
  expect(view.perform('nextDoubt', null)).toBe(true);
  expect(view.turns.state.wanted).toBe('s1');
  expect(view.doubts.state.note).toContain(de.transcript.doubt.reason.no_speech);
  expect(view.perform('confirm', 's0')).toBe(false);
  expect(view.perform('confirm', 's1')).toBe(true);
  expect(editor.state.transcript.segments[1]?.doubt).toBeNull();
  expect(view.doubts.state.note).toBe('');
});

it('Without an editor no command on a section applies', async () => {
  const transcript = transcriptFixture(2);
  const { view } = await open(transcript);
  view.draw({ transcript, doubts: [], editor: null, player: null });
  for (const action of ['write', 'insert', 'remove', 'rename', 'undo', 'toggle'] as const) {
    expect(view.perform(action, 's0')).toBe(false);
  }
  expect(view.turns.state.writing).toBeNull();
});
