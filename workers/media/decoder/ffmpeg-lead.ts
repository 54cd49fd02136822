import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';
import { findOverlap } from './overlap.rules.ts';

/** Separates what a run of ffmpeg sends from what it decodes before. */
export type Lead = {
  /** True if the place from which to send was not found. Then nothing is sent. */
  readonly isLost: boolean;
  /** Takes the next octets. Returns those to send, which may be earlier ones, in parts. */
  pass(octets: Uint8Array): Uint8Array[];
  /** Returns what is left to send at the end of the run. */
  end(): Uint8Array[];
};

/** Creates the lead of a run from the start of the file, which passes over the octets that were sent before. */
export function createSkippedLead(sentOctets: number): Lead {
  let toSkip = sentOctets;
  return {
    isLost: false,
    pass(octets) {
      const skipped = Math.min(toSkip, octets.length);
      toSkip -= skipped;
      return [octets.subarray(skipped)];
    },
    end: () => [],
  };
}

/** Smallest number of samples among which the tail must be. A demuxer may start long before the place that it was given. */
const windowFloats = 64 * slotFloats;

type Overlap = {
  /** The last samples that were sent. */
  tail: Float32Array;
  channels: number;
  /** Number of frames from the start of the run within which the tail must end. */
  frames: number;
};

/** Creates the lead of a run from some seconds before the end of `tail`. */
export function createOverlapLead({ tail, channels, frames: most }: Overlap): Lead {
  const window = new Float32Array(Math.max(windowFloats, most * channels));
  const target = new Uint8Array(window.buffer);
  let filled = 0;
  let state: 'looking' | 'found' | 'lost' = 'looking';
  const look = () => {
    const sound = window.subarray(0, Math.floor(filled / 4 / channels) * channels);
    const frames = findOverlap(sound, tail, channels);
    state = frames === null ? 'lost' : 'found';
    return frames === null ? [] : [target.subarray(4 * channels * frames, filled)];
  };
  return {
    get isLost() {
      return state === 'lost';
    },
    pass(octets) {
      if (state === 'found') return [octets];
      const part = octets.subarray(0, target.length - filled);
      target.set(part, filled);
      filled += part.length;
      return filled < target.length ? [] : [...look(), octets.subarray(part.length)];
    },
    end: () => (state === 'looking' ? look() : []),
  };
}
