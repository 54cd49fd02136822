import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { dropoutLimits, planDropouts } from '#wasm/measure/dropout-plan.ts';

const { minEdgeRatio, minSpeechRatio, minPower } = dropoutLimits;
/** The level of a window is measured on every fourth sample, which is enough. */
const loudestStride = 4;

type DropoutScan = {
  window: Float32Array;
  /**
   * Scans the window except its last flank, which is scanned with the next one. Returns the dropouts, in samples from
   * the beginning.
   */
  scan(): TimeSpan[];
};

export function createDropoutScan({
  sampleRate,
  windowSamples,
}: {
  sampleRate: number;
  windowSamples: number;
}): DropoutScan {
  const { flank, edge, minRun, maxRun, carry, forget } = planDropouts(sampleRate, windowSamples);
  const line = new Float32Array(carry + windowSamples);
  let loudest = 0;
  let run = 0;
  let isCutBefore = false;
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
      const dropouts: TimeSpan[] = [];
      loudest = Math.max(loudest * forget, powerOf(carry, line.length, loudestStride));
      const end = line.length - flank;
      for (let i = carry - flank; i < end; i++) {
        // A run of `minRun` zeros contains one of any samples that are `minRun` apart, so only these are tested.
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
          dropouts.push([origin + i - run, origin + i]);
        run = 0;
      }
      line.copyWithin(0, windowSamples);
      origin += windowSamples;
      return dropouts;
    },
  };
}
