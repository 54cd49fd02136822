import { describe, expect, it } from 'vitest';
import { concat, interleave, pieces, silence, sine } from '../testing/signals.ts';
import { createLoudness } from './loudness.ts';

const tone = (dbfs: number, durationS: number, sampleRate = 48_000, frequency = 1_000) =>
  sine({ frequency, dbfs, durationS, sampleRate });
const stereo = (mono: Float32Array) => interleave(mono, mono);

function lufsOf(samples: Float32Array, channels: number, sampleRate = 48_000) {
  const loudness = createLoudness({ sampleRate, channels });
  for (const piece of pieces(samples, channels)) loudness.push(piece);
  return loudness.integratedLufs();
}

describe('integrated loudness', () => {
  it.each([48_000, 44_100, 16_000, 8_000])(
    'of a full-scale sine of 997 Hz in one channel is -3.01 LUFS at %i Hz (BS.1770-4)',
    (sampleRate) => {
      expect(lufsOf(tone(0, 5, sampleRate, 997), 1, sampleRate)).toBeCloseTo(-3.01, 1);
    },
  );

  it.each([-23, -33])(
    'of a stereo sine at %i dBFS is that many LUFS (EBU Tech 3341, cases 1 and 2)',
    (dbfs) => {
      expect(Math.abs(lufsOf(stereo(tone(dbfs, 20)), 2)! - dbfs)).toBeLessThan(0.1);
    },
  );

  it('leaves out passages ten LU below the rest (EBU Tech 3341, case 3)', () => {
    const signal = stereo(concat(tone(-36, 10), tone(-23, 60), tone(-36, 10)));
    expect(Math.abs(lufsOf(signal, 2)! + 23)).toBeLessThan(0.1);
  });

  it('leaves out what lies below the absolute gate as well (EBU Tech 3341, case 4)', () => {
    const signal = stereo(concat(tone(-72, 10), tone(-36, 10), tone(-23, 60), tone(-36, 10), tone(-72, 10)));
    expect(Math.abs(lufsOf(signal, 2)! + 23)).toBeLessThan(0.1);
  });

  it('is the mean energy of passages near each other (EBU Tech 3341, case 5)', () => {
    const signal = stereo(concat(tone(-26, 20), tone(-20, 20.1), tone(-26, 20)));
    expect(Math.abs(lufsOf(signal, 2)! + 23)).toBeLessThan(0.1);
  });

  it('weighs surround channels and leaves out low-frequency effects (EBU Tech 3341, case 6)', () => {
    const [side, centre, rear] = [tone(-28, 20), tone(-24, 20), tone(-30, 20)];
    const signal = interleave(side, side, centre, tone(0, 20, 48_000, 60), rear, rear);
    expect(Math.abs(lufsOf(signal, 6)! + 23)).toBeLessThan(0.1);
  });

  it('does not exist for silence or for less than one block', () => {
    expect(lufsOf(silence(5, 48_000), 1)).toBeNull();
    expect(lufsOf(tone(-23, 0.3), 1)).toBeNull();
  });
});
