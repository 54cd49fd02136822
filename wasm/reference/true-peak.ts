import { reach, taps } from '#wasm/dsp/interpolator.ts';
import { planTruePeak, toDbtp, type TruePeak } from '#wasm/measure/true-peak.ts';
import type { SamplePart } from './sample-part.ts';

const chunkSamples = 32;

/** Reference of `createTruePeak` in JavaScript: identical to the last bit. */
export function createReferenceTruePeak({
  sampleRate,
  channels,
}: {
  sampleRate: number;
  channels: number;
}): SamplePart<TruePeak> {
  const { phases, maxGain, maxRise } = planTruePeak(sampleRate);
  const lines = Array.from({ length: channels }, () => new Float64Array(taps + chunkSamples));
  /** Highest magnitude of each line's last `taps` samples. */
  const before = new Float64Array(channels);
  let filled = 0;
  let max = 0;

  /** Interpolates between sample `at + reach - 1` of the line and the next one. */
  const interpolate = (line: Float64Array, at: number) => {
    for (let phase = 0; phase < phases.length; phase += taps) {
      let even = 0;
      let odd = 0;
      for (let tap = 0; tap < taps; tap += 2) {
        even += phases[phase + tap]! * line[at + tap]!;
        odd += phases[phase + tap + 1]! * line[at + tap + 1]!;
      }
      const magnitude = Math.abs(even + odd);
      if (magnitude > max) max = magnitude;
    }
  };

  const endChunk = () => {
    for (let channel = 0; channel < channels; channel++) {
      const line = lines[channel]!;
      let peak = 0;
      for (let i = taps; i < taps + chunkSamples; i++) {
        const magnitude = Math.abs(line[i]!);
        if (magnitude > peak) peak = magnitude;
      }
      if (peak > max) max = peak;
      // No phase can raise a peak by more than the sum of its taps' magnitudes; chunks that cannot reach the maximum are skipped.
      if (Math.max(peak, before[channel]!) * maxGain > max)
        for (let at = 1; at <= chunkSamples; at++) {
          const [left, right] = [Math.abs(line[at + reach - 1]!), Math.abs(line[at + reach]!)];
          if ((left > right ? left : right) * maxRise > max) interpolate(line, at);
        }
      line.copyWithin(0, chunkSamples);
      before[channel] = peak;
    }
    filled = 0;
  };

  return {
    push(block) {
      const frames = block.length / channels;
      for (let at = 0; at < frames;) {
        const count = Math.min(chunkSamples - filled, frames - at);
        for (let channel = 0; channel < channels; channel++) {
          const line = lines[channel]!;
          for (let i = 0, from = at * channels + channel; i < count; i++, from += channels)
            line[taps + filled + i] = block[from]!;
        }
        at += count;
        filled += count;
        if (filled === chunkSamples) endChunk();
      }
    },
    dbtp() {
      let peak = max;
      for (const line of lines)
        for (let i = taps; i < taps + filled; i++) peak = Math.max(peak, Math.abs(line[i]!));
      return toDbtp(peak);
    },
  };
}
