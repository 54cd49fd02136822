/** Half the length of the interpolation filter, in input samples. */
export const reach = 16;
const taps = 2 * reach;
/** ITU-R BS.1770-4 annex 2 oversamples 48 kHz fourfold; lower rates come to the same rate by a larger factor. */
const targetRate = 192_000;

/** Modified Bessel function of the first kind, order 0. */
function bessel0(x: number): number {
  let sum = 1;
  for (let term = 1, k = 1; term > sum * 1e-16; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/**
 * A sinc under a Kaiser window (beta 9, -6 dB at 0.97 of the Nyquist frequency), as phases of `taps` taps. The twelve taps
 * of the standard's own table fall short by up to 0.6 dB near the top of the band.
 */
export function interpolator(factor: number): Float64Array {
  const cutoff = 0.97;
  const phases = new Float64Array((factor - 1) * taps);
  for (let phase = 1; phase < factor; phase++) {
    const weights = Array.from({ length: taps }, (_, tap) => {
      const t = tap - (reach - 1) - phase / factor;
      const sinc = t === 0 ? 1 : Math.sin(Math.PI * cutoff * t) / (Math.PI * cutoff * t);
      return sinc * bessel0(9 * Math.sqrt(Math.max(0, 1 - (t / reach) ** 2)));
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    phases.set(
      weights.map((weight) => weight / sum),
      (phase - 1) * taps,
    );
  }
  return phases;
}

const chunkSamples = 32;
/**
 * Between two samples the sound is not looked at where it would have to rise by more than this over both to be the highest:
 * a tone rises by 3 dB at a quarter of the sample rate; 6 dB takes a burst made for it at half the rate.
 */
const maxRise = 2;

/** The interpolator for a sample rate, what it can raise a peak by at most, and where it is made use of. */
export function planTruePeak(sampleRate: number) {
  const phases = interpolator(Math.max(1, Math.ceil(targetRate / sampleRate)));
  let maxGain = 1;
  for (let phase = 0; phase < phases.length; phase += taps) {
    let gain = 0;
    for (let tap = 0; tap < taps; tap++) gain += Math.abs(phases[phase + tap]!);
    maxGain = Math.max(maxGain, gain);
  }
  return { phases, phaseCount: phases.length / taps, maxGain, maxRise };
}

/** dBTP; null for digital silence. */
export const toDbtp = (peak: number) => (peak === 0 ? null : 20 * Math.log10(peak));

export type TruePeak = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** True peak so far, dBTP; null for digital silence. */
  dbtp(): number | null;
};

/** True peak, dBTP, after ITU-R BS.1770-4 annex 2: the highest magnitude at 192 kHz or more, in any channel. */
export function createTruePeak({ sampleRate, channels }: { sampleRate: number; channels: number }): TruePeak {
  const { phases, maxGain } = planTruePeak(sampleRate);
  // Of each channel the last `taps` samples and the chunk being filled.
  const lines = Array.from({ length: channels }, () => new Float64Array(taps + chunkSamples));
  /** Highest magnitude of each line's last `taps` samples. */
  const before = new Float64Array(channels);
  let filled = 0;
  let max = 0;

  /** Between sample `at + reach - 1` of the line and the next. */
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
      // No phase can raise a peak by more than the sum of its taps' magnitudes; what cannot reach the maximum is skipped.
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
