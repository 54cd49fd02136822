import type { Span } from '#wasm/dsp/time-span.ts';

const minS = 0.005;
/** Longer silence is a pause or a mute, however it begins. */
const maxS = 0.5;
/** What lies before and after is looked at over so long, and its edge over so long. */
const flankS = 0.01;
const edgeS = 0.002;
/** Mean square of an edge against its flank. What fades out evenly over the flank has 0.04 left in the edge. */
const minEdgeRatio = 0.06;
/** Mean square of the flanks against the loudest window of the last seconds: -20 dB is between words. */
const minSpeechRatio = 0.01;
/** And at least -60 dBFS: the noise of a converter is not speech. */
const minPower = 1e-6;
export const holeLimits = { minEdgeRatio, minSpeechRatio, minPower };
/** How loud a window is, is seen on every fourth sample too. */
const loudestStride = 4;
/** The loudest window is forgotten by 10 dB in so long. */
const forgetS = 3;

export type HolePlan = {
  /** Samples. */
  flank: number;
  edge: number;
  minRun: number;
  maxRun: number;
  /** A flank before a run that has just become long enough, and a flank not looked at yet. */
  carry: number;
  /** What is left of the loudest window after another. */
  forget: number;
};

export function planHoles(sampleRate: number, windowSamples: number): HolePlan {
  const flank = Math.max(4, Math.round(sampleRate * flankS));
  const minRun = Math.max(2, Math.round(sampleRate * minS));
  return {
    flank,
    edge: Math.max(2, Math.round(sampleRate * edgeS)),
    minRun,
    maxRun: Math.round(sampleRate * maxS),
    carry: minRun + 2 * flank,
    forget: 10 ** (-windowSamples / sampleRate / forgetS),
  };
}

export type HoleScan = {
  /** Room for one window of one channel. */
  window: Float32Array;
  /** Looks at the window, less its last flank, which comes with the next one. Holes as samples from the beginning on. */
  scan(): Span[];
};

/** Looks for holes in one channel, window by window of `windowSamples`. */
export function createHoleScan({
  sampleRate,
  windowSamples,
}: {
  sampleRate: number;
  windowSamples: number;
}): HoleScan {
  const { flank, edge, minRun, maxRun, carry, forget } = planHoles(sampleRate, windowSamples);
  const line = new Float32Array(carry + windowSamples);
  let loudest = 0;
  let run = 0;
  let isCutBefore = false;
  /** Samples from the beginning of the recording to that of the line. */
  let origin = -carry;

  const powerOf = (from: number, to: number, stride = 1) => {
    let sum = 0;
    for (let i = from; i < to; i += stride) sum += line[i]! * line[i]!;
    return (sum * stride) / (to - from);
  };
  const isCut = (flankPower: number, edgePower: number) =>
    flankPower >= Math.max(minPower, minSpeechRatio * loudest) && edgePower >= minEdgeRatio * flankPower;

  return {
    window: line.subarray(carry),
    scan() {
      const holes: Span[] = [];
      loudest = Math.max(loudest * forget, powerOf(carry, line.length, loudestStride));
      const end = line.length - flank;
      for (let i = carry - flank; i < end; i++) {
        // A run that is long enough holds every one of the samples that are `minRun` apart.
        if (run === 0 && i + minRun <= end && line[i + minRun - 1] !== 0) {
          i += minRun - 1;
          continue;
        }
        if (line[i] === 0) {
          run++;
          if (run === minRun) {
            const start = i + 1 - minRun;
            isCutBefore = isCut(powerOf(start - flank, start), powerOf(start - edge, start));
          }
          continue;
        }
        if (
          run >= minRun &&
          run <= maxRun &&
          isCutBefore &&
          isCut(powerOf(i, i + flank), powerOf(i, i + edge))
        )
          holes.push([origin + i - run, origin + i]);
        run = 0;
      }
      line.copyWithin(0, windowSamples);
      origin += windowSamples;
      return holes;
    },
  };
}
