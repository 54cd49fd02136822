/**
 * Sound whose pitch encodes the time: one tone rises within each stretch of 10 s, and two constant tones are the number of the
 * stretch. All tones are below 4 kHz, so that every codec and sample rate preserves them. Between them there is noise in turns,
 * which makes encoders with a variable bit rate produce frames of different sizes.
 */
export const codeRate = 8_000;

const stretchS = 10;
const risingFrom = 500;
/** Rise of the tone, Hz per second. One ms is 0.1 Hz. */
const risingBy = 100;
/** Number of pitches of each constant tone. 30 × 30 stretches of 10 s are 2:30 h. */
const digits = 30;
const digitStep = 30;
const highFrom = 1_800;
const lowFrom = 2_800;
const toneLevel = 0.18;
const noiseLevel = 0.12;

/** Yields blocks of one second, samples from −1 to 1. Stretches without and with noise alternate; each lasts `noisyS`, s. */
export function* pitchCoded(seconds: number, noisyS: number): Generator<Float32Array> {
  const phases = [0, 0, 0];
  let seed = 1;
  for (let second = 0; second < seconds; second++) {
    const block = new Float32Array(codeRate);
    const stretch = Math.floor(second / stretchS) % digits ** 2;
    const isNoisy = Math.floor(second / noisyS) % 2 === 1;
    const high = highFrom + digitStep * Math.floor(stretch / digits);
    const low = lowFrom + digitStep * (stretch % digits);
    for (let i = 0; i < codeRate; i++) {
      const rising = risingFrom + risingBy * ((second % stretchS) + i / codeRate);
      let sum = 0;
      for (const [tone, hz] of [rising, high, low].entries()) {
        phases[tone] = (phases[tone]! + (2 * Math.PI * hz) / codeRate) % (2 * Math.PI);
        sum += toneLevel * Math.sin(phases[tone]!);
      }
      seed = (seed * 16_807) % 2_147_483_647;
      block[i] = sum + (isNoisy ? noiseLevel * (seed / 1_073_741_824 - 1) : 0);
    }
    yield block;
  }
}

const windowS = 0.15;
const hopS = 0.02;

function levelAt(samples: Float32Array, hz: number, sampleRate: number): number {
  const step = (2 * Math.PI * hz) / sampleRate;
  let re = 0;
  let im = 0;
  for (let i = 0; i < samples.length; i++) {
    re += samples[i]! * Math.cos(step * i);
    im += samples[i]! * Math.sin(step * i);
  }
  return Math.hypot(re, im);
}

function loudest(from: number, to: number, step: number, levelOf: (hz: number) => number): number {
  let best = from;
  let most = -1;
  for (let hz = from; hz <= to; hz += step) {
    const level = levelOf(hz);
    if (level > most) [best, most] = [hz, level];
  }
  return best;
}

/** Decodes the time of the middle of a window, s. */
function readWindow(samples: Float32Array, sampleRate: number): number {
  const windowed = samples.map(
    (sample, i) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / samples.length)),
  );
  const levelOf = (hz: number) => levelAt(windowed, hz, sampleRate);
  const digitOf = (from: number) =>
    (loudest(from, from + digitStep * (digits - 1), digitStep, levelOf) - from) / digitStep;
  const coarse = loudest(risingFrom, risingFrom + risingBy * stretchS, 4, levelOf);
  const fine = loudest(coarse - 4, coarse + 4, 0.25, levelOf);
  return (digitOf(highFrom) * digits + digitOf(lowFrom)) * stretchS + (fine - risingFrom) / risingBy;
}

/**
 * Returns the time that the first sample encodes, s, exact to some ms. It is the median of several windows, so it needs 0.3 s
 * of sound.
 */
export function timeOfSound(samples: Float32Array, sampleRate: number): number {
  const size = Math.round(windowS * sampleRate);
  const starts: number[] = [];
  for (let at = 0; at + size <= samples.length; at += Math.round(hopS * sampleRate))
    starts.push(readWindow(samples.subarray(at, at + size), sampleRate) - (at + size / 2) / sampleRate);
  return starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? Number.NaN;
}
