import { withReverberation, type Sound } from '../quality/degrade.ts';

const powerOf = (samples: Float32Array) => samples.reduce((sum, s) => sum + s * s, 0) / samples.length;

/** Returns the sound of a small loudspeaker: second-order high-pass at 350 Hz, first-order low-pass at 5 kHz. */
function loudspeaker(samples: Float32Array, sampleRate: number): Float32Array {
  const high = Math.exp((-2 * Math.PI * 350) / sampleRate);
  const low = Math.exp((-2 * Math.PI * 5_000) / sampleRate);
  let [x1, y1, x2, y2, smooth] = [0, 0, 0, 0, 0];
  return samples.map((sample) => {
    y1 = high * (y1 + sample - x1);
    x1 = sample;
    y2 = high * (y2 + y1 - x2);
    x2 = y1;
    smooth = (1 - low) * y2 + low * smooth;
    // Cones and small amplifiers are not linear.
    return smooth - 0.3 * smooth ** 3;
  });
}

/**
 * Adds the echo of a loudspeaker, `delayS` later and `belowDb` below the sound, in a room with the reverberation time
 * T60 `roomS` (0: no reverberation). `driftPpm` is the difference of the clocks if another device plays the sound.
 */
export function withEcho(
  sound: Sound,
  echo: { delayS: number; belowDb: number; roomS: number; seed: number; driftPpm?: number },
): Float32Array {
  const { samples, sampleRate } = sound;
  const { delayS, belowDb, roomS, seed, driftPpm = 0 } = echo;
  const played = loudspeaker(samples, sampleRate);
  const heard = roomS > 0 ? withReverberation({ ...sound, samples: played }, roomS, seed) : played;
  const gain = Math.sqrt(powerOf(samples) / powerOf(heard)) * 10 ** (-belowDb / 20);
  return samples.map((sample, i) => {
    const at = (i - delayS * sampleRate) * (1 + driftPpm * 1e-6);
    if (at < 0) return sample;
    const before = Math.floor(at);
    const share = at - before;
    return sample + gain * (heard[before]! * (1 - share) + (heard[before + 1] ?? 0) * share);
  });
}
