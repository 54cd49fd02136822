import { snapToFrames, tidyKept } from '#web/features/trim/trim.rules.ts';
import { lengthOf } from '#web/features/trim/span.rules.ts';
import { readTrimEdits } from '#web/features/trim/trim.state.ts';
import type { TrimEdits } from '#web/features/trim/trim.state.ts';
import { mp3FrameS, mp3SampleRates } from '#workers/encode/encode.contract.ts';
import type { Loudness, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { Kept } from '#workers/encode/keep.contract.ts';
import type { EditsRecord } from './kept-edits.ts';

/** What the page itself leaves for a reload. `settings`: only where others than usual were chosen. */
export type KeptEdits = { trim: TrimEdits; loudness: Loudness; settings?: Mp3Settings };

/** What is known of the edits of a file. */
export type FoundEdits = { value: unknown; areLost: boolean };
export const noEdits: FoundEdits = { value: null, areLost: false };

/** Edits as the review begins with them. */
export type ReadEdits = {
  trim: TrimEdits | null;
  loudness: Loudness;
  settings: Mp3Settings | null;
  /** s, of what is left. */
  keptS: number;
  isTrimmed: boolean;
  /** There were cuts, or may have been, and they cannot be read. */
  areLost: boolean;
};

/** What a reload left, as it is shown before anybody goes on with it. */
export type KeptView = {
  name: string;
  /** Of the mp3 that is there, s. */
  convertedS: number;
  /** It was looked at to its end. */
  isAnalysed: boolean;
  /** Of the recording, s; null: not known. */
  lengthS: number | null;
  /** Of what the cuts leave of it, s. */
  keptS: number | null;
  cuts: 'none' | 'there' | 'lost';
  /** Without choosing the file again. */
  canResume: boolean;
  /** Its sound was there and cannot be read any more. */
  isSoundLost: boolean;
};

export type KeptWork = Kept & { edits: FoundEdits };

/**
 * The newer of what today's store and an earlier version's have. `record` undefined: the store could not be read. `kept`: what
 * the workers have of the same file.
 */
export function chooseEdits(
  record: EditsRecord | null | undefined,
  kept: Pick<Kept, 'formerEdits' | 'analysis'> | null,
): FoundEdits & { isDiscarded: boolean } {
  const former = kept?.formerEdits ?? null;
  if (record && record.atMs >= (former?.atMs ?? 0)) {
    return { value: record.edits, areLost: false, isDiscarded: record.isDiscarded };
  }
  if (former) return { value: former.value, areLost: !former.isReadable, isDiscarded: false };
  // What was never looked at to its end was never cut.
  return { value: null, areLost: record === undefined && Boolean(kept?.analysis), isDiscarded: false };
}

/** Edits of a recording of this length that is cut at frames of `settings`. */
export function readEdits(
  { value, areLost }: FoundEdits,
  { durationS, settings }: { durationS: number; settings: Mp3Settings },
): ReadEdits {
  const found = asEdits(value);
  const trim = readTrimEdits(found.trim, durationS);
  const snap = snapToFrames(mp3FrameS(settings), durationS);
  const kept = trim && tidyKept(trim.kept, { durationS, snap });
  const keptS = kept ? lengthOf(kept) : durationS;
  return {
    trim: kept && trim,
    loudness: found.loudness === 'normalised' ? 'normalised' : 'as_is',
    settings: readSettings(found.settings, settings),
    keptS,
    isTrimmed: keptS < durationS - 1e-6,
    areLost: areLost || (value !== null && !kept),
  };
}

const asEdits = (value: unknown) => (value ?? {}) as Partial<Record<keyof KeptEdits, unknown>>;

/** Only smaller ones are ever chosen here; what is usual on this host may have changed since. */
function readSettings(value: unknown, usual: Mp3Settings): Mp3Settings | null {
  const { sampleRate, bitrate } = (value ?? {}) as Partial<Record<keyof Mp3Settings, unknown>>;
  const known = mp3SampleRates.find((rate) => rate === sampleRate);
  const isSmaller = typeof bitrate === 'number' && bitrate > 0 && bitrate < usual.bitrate;
  return known && isSmaller ? { sampleRate: known, bitrate } : null;
}

const toldLengthS = (value: unknown): number | null => {
  const { durationS } = (asEdits(value).trim ?? {}) as { durationS?: unknown };
  return typeof durationS === 'number' ? durationS : null;
};

export function describeKept({ edits, ...kept }: KeptWork, settings: Mp3Settings): KeptView {
  const { file, chunks, analysis, draft, isDraftLost } = kept;
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  const lengthS = analysis?.durationS ?? toldLengthS(edits.value);
  const read = lengthS === null ? null : readEdits(edits, { durationS: lengthS, settings });
  const areLost = read ? read.areLost : edits.areLost;
  return {
    name: file.name,
    convertedS: kept.settings ? (bytes * 8) / (kept.settings.bitrate * 1000) : 0,
    isAnalysed: analysis !== null,
    lengthS,
    keptS: read?.keptS ?? null,
    cuts: areLost ? 'lost' : read?.isTrimmed ? 'there' : 'none',
    canResume: analysis !== null && draft !== null,
    isSoundLost: isDraftLost,
  };
}
