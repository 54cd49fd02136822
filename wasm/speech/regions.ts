import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createSoundGate } from './sound-gate.ts';

type RegionSettings = {
  /** Probability from which speech begins. */
  startAt: number;
  endBelow: number;
  /**
   * Least probability of a region's last frame. The model's probability falls late after speech, in noise 100 ms late.
   */
  edgeAt: number;
  /** Probability that a region must reach at least once. */
  sureAt: number;
  /** Number of frames below `endBelow` that end a region; shorter pauses belong to the speech. */
  minPauseFrames: number;
  /** Least number of frames of a region. Shorter ones are noise. */
  minSpeechFrames: number;
  /** Number of frames added on either side, so that no consonant is cut. */
  padFrames: number;
  /**
   * Largest number of further frames on either side, for soft onsets and fading ends. They are added while the level is
   * `extendAboveDb` above the noise floor.
   */
  extendFrames: number;
  extendAboveDb: number;
};

/**
 * A frame is 32 ms: pauses from 384 ms, speech from 160 ms, 64 to 192 ms of padding. Found by `npm run eval -- vad` on the
 * synthetic cases: lower probabilities than the authors' (0.5, 0.35) cut fewer consonants, and `sureAt` excludes noise. These
 * settings cut 3.6 % of the edges at a balanced error of 2.2 %; fixed pads of 96 and 160 ms cut 3.1 % at 3.7 %.
 */
export const regionSettings: RegionSettings = {
  startAt: 0.3,
  endBelow: 0.25,
  edgeAt: 0.35,
  sureAt: 0.7,
  minPauseFrames: 12,
  minSpeechFrames: 5,
  padFrames: 2,
  extendFrames: 4,
  extendAboveDb: 10,
};

type Regions = {
  /** Takes a frame's probability of speech, and its level in dBFS before any gain. */
  push(probability: number, levelDbfs: number): void;
  /** Returns the regions that have ended, in frames. The last one may still grow into the next. */
  soFar(): readonly TimeSpan[];
  /** Returns the region that goes on, up to its last speech so far, or null if there is none. */
  open(): TimeSpan | null;
  /** Returns the regions in frames, ascending and not overlapping. None extends beyond the frames that were pushed. */
  finish(): TimeSpan[];
};

/** Turns frame probabilities into speech regions, by hysteresis, with edges adjusted to the level. */
export function createRegions(settings: RegionSettings = regionSettings): Regions {
  const { startAt, endBelow, edgeAt, sureAt, minPauseFrames, minSpeechFrames } = settings;
  const { padFrames, extendFrames, extendAboveDb } = settings;
  const isSoundAt = createSoundGate(extendAboveDb);
  const before: boolean[] = [];
  const regions: TimeSpan[] = [];
  let frame = 0;
  let open: { from: number; start: number; edge: number; to: number; last: number; peak: number } | null =
    null;

  const startOf = (start: number) => {
    const from = start - padFrames;
    let more = 0;
    while (more < extendFrames && before.at(-1 - padFrames - more)) more++;
    return Math.max(0, from - more);
  };

  const isSpeech = () => open && open.edge + 1 - open.start >= minSpeechFrames && open.peak >= sureAt;
  const close = () => {
    if (open && isSpeech()) {
      const last = regions.at(-1);
      if (last && open.from <= last[1]) last[1] = open.to;
      else regions.push([open.from, open.to]);
    }
    open = null;
  };

  return {
    push(probability, levelDbfs) {
      const isSound = isSoundAt(levelDbfs, probability);
      if (probability >= startAt)
        open ??= {
          from: startOf(frame),
          start: frame,
          edge: frame,
          to: frame + 1 + padFrames,
          last: frame,
          peak: 0,
        };
      if (open) {
        open.peak = Math.max(open.peak, probability);
        if (probability >= endBelow) open.last = frame;
        if (probability >= edgeAt) {
          open.edge = frame;
          open.to = frame + 1 + padFrames;
        } else if (frame === open.to && isSound && frame <= open.edge + padFrames + extendFrames) open.to++;
        if (frame - open.last >= minPauseFrames) close();
      }
      before.push(isSound);
      if (before.length > padFrames + extendFrames) before.shift();
      frame++;
    },
    soFar: () => regions,
    open: () => (open && isSpeech() ? [open.from, Math.min(open.to, frame)] : null),
    finish() {
      close();
      return regions.map(([from, to]) => [from, Math.min(to, frame)]);
    },
  };
}
