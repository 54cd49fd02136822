import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TranscriptEditor } from './transcript-editor.ts';
import { closeUnseenEditor, leaseEditor } from './transcript-editors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeUnseenEditor();
  vi.useRealTimers();
});

function createDouble() {
  const double = { ends: 0, [Symbol.dispose]: () => void double.ends++ };
  return double as typeof double & TranscriptEditor;
}

it('An editor outlives the screen that showed it, for those who come back', async () => {
  const [editor, other] = [createDouble(), createDouble()];
  leaseEditor('petra s1', () => editor)[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(60_000);
  const again = leaseEditor('petra s1', () => other);
  expect(again.editor).toBe(editor);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(editor.ends).toBe(0);
  again[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(editor.ends).toBe(1);
});

it('An editor goes at once when another session is opened, or somebody signs out', () => {
  const [one, two] = [createDouble(), createDouble()];
  leaseEditor('petra s1', () => one)[Symbol.dispose]();
  const lease = leaseEditor('petra s2', () => two);
  expect([one.ends, two.ends]).toEqual([1, 0]);
  closeUnseenEditor();
  expect(two.ends).toBe(0);
  lease[Symbol.dispose]();
  closeUnseenEditor();
  expect(two.ends).toBe(1);
});

it('Two sessions on the screen for a moment have an editor each', () => {
  const [one, two] = [createDouble(), createDouble()];
  const first = leaseEditor('petra s1', () => one);
  const second = leaseEditor('petra s2', () => two);
  expect([first.editor, second.editor]).toEqual([one, two]);
  second[Symbol.dispose]();
  expect([one.ends, two.ends]).toEqual([0, 1]);
  first[Symbol.dispose]();
});
