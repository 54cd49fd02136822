import { noise } from './signals.ts';

const sampleRate = 16_000;

/**
 * Returns noise bursts of 120 ms at 16 kHz, with a room's tail of this T60 and half their energy: five bursts, 330 ms
 * apart, then a pause of 1 s.
 */
export function bursts(t60S: number, durationS = 20, seed = 1): Float32Array {
  const dry = noise(-20, durationS, sampleRate, seed);
  const tail = noise(-20, durationS, sampleRate, seed + 1);
  let wet = 0;
  const decay = 10 ** (-6 / (t60S * sampleRate));
  return dry.map((sample, i) => {
    const isOn = i % 5_280 < 1_920 && i % 42_240 < 26_400;
    wet = isOn ? wet + (1 - wet) * (1 - decay) : wet * decay;
    return (isOn ? sample : sample * 1e-3) + Math.sqrt(wet) * tail[i]!;
  });
}
