import { describe, expect, it } from 'vitest';
import { concat, interleave, pieces, sine } from '../testing/signals.ts';
import { createMonoResampler } from './resample.ts';

const targetRate = 16_000;

function resampled(samples: Float32Array, sampleRate: number, channels = 1) {
  const resampler = createMonoResampler({ sampleRate, channels, targetRate });
  const parts = [...pieces(samples, channels)].map((piece) => resampler.push(piece).slice());
  return concat(...parts, resampler.finish());
}

/** Largest difference away from the ends, where the filter has all it needs. */
function worst(a: Float32Array, b: Float32Array) {
  let max = 0;
  for (let i = 200; i < Math.min(a.length, b.length) - 200; i++) max = Math.max(max, Math.abs(a[i]! - b[i]!));
  return max;
}

describe('resampling to 16 kHz', () => {
  it.each([8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 44_099])(
    'from %i Hz keeps a tone, its phase and the length',
    (sampleRate) => {
      const tone = { frequency: 1_000, dbfs: -6, durationS: 1 };
      const out = resampled(sine({ ...tone, sampleRate }), sampleRate);
      expect(out).toHaveLength(targetRate);
      expect(worst(out, sine({ ...tone, sampleRate: targetRate }))).toBeLessThan(0.003);
    },
  );

  it('leaves nothing of what lies above half the rate', () => {
    const out = resampled(sine({ frequency: 9_000, dbfs: 0, durationS: 1, sampleRate: 48_000 }), 48_000);
    expect(worst(out, new Float32Array(out.length))).toBeLessThan(0.001);
  });

  it('takes the mean of the channels', () => {
    const left = sine({ frequency: 500, dbfs: 0, durationS: 0.5, sampleRate: 48_000 });
    const out = resampled(interleave(left, new Float32Array(left.length)), 48_000, 2);
    const half = sine({ frequency: 500, dbfs: -6.0206, durationS: 0.5, sampleRate: targetRate });
    expect(worst(out, half)).toBeLessThan(0.003);
  });

  it('gives the same samples however the sound is cut', () => {
    const signal = sine({ frequency: 700, dbfs: -3, durationS: 0.5, sampleRate: 44_100 });
    const whole = createMonoResampler({ sampleRate: 44_100, channels: 1, targetRate });
    expect(resampled(signal, 44_100)).toEqual(concat(whole.push(signal), whole.finish()));
  });
});
