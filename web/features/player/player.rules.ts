/**
 * Returns what to do after loading has failed. After the first failure the address is fetched once more, and playback
 * goes on at the same position. After the second one playback stops (§4).
 */
export const afterLoadFailure = (hasReloaded: boolean): 'reload' | 'stop' =>
  hasReloaded ? 'stop' : 'reload';

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

export function nextRate(rate: number, step: 1 | -1): number {
  const next =
    step === 1 ? playbackRates.find((one) => one > rate) : playbackRates.findLast((one) => one < rate);
  return next ?? rate;
}

/**
 * Returns the rate of playback while the person types: 60 % of the chosen rate, but at least 0.5 and never above the chosen
 * rate.
 */
export const slowRate = (rate: number): number => Math.min(rate, Math.max(0.5, rate * 0.6));

/** Time without a key press after which the chosen rate returns, ms. */
export const slowForMs = 1_000;

/** Length of a jump by a button or a letter key, s. */
export const skipS = 10;

/** Length of a jump by an arrow key, s. */
export const stepS = 5;

export const clampTime = (timeS: number, durationS: number): number =>
  Math.min(Math.max(0, durationS), Math.max(0, timeS));

export type Stretches = readonly (readonly [startS: number, endS: number])[];

/** At `atS`, s, playback jumps to `toS`, s, or pauses if `toS` is null. */
type PlayerStop = { atS: number; toS: number | null };

/**
 * Returns the next stop after the position `timeS`, s: the end of the span at `untilS`, s, or the next stretch to skip.
 * Null if there is neither.
 */
export function nextStop(timeS: number, untilS: number | null, skips: Stretches): PlayerStop | null {
  const skip = skips.find(([, endS]) => endS > timeS + 0.001);
  if (untilS !== null && (!skip || untilS <= skip[0])) return { atS: untilS, toS: null };
  return skip ? { atS: skip[0], toS: skip[1] } : null;
}
