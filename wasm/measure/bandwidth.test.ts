import { describe, expect, it } from 'vitest';
import { bandCount, bandHz } from './speech-level.ts';
import { bandwidthOf } from './bandwidth.ts';

const bands = (db: (hz: number) => number) =>
  Float64Array.from({ length: bandCount }, (_, band) => 10 ** (db((band + 0.5) * bandHz) / 10));
const bandwidth = (loud: (hz: number) => number, noise: (hz: number) => number) =>
  bandwidthOf({ loud: bands(loud), speech: bands(loud), noise: bands(noise) });

const voice = (hz: number) => -25 - (6 * hz) / 1_000;
const telephone = (hz: number) => (hz > 3_400 ? -100 : voice(hz));

describe('bandwidth', () => {
  it('is all there is of speech up to 8 kHz', () => {
    expect(bandwidth(voice, () => -100)).toBe(8_000);
  });

  it('ends where a telephone does', () => {
    expect(bandwidth(telephone, () => -110)).toBe(3_500);
  });

  it('does not take noise above the telephone for speech', () => {
    expect(
      bandwidth(
        (hz) => Math.max(telephone(hz), -80),
        (hz) => Math.max(-80, telephone(hz) - 40),
      ),
    ).toBe(3_500);
  });

  it('is not known where noise hides the consonants', () => {
    const noise = () => -45;
    expect(bandwidth((hz) => Math.max(voice(hz), -45), noise)).toBeNull();
  });

  it('is not known of nothing but noise', () => {
    const noise = () => -50;
    expect(bandwidth(noise, noise)).toBeNull();
  });
});
