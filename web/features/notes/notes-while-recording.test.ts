import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNotesSync } from '#web/features/recording/segment/notes-sync.state.ts';
import { conflictOf } from './notes.rules.ts';
import { createNotesDesk } from './notes-fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** One tab records with the notes panel beside it; a second tab shows the notes of the same session. */
function createBoth() {
  const desk = createNotesDesk();
  const { server, link, openTab } = desk;
  const panel = { text: server.text };
  const sync = createNotesSync({
    sessionId: () => 's1',
    ...server,
    afterMs: 1_000,
    againMs: 5_000,
    onSaved() {},
    async save(_, notes) {
      try {
        return { rev: (await desk.send(notes)).rev };
      } catch (error) {
        const have = conflictOf(error);
        if (have) return { have };
        throw error;
      }
    },
    onMerged(text) {
      panel.text = text;
    },
  });
  const notes = openTab();
  return {
    server,
    link,
    panel,
    notes,
    sync,
    write(word: string) {
      panel.text += word;
      sync.set(panel.text);
    },
  };
}

const step = fc.constantFrom('panel', 'notes', 'poll', 'short', 'long', 'cut', 'mend', 'lose', 'answer');

test('The notes of a recording and the notes tab of its session never overwrite each other', async () => {
  const run = await fc.check(
    fc.asyncProperty(fc.array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      vi.clearAllTimers();
      const { server, link, panel, notes, sync, write } = createBoth();
      const words: string[] = [];
      const word = () => {
        words.push(` w${words.length}.`);
        return words.at(-1)!;
      };
      const acts = {
        panel: () => write(word()),
        notes: () => notes.write(notes.state.draft.text + word()),
        poll: () => (link.isUp ? notes.meet({ ...server }) : undefined),
        short: () => vi.advanceTimersByTimeAsync(300),
        long: () => vi.advanceTimersByTimeAsync(6_000),
        cut: () => (link.isUp = false),
        mend: () => (link.isUp = true),
        lose: () => (link.losesAnswers = true),
        answer: () => (link.losesAnswers = false),
      };
      for (const one of steps) await acts[one]();
      Object.assign(link, { isUp: true, losesAnswers: false });
      await vi.advanceTimersByTimeAsync(20_000);
      notes.meet({ ...server });
      notes.keepBoth();
      await vi.advanceTimersByTimeAsync(20_000);
      for (const one of words) expect(server.text, `of the panel: ${panel.text}`).toContain(one);
      sync[Symbol.dispose]();
      notes.kill();
    }),
    { numRuns: 300 },
  );
  expect(run.failed ? fc.defaultReportMessage(run) : '').toBe('');
});
