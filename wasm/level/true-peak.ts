/** The interpolation filter of ITU-R BS.1770-4 annex 2: four phases of twelve taps; the last two mirror the first two. */
const firstPhases = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625,
    0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
];
const phases = [...firstPhases, ...firstPhases.map((phase) => phase.toReversed()).toReversed()];
const taps = 12;

/** No phase can raise a peak by more than the sum of its taps' magnitudes; what cannot reach the maximum is skipped. */
const maxGain = Math.max(...phases.map((phase) => phase.reduce((sum, tap) => sum + Math.abs(tap), 0)));
const chunkSamples = 512;

export type TruePeak = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** True peak so far, dBTP; null for digital silence. */
  dbtp(): number | null;
};

/** True peak after ITU-R BS.1770-4 annex 2, fourfold oversampled. */
export function createTruePeak({ channels }: { channels: number }): TruePeak {
  const flat = Float64Array.from(phases.flat());
  const lines = Array.from({ length: channels }, () => new Float32Array(taps - 1 + chunkSamples));
  let max = 0;

  const interpolate = (line: Float32Array, count: number) => {
    for (let i = 0; i < count; i++) {
      for (let phase = 0; phase < flat.length; phase += taps) {
        let sum = 0;
        for (let tap = 0; tap < taps; tap++) sum += flat[phase + tap]! * line[i + taps - 1 - tap]!;
        const magnitude = Math.abs(sum);
        if (magnitude > max) max = magnitude;
      }
    }
  };

  return {
    push(block) {
      const frames = block.length / channels;
      for (let at = 0; at < frames; at += chunkSamples) {
        const count = Math.min(chunkSamples, frames - at);
        for (let channel = 0; channel < channels; channel++) {
          const line = lines[channel]!;
          let peak = 0;
          for (let i = 0; i < taps - 1; i++) peak = Math.max(peak, Math.abs(line[i]!));
          for (let i = 0; i < count; i++) {
            const sample = block[(at + i) * channels + channel]!;
            line[taps - 1 + i] = sample;
            const magnitude = Math.abs(sample);
            if (magnitude > peak) peak = magnitude;
          }
          if (peak > max) max = peak;
          if (peak * maxGain > max) interpolate(line, count);
          line.copyWithin(0, count, count + taps - 1);
        }
      }
    },
    dbtp: () => (max === 0 ? null : 20 * Math.log10(max)),
  };
}
