import { describe, expect, it } from 'vitest';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createDraftWindows, type DraftWindow, type DraftWindows } from './draft-windows.ts';
import { modelSampleRate } from './log-mel.ts';

const blockS = 0.25;

/** Sound that is loud during speech and silent elsewhere. */
function soundOf(speech: readonly TimeSpan[], durationS: number): Float32Array {
  const sound = new Float32Array(durationS * modelSampleRate);
  for (const [from, to] of speech)
    for (let at = Math.round(from * modelSampleRate); at < to * modelSampleRate; at++)
      sound[at] = 0.25 * Math.sin(at);
  return sound;
}

/** Feeds sound in blocks with the regions that a live analysis would know. `act` runs after each block. */
function feed(
  windows: DraftWindows,
  { speech, durationS }: { speech: readonly TimeSpan[]; durationS: number },
  act: (atS: number) => void,
): void {
  const sound = soundOf(speech, durationS);
  let reported = 0;
  for (let atS = blockS; atS <= durationS; atS += blockS) {
    windows.push(sound.subarray((atS - blockS) * modelSampleRate, atS * modelSampleRate));
    const known = speech
      .filter(([from]) => from < atS)
      .map(([from, to]): TimeSpan => [from, Math.min(to, atS)]);
    const from = Math.max(0, reported - 1);
    windows.setSpeech(known.slice(from), from, atS);
    reported = known.length;
    act(atS);
  }
}

const conversation: TimeSpan[] = [
  [1, 3],
  [3.2, 5],
  [8, 9],
  [11, 25],
];

describe('windows of live sound', () => {
  it('are as long after a long silence as without it', () => {
    const windows = createDraftWindows({ maxS: 10, pauseS: 10, stepS: Infinity });
    feed(windows, { speech: [[18, 36]], durationS: 40 }, () => {});
    windows.end();
    const first = windows.next()!;
    expect(first.span[0]).toBeCloseTo(17.7, 1);
    expect(first.span[1] - first.span[0]).toBeGreaterThanOrEqual(5);
  });

  it('tell what waits behind them: nothing behind a long sentence that is taken while it is spoken', () => {
    const speech: TimeSpan[] = [[1, 25]];
    const prompt = createDraftWindows({ maxS: 30 });
    const waiting: number[] = [];
    feed(prompt, { speech, durationS: 25 }, () => {
      const window = prompt.next();
      if (window) waiting.push(window.waitingS);
    });
    expect(waiting.length).toBeGreaterThan(10);
    expect(Math.max(...waiting)).toBeLessThan(1);
    const late = createDraftWindows({ maxS: 10 });
    feed(late, { speech, durationS: 25 }, () => {});
    const { span, waitingS } = late.next()!;
    expect(span[1] + waitingS).toBeCloseTo(25);
    expect(waitingS).toBeGreaterThan(10);
  });

  it('are final at pauses, come in order, and cover all speech once', () => {
    const windows = createDraftWindows({ maxS: 10 });
    const final: DraftWindow[] = [];
    const told: number[] = [];
    const take = (atS: number) => {
      const window = windows.next();
      if (!window?.isFinal) return;
      final.push(window);
      told.push(atS);
    };
    feed(windows, { speech: conversation, durationS: 26 }, take);
    expect(final.map(({ span }) => span.map((atS) => Math.round(atS * 10) / 10))).toMatchObject([
      [0.7, 5.3],
      [7.7, 9.3],
      [10.7, expect.any(Number)],
      [expect.any(Number), expect.any(Number)],
    ]);
    // The first window is final within a second of its last word.
    expect(told[0]).toBeLessThanOrEqual(6);
    for (const [index, { span, samples, speech }] of final.entries()) {
      expect(span[0]).toBeGreaterThanOrEqual(final[index - 1]?.span[1] ?? 0);
      expect(samples).toHaveLength(Math.round((span[1] - span[0]) * modelSampleRate));
      expect(span[1] - span[0]).toBeLessThanOrEqual(10);
      for (const [from, to] of speech) {
        expect(from).toBeGreaterThanOrEqual(span[0]);
        expect(to).toBeLessThanOrEqual(span[1]);
      }
    }
    const spokenS = final.flatMap(({ speech }) => speech).reduce((sum, [from, to]) => sum + to - from, 0);
    expect(spokenS).toBeCloseTo(2 + 1.8 + 1 + 14, 1);
    expect(windows.skipped).toEqual([]);
  });

  it('grow by a second at least while a person speaks', () => {
    const windows = createDraftWindows({ maxS: 10 });
    const ends: number[] = [];
    feed(windows, { speech: [[1, 8]], durationS: 7 }, () => {
      const window = windows.next();
      if (window) ends.push(window.span[1]);
    });
    expect(ends.length).toBeGreaterThanOrEqual(4);
    for (const [index, end] of ends.slice(1).entries())
      expect(end - ends[index]!).toBeGreaterThanOrEqual(0.99);
  });

  it('end with the sound', () => {
    const windows = createDraftWindows({ maxS: 10 });
    feed(windows, { speech: [[1, 3]], durationS: 3 }, () => {});
    expect(windows.next()).toMatchObject({ isFinal: false });
    windows.end();
    const last = windows.next();
    expect(last).toMatchObject({ isFinal: true });
    expect(last!.span[1]).toBeCloseTo(3, 1);
    expect(windows.next()).toBeNull();
  });

  it('are none in silence, of which nothing is kept', () => {
    const windows = createDraftWindows({ maxS: 10 });
    let most = 0;
    feed(windows, { speech: [], durationS: 60 }, () => {
      expect(windows.next()).toBeNull();
      most = Math.max(most, windows.waitingS);
    });
    expect(most).toBeLessThanOrEqual(1);
  });

  it('are skipped whole, and told, when a device is too slow; what waits is bounded', () => {
    const windows = createDraftWindows({ maxS: 10, maxWaitingS: 30 });
    const speech = Array.from({ length: 30 }, (_, index): TimeSpan => [index * 4 + 1, index * 4 + 4]);
    const taken: TimeSpan[] = [];
    let most = 0;
    feed(windows, { speech, durationS: 120 }, (atS) => {
      most = Math.max(most, windows.waitingS);
      // This device manages one window in 20 s.
      const window = atS % 20 === 0 ? windows.next() : null;
      if (window?.isFinal) taken.push(window.span);
    });
    expect(most).toBeLessThanOrEqual(30);
    expect(windows.skipped.length).toBeGreaterThanOrEqual(5);
    expect(taken.length).toBeGreaterThanOrEqual(5);
    // No speech is both skipped and taken, and none is forgotten.
    windows.end();
    for (let window = windows.next(); window; window = windows.next()) taken.push(window.span);
    const all = [...windows.skipped, ...taken].toSorted((a, b) => a[0] - b[0]);
    for (const [index, [from]] of all.entries())
      expect(from).toBeGreaterThanOrEqual(all[index - 1]?.[1] ?? 0);
    for (const [from, to] of speech)
      expect(all.some(([start, end]) => start <= from && end >= to)).toBe(true);
  });
});
