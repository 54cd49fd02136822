import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMixedFft } from '#wasm/dsp/mixed-fft.ts';

function slowly(re: readonly number[], im: readonly number[]) {
  const size = re.length;
  return Array.from({ length: size }, (_, bin) => {
    let [sumRe, sumIm] = [0, 0];
    for (let at = 0; at < size; at++) {
      const angle = (-2 * Math.PI * bin * at) / size;
      sumRe += re[at]! * Math.cos(angle) - im[at]! * Math.sin(angle);
      sumIm += re[at]! * Math.sin(angle) + im[at]! * Math.cos(angle);
    }
    return [sumRe, sumIm] as const;
  });
}

describe('a transform', () => {
  it.each([1, 4, 5, 16, 20, 25, 100, 400])('of %i values is the sum that defines it', (size) => {
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
      minLength: size,
      maxLength: size,
    });
    const fft = createMixedFft(size);
    fc.assert(
      fc.property(values, values, (real, imaginary) => {
        const [re, im] = [Float64Array.from(real), Float64Array.from(imaginary)];
        fft.transform(re, im);
        for (const [bin, [wantedRe, wantedIm]] of slowly(real, imaginary).entries()) {
          expect(Math.abs(re[bin]! - wantedRe)).toBeLessThan(1e-9);
          expect(Math.abs(im[bin]! - wantedIm)).toBeLessThan(1e-9);
        }
      }),
      { numRuns: 3 },
    );
  });

  it('knows fours and fives only', () => {
    expect(() => createMixedFft(30)).toThrow('no transform of 30');
  });
});
