import type { Span } from '../level/spans.ts';

export type RegionSettings = {
  /** Speech begins at this probability … */
  startAt: number;
  /** … and goes on until it falls below this one (the model's authors take 0.15 less). */
  endBelow: number;
  /** A region counts if the model was this sure at least once. */
  sureAt: number;
  /** Frames below `endBelow` that end a region; shorter pauses lie within speech. */
  minPauseFrames: number;
  /** Shorter bursts of speech are taken for noise. */
  minSpeechFrames: number;
  /** Frames added before and after, so that no consonant is cut. */
  padBeforeFrames: number;
  padAfterFrames: number;
};

/**
 * A frame is 32 ms: pauses from 384 ms, speech from 160 ms, 96 ms before and 160 ms after. The first two probabilities are
 * lower than the authors' (0.5, 0.35): far-field meetings and whispering lose less, and the third keeps noise out.
 */
export const regionSettings: RegionSettings = {
  startAt: 0.4,
  endBelow: 0.25,
  sureAt: 0.6,
  minPauseFrames: 12,
  minSpeechFrames: 5,
  padBeforeFrames: 3,
  padAfterFrames: 5,
};

export type Regions = {
  push(probability: number): void;
  /** Regions in frames, ascending, not overlapping, within what was pushed. */
  finish(): Span[];
};

/** Turns probabilities of frames into regions of speech, by hysteresis. */
export function createRegions(settings: RegionSettings = regionSettings): Regions {
  const { startAt, endBelow, sureAt, minPauseFrames, minSpeechFrames, padBeforeFrames, padAfterFrames } =
    settings;
  const regions: Span[] = [];
  let frame = 0;
  let start: number | null = null;
  let lastSpeech = 0;
  let peak = 0;

  const close = () => {
    if (start === null) return;
    const end = lastSpeech + 1;
    if (end - start >= minSpeechFrames && peak >= sureAt) {
      const from = Math.max(0, start - padBeforeFrames);
      const last = regions.at(-1);
      if (last && from <= last[1]) last[1] = end + padAfterFrames;
      else regions.push([from, end + padAfterFrames]);
    }
    start = null;
    peak = 0;
  };

  return {
    push(probability) {
      if (probability >= startAt) start ??= frame;
      if (start !== null && probability >= endBelow) lastSpeech = frame;
      if (start !== null) peak = Math.max(peak, probability);
      if (start !== null && frame - lastSpeech >= minPauseFrames) close();
      frame++;
    },
    finish() {
      close();
      return regions.map(([from, to]) => [from, Math.min(to, frame)]);
    },
  };
}
