/** The scale and the ballistics of the level meter. Levels are in dBFS, times in ms. */

export const meterRange = { fromDbfs: -60, toDbfs: 0 } as const;

/**
 * RMS range of clear speech, dBFS. It begins above the warning for speech that is too quiet, and leaves headroom for
 * laughter.
 */
export const speechRange = { fromDbfs: -36, toDbfs: -12 } as const;

/**
 * Speed at which the needle falls, dB per ms: 20 dB in 1.7 s, as in a peak programme meter of type I (IEC 60268-10).
 */
const fallDbPerMs = 20 / 1700;
const holdMs = 1500;

export type Needle = { rmsDbfs: number; peakDbfs: number; heldDbfs: number; heldAtMs: number; atMs: number };

export const restingNeedle: Needle = {
  rmsDbfs: Number.NEGATIVE_INFINITY,
  peakDbfs: Number.NEGATIVE_INFINITY,
  heldDbfs: Number.NEGATIVE_INFINITY,
  heldAtMs: 0,
  atMs: 0,
};

export type Level = { rmsDbfs: number; peakDbfs: number };

/**
 * Returns the needle at `nowMs`. It rises at once, falls slowly, and holds its highest peak. `level` is null if there
 * is no new report.
 */
export function moveNeedle(needle: Needle, level: Level | null, nowMs: number): Needle {
  const fall = Math.max(0, nowMs - needle.atMs) * fallDbPerMs;
  const next = (before: number, now: number) => {
    const fallen = before - fall;
    const lowest = fallen < meterRange.fromDbfs ? Number.NEGATIVE_INFINITY : fallen;
    return Math.max(now, lowest);
  };
  const rmsDbfs = next(needle.rmsDbfs, level?.rmsDbfs ?? Number.NEGATIVE_INFINITY);
  const peakDbfs = next(needle.peakDbfs, level?.peakDbfs ?? Number.NEGATIVE_INFINITY);
  const isHeld = peakDbfs < needle.heldDbfs && nowMs - needle.heldAtMs < holdMs;
  return {
    rmsDbfs,
    peakDbfs,
    heldDbfs: isHeld ? needle.heldDbfs : peakDbfs,
    heldAtMs: isHeld ? needle.heldAtMs : nowMs,
    atMs: nowMs,
  };
}

/** Returns the position of a level on the scale, 0 to 1. */
export function toShare(dbfs: number): number {
  const { fromDbfs, toDbfs } = meterRange;
  return Math.min(1, Math.max(0, (dbfs - fromDbfs) / (toDbfs - fromDbfs)));
}

type LevelWord = 'silent' | 'quiet' | 'fine' | 'loud';

/** Returns the held peak as a word, which is the text alternative of the meter. */
export function levelWord(heldDbfs: number): LevelWord {
  if (heldDbfs < meterRange.fromDbfs + 6) return 'silent';
  if (heldDbfs < speechRange.fromDbfs + 8) return 'quiet';
  return heldDbfs > -1.5 ? 'loud' : 'fine';
}

export const meterTicks = [-60, -48, -36, -24, -12, -6, 0] as const;
