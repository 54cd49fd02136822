import { describe, expect, it } from 'vitest';
import { loadKernel } from '../../tools/kernel.ts';
import { concat, interleave, mix, noise, pieces, silence, sine } from '#wasm/testing/signals.ts';
import { createReferenceDropouts } from './dropouts.ts';

const sampleRate = 48_000;
const voice = (durationS: number, dbfs = -20) =>
  mix(sine({ frequency: 210, dbfs, durationS, sampleRate }), noise(dbfs - 20, durationS, sampleRate));

const inKernel: typeof createReferenceDropouts = (input) => {
  const { push, levels } = loadKernel().createSound({ ...input, peaksRate: 20, fineRate: 100 });
  return { push, result: () => levels().dropouts };
};
const ways = [
  ['in JavaScript', createReferenceDropouts],
  ['in the kernel', inKernel],
] as const;

function dropoutsBy(create: typeof createReferenceDropouts, samples: Float32Array, channels: number) {
  const dropouts = create({ sampleRate, channels });
  for (const piece of pieces(samples, channels)) dropouts.push(piece);
  return dropouts.result();
}

/** Replaces samples by zeros for `durationS` from each place, s. */
function withHoles(samples: Float32Array, durationS: number, ...at: number[]): Float32Array {
  const out = samples.slice();
  for (const start of at)
    out.fill(0, Math.round(start * sampleRate), Math.round((start + durationS) * sampleRate));
  return out;
}
/** A word with natural onset and decay, over 20 ms. */
const word = (durationS: number) => {
  const sound = voice(durationS);
  return sound.map((sample, i) => sample * Math.min(1, i / 960, (sound.length - 1 - i) / 960));
};

describe.each(ways)('dropouts, found %s,', (_way, create) => {
  const dropoutsOf = (samples: Float32Array, channels = 1) => dropoutsBy(create, samples, channels);

  it.each([0.006, 0.02, 0.3])('of %f s are found where they are, each', (durationS) => {
    const { count, spans } = dropoutsOf(withHoles(voice(4), durationS, 0.5123, 1.7, 2.951));
    expect(count).toBe(3);
    expect(spans.map(([start]) => start)).toEqual([
      expect.closeTo(0.5123, 4),
      expect.closeTo(1.7, 4),
      expect.closeTo(2.951, 4),
    ]);
    for (const [start, end] of spans) expect(end - start).toBeCloseTo(durationS, 3);
  });

  it('are found in one channel of two, and are one where both have the same hole', () => {
    const holed = withHoles(voice(2), 0.03, 0.7, 1.4);
    expect(dropoutsOf(interleave(voice(2), holed), 2).count).toBe(2);
    expect(dropoutsOf(interleave(holed, holed), 2).count).toBe(2);
  });

  it('are not single zeros, nor less than 5 ms of them', () => {
    expect(dropoutsOf(withHoles(voice(2), 0.004, 0.5, 1)).count).toBe(0);
  });

  it('are not the digital silence between words that fade, nor before the first and after the last', () => {
    const gap = silence(0.06, sampleRate);
    expect(dropoutsOf(concat(gap, word(0.4), gap, word(0.3), gap, word(0.5), gap)).count).toBe(0);
    expect(dropoutsOf(concat(gap, voice(1), gap)).count).toBe(0);
  });

  it('are not what a gate cuts out of the quiet between words', () => {
    const quiet = noise(-50, 0.1, sampleRate);
    const cut = concat(voice(0.5), quiet, silence(0.1, sampleRate), quiet, voice(0.5));
    expect(dropoutsOf(cut).count).toBe(0);
  });

  it('are not pauses of more than half a second, nor silence', () => {
    expect(dropoutsOf(withHoles(voice(3), 0.7, 1)).count).toBe(0);
    expect(dropoutsOf(silence(3, sampleRate))).toEqual({ count: 0, spans: [] });
  });
});
