import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { frameLevels } from './frame-levels.ts';
import { modelSampleRate } from './log-mel.ts';
import { toPcm16 } from './pcm16.ts';
import { planWindows } from './plan-windows.ts';

export type DraftWindowOptions = {
  /** Longest window that the model takes, s. */
  maxS: number;
  /** A pause of this length makes the window before it final, s. */
  pauseS?: number;
  /** Speech that must be added before an open window is transcribed once more, s. */
  stepS?: number;
  /** Length of the sound that may wait, s. If more waits, the oldest window is skipped. */
  maxWaitingS?: number;
};

export type DraftWindow = {
  span: TimeSpan;
  /** Samples at `modelSampleRate`, 16 bits. */
  samples: Int16Array<ArrayBuffer>;
  /** Speech regions within the span, ascending, s. */
  speech: TimeSpan[];
  /** False if the window will come once more when it has grown. */
  isFinal: boolean;
  /** Length of the sound that waits behind this window, s. It is large if the device is too slow. */
  waitingS: number;
};

export type DraftWindows = {
  /** Adds samples at `modelSampleRate`, −1 to 1, at most `maxS` at once. */
  push(samples: Float32Array): void;
  /**
   * Replaces the speech regions from index `from` on, as the live analysis reports them. `upToS` is the time up to
   * which it has listened.
   */
  setSpeech(regions: readonly TimeSpan[], from: number, upToS: number): void;
  /** No more sound follows: the last window is final. */
  end(): void;
  /** Returns the window to transcribe now, or null if there is none. A final window is returned once. */
  next(): DraftWindow | null;
  /** Length of the sound that waits, with an open window, s. */
  readonly waitingS: number;
  /** Windows that were not transcribed because too much sound waited, ascending, s. */
  readonly skipped: readonly TimeSpan[];
};

// Sound before a region that may belong to its first word, s. `planWindows` takes as much.
const padS = 0.3;

/**
 * Cuts live sound into windows at pauses of speech. Sound without speech is dropped. While a person speaks, the open
 * window comes again and again as it grows. If the device falls behind, windows become as long as those of the server,
 * which costs less time, and none comes twice. Memory is bounded: if a device is too slow for that, whole windows are
 * skipped.
 */
export function createDraftWindows(options: DraftWindowOptions): DraftWindows {
  const { maxS, pauseS = 0.6, stepS = 1, maxWaitingS = 120 } = options;
  const buffer = createSoundBuffer(Math.round((maxWaitingS + 2 * maxS) * modelSampleRate));
  const skipped: TimeSpan[] = [];
  let regions: TimeSpan[] = [];
  /** Index, in the list of the live analysis, of the first region that is kept. */
  let firstRegion = 0;
  let heardUpToS = 0;
  let isEnded = false;
  /** End of the open window when it was transcribed last, s. */
  let triedUpToS = 0;

  const dropBefore = (atS: number) => {
    buffer.dropBefore(atS);
    const kept = regions.filter(([, end]) => end > buffer.startS);
    firstRegion += regions.length - kept.length;
    regions = kept;
  };
  /** Returns the first window of the sound that waits. */
  const firstWindow = (): { span: TimeSpan; isFinal: boolean } | null => {
    const known = within(regions, [buffer.startS, heardUpToS]);
    // The silence before the first region may be long, and takes no part of the two windows that are looked at.
    const startS = Math.max(buffer.startS, (known[0]?.[0] ?? 0) - padS);
    // Two windows are enough to know where the first one ends.
    const levels = frameLevels(buffer.read(startS, startS + 2 * maxS), modelSampleRate);
    const local = known
      .filter(([from]) => from < startS + 2 * maxS)
      .map(([from, to]): TimeSpan => [from - startS, to - startS]);
    const [first, second] = planWindows(levels, local, { maxS, padS });
    if (!first) return null;
    const span: TimeSpan = [first[0] + startS, first[1] + startS];
    const lastS = within(known, span).at(-1)?.[1] ?? span[1];
    return { span, isFinal: isEnded || second !== undefined || heardUpToS - lastS >= pauseS };
  };
  const cut = (span: TimeSpan, isFinal: boolean): DraftWindow => ({
    span,
    samples: buffer.read(...span),
    speech: within(regions, span),
    isFinal,
    waitingS: Math.max(0, buffer.startS + buffer.lengthS - span[1]),
  });

  return {
    push(samples) {
      buffer.push(toPcm16(samples));
      while (buffer.lengthS > maxWaitingS) {
        const first = firstWindow();
        const endS = first?.isFinal ? first.span[1] : buffer.startS + maxS;
        if (first) skipped.push([first.span[0], endS]);
        dropBefore(endS);
      }
    },
    setSpeech(newRegions, from, upToS) {
      const kept = Math.max(0, from - firstRegion);
      const added = newRegions.slice(Math.max(0, firstRegion - from));
      regions = [...regions.slice(0, kept), ...added];
      heardUpToS = upToS;
    },
    end() {
      isEnded = true;
    },
    next() {
      const first = firstWindow();
      if (!first) {
        dropBefore(heardUpToS - padS);
        return null;
      }
      const { span, isFinal } = first;
      if (!isFinal && span[1] - Math.max(triedUpToS, span[0]) < stepS) return null;
      const window = cut(span, isFinal);
      if (isFinal) dropBefore(span[1]);
      triedUpToS = span[1];
      return window;
    },
    get waitingS() {
      return buffer.lengthS;
    },
    skipped,
  };
}

const within = (regions: readonly TimeSpan[], [startS, endS]: TimeSpan): TimeSpan[] =>
  regions
    .filter(([from, to]) => to > startS && from < endS)
    .map(([from, to]) => [Math.max(from, startS), Math.min(to, endS)]);

/** Creates a buffer of the sound that waits. Times are in s of the recording. */
function createSoundBuffer(capacity: number) {
  const sound = new Int16Array(capacity);
  let first = 0;
  let length = 0;
  const indexOf = (atS: number) => Math.max(0, Math.min(length, Math.round(atS * modelSampleRate) - first));
  return {
    get startS() {
      return first / modelSampleRate;
    },
    get lengthS() {
      return length / modelSampleRate;
    },
    push(samples: Int16Array) {
      sound.set(samples, length);
      length += samples.length;
    },
    read: (fromS: number, toS: number) => sound.slice(indexOf(fromS), indexOf(toS)),
    dropBefore(atS: number) {
      const count = indexOf(atS);
      sound.copyWithin(0, count, length);
      first += count;
      length -= count;
    },
  };
}
