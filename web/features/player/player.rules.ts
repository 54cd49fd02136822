/** §4: on a load failure the address is fetched again once, with position and play state; after that playback stops. */
export const afterLoadFailure = (hasReloaded: boolean): 'reload' | 'stop' =>
  hasReloaded ? 'stop' : 'reload';

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The next of `playbackRates` above (1) or below (-1); the same at the ends. */
export function nextRate(rate: number, step: 1 | -1): number {
  const next =
    step === 1 ? playbackRates.find((one) => one > rate) : playbackRates.findLast((one) => one < rate);
  return next ?? rate;
}

/** While somebody writes: 0.6 of the speed, still speech at 0.5, never faster than it was. */
export const slowRate = (rate: number): number => Math.min(rate, Math.max(0.5, rate * 0.6));

/** So long after the last key playback is as fast as before, ms. */
export const slowForMs = 1_000;

/** s of a jump by button or letter. */
export const skipS = 10;

/** s of a jump by arrow: a few words to hear again. */
export const stepS = 5;

export const clampTime = (timeS: number, durationS: number): number =>
  Math.min(Math.max(0, durationS), Math.max(0, timeS));

/** Stretches of the recording, `[start, end]` in s, ascending. */
export type Stretches = readonly (readonly [startS: number, endS: number])[];

/** At `atS` playback pauses, or jumps where `toS` is given. */
type PlayerStop = { atS: number; toS: number | null };

/** What playback meets next: the end of what is to be heard, or a stretch to jump over. Null: nothing. */
export function nextStop(timeS: number, untilS: number | null, skips: Stretches): PlayerStop | null {
  const skip = skips.find(([, endS]) => endS > timeS + 0.001);
  if (untilS !== null && (!skip || untilS <= skip[0])) return { atS: untilS, toS: null };
  return skip ? { atS: skip[0], toS: skip[1] } : null;
}
