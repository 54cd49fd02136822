import { lengthOf, readTrimEdits, snapToFrames, tidyKept, type TrimEdits } from '#web/features/trim/index.ts';
import { mp3FrameS, mp3SampleRates } from '#workers/encode/encode.contract.ts';
import type { Loudness, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { Kept } from '#workers/keep/keep.contract.ts';
import type { EditsRecord } from './local-edits.ts';

/** The edits that the page stores. `settings` is missing if the person has kept the settings of the host. */
export type LocalEdits = { trim: TrimEdits; loudness: Loudness; settings?: Mp3Settings };

/**
 * Edits as they were found on this device. `areLost` means that there were, or may have been, edits that cannot be
 * read.
 */
export type FoundEdits = { value: unknown; areLost: boolean };
export const noEdits: FoundEdits = { value: null, areLost: false };

type ReadEdits = {
  trim: TrimEdits | null;
  loudness: Loudness;
  settings: Mp3Settings | null;
  /** Length after the cuts, s. */
  keptS: number;
  isTrimmed: boolean;
  /** True if there were, or may have been, cuts that cannot be read. */
  areLost: boolean;
};

export type LocalWorkView = {
  name: string;
  /** Length of the mp3 made so far, s. */
  convertedS: number;
  isAnalysed: boolean;
  /** Length of the recording, s; null if not known. */
  lengthS: number | null;
  /** Length after the cuts, s; null if not known. */
  keptS: number | null;
  cuts: 'none' | 'there' | 'lost';
  /** True if the work can go on without choosing the file again. */
  canResume: boolean;
  /** True if the mp3 was complete but its file on the device cannot be read. */
  isSoundLost: boolean;
};

export type LocalWork = Kept & { edits: FoundEdits };

/**
 * Chooses the newer of two stored edits. `record` is from the current store; undefined if that cannot be read. `kept`
 * has the edits that an earlier version of the page stored with the recording of the same file.
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
  // A file is cut only after its analysis, so without an analysis no cuts can be lost.
  return { value: null, areLost: record === undefined && Boolean(kept?.analysis), isDiscarded: false };
}

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

const asEdits = (value: unknown) => (value ?? {}) as Partial<Record<keyof LocalEdits, unknown>>;

/**
 * Returns the stored settings if their bit rate is below that of the host. Otherwise it returns null, because the page
 * offers no other settings. The settings of the host may have changed since.
 */
function readSettings(value: unknown, usual: Mp3Settings): Mp3Settings | null {
  const { sampleRate, bitrate } = (value ?? {}) as Partial<Record<keyof Mp3Settings, unknown>>;
  const known = mp3SampleRates.find((rate) => rate === sampleRate);
  const isSmaller = typeof bitrate === 'number' && bitrate > 0 && bitrate < usual.bitrate;
  return known && isSmaller ? { sampleRate: known, bitrate } : null;
}

const storedLengthS = (value: unknown): number | null => {
  const { durationS } = (asEdits(value).trim ?? {}) as { durationS?: unknown };
  return typeof durationS === 'number' ? durationS : null;
};

export function describeLocalWork({ edits, ...work }: LocalWork, settings: Mp3Settings): LocalWorkView {
  const { file, chunks, analysis, draft, isDraftLost } = work;
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  const lengthS = analysis?.durationS ?? storedLengthS(edits.value);
  const read = lengthS === null ? null : readEdits(edits, { durationS: lengthS, settings });
  const areLost = read ? read.areLost : edits.areLost;
  return {
    name: file.name,
    convertedS: work.settings ? (bytes * 8) / (work.settings.bitrate * 1000) : 0,
    isAnalysed: analysis !== null,
    lengthS,
    keptS: read?.keptS ?? null,
    cuts: areLost ? 'lost' : read?.isTrimmed ? 'there' : 'none',
    canResume: analysis !== null && draft !== null,
    isSoundLost: isDraftLost,
  };
}
