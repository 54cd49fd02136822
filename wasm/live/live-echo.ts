import { createFft } from '#wasm/dsp/fft.ts';

/** A delayed copy of the signal that the signal itself contains. */
export type EchoFound = {
  delayS: number;
  /** Height of the cepstral peak above its surroundings; noise and rooms reach about 8. */
  score: number;
  /** Number of other delays of similar strength: few for an echo, many for a tone or a drum loop. */
  rivals: number;
};

type LiveEcho = {
  /** Takes mono samples at 8 kHz, and whether they contain speech. */
  push(mono: Float32Array, isSpeech: boolean): void;
  /** Returns the echo in the last seconds of speech; null as long as there was too little speech. It changes at most once a second. */
  found(): EchoFound | null;
  readonly looks: number;
};

/** Sample rate of the input, Hz. It covers the band of voices and loudspeakers. */
export const echoRate = 8_000;
/** Length of a window, 4 s: an echo after 600 ms lies in the same window as its origin. */
const windowSamples = 32_768;
const hopSamples = 8_192;
const spectrumBins = windowSamples / 2;
const stepS = 2 / echoRate;
const shortest = Math.round(0.03 / stepS);
const longest = Math.round(0.6 / stepS);
/** A copy is compared with the cepstrum 3 to 25 ms before it. A room's reverberation is denser there, not sparser. */
const beforeFrom = Math.round(0.025 / stepS);
const beforeTo = Math.round(0.003 / stepS);
/** Width of a copy in the cepstrum: loudspeaker and room spread it over several delays. */
const smear = Math.round(0.03 / stepS);
const minSpeechShare = 0.3;
/** Weight of the newest window in the exponential mean of log spectra: about 6 s of speech count. */
const newestShare = 0.25;
const minLooks = 3;
/**
 * Number of bins in the running mean of the log spectrum (62 Hz), and the limit of deviations from it (nepers of
 * power).
 */
const smoothBins = 255;
const maxDeviation = 3;

/**
 * Subtracts the running mean from the log spectrum and limits single lines. This removes colouring and hum, and keeps
 * the ripple of an echo.
 */
function flatten(log: Float64Array, out: Float64Array): void {
  const half = smoothBins >> 1;
  let sum = 0;
  for (let i = 0; i < half; i++) sum += log[i]!;
  for (let i = 0; i < log.length; i++) {
    if (i + half < log.length) sum += log[i + half]!;
    if (i > half) sum -= log[i - half - 1]!;
    const count = Math.min(log.length, i + half + 1) - Math.max(0, i - half);
    const deviation = log[i]! - sum / count;
    out[i] = deviation > maxDeviation ? 0 : Math.max(-maxDeviation, deviation);
  }
}

/**
 * Creates a search for a copy of the signal 30 to 600 ms later, by the power cepstrum (Bogert, Healy, Tukey 1963). A
 * copy causes a ripple in the log spectrum that is the same in every window, so averaging log spectra keeps it and
 * removes the words. Periodic sounds (pitch, hum, drums) have many delays; reverberation has no single one.
 */
export function createLiveEcho(): LiveEcho {
  const fft = createFft(windowSamples);
  const second = createFft(spectrumBins);
  const line = new Float32Array(windowSamples);
  const powers = new Float64Array(fft.bins);
  const log = new Float64Array(spectrumBins);
  const flat = new Float64Array(spectrumBins);
  const mean = new Float64Array(spectrumBins);
  const ripple = new Float32Array(spectrumBins);
  const cepstrum = new Float64Array(second.bins);
  const spoken: { samples: number; isSpeech: boolean }[] = [];
  let filled = 0;
  let sinceLook = 0;
  let looks = 0;
  let latest: EchoFound | null = null;

  const search = (): EchoFound => {
    for (let i = 0; i < spectrumBins; i++) ripple[i] = mean[i]!;
    second.powers(ripple, cepstrum);
    let before = 0;
    for (let m = shortest - beforeFrom; m < shortest - beforeTo; m++) before += cepstrum[m]!;
    let best = { at: shortest, score: 0 };
    for (let m = shortest; m <= longest; m++) {
      const score = (cepstrum[m]! * (beforeFrom - beforeTo)) / before;
      if (score > best.score) best = { at: m, score };
      before += cepstrum[m - beforeTo]! - cepstrum[m - beforeFrom]!;
    }
    let rivals = 0;
    for (let m = shortest; m <= longest; m++) {
      const isOwn = m > best.at - beforeTo && m < best.at + smear;
      const isPeak = cepstrum[m]! >= cepstrum[m - 1]! && cepstrum[m]! > cepstrum[m + 1]!;
      if (!isOwn && isPeak && cepstrum[m]! > cepstrum[best.at]! * 0.4) rivals++;
    }
    return { delayS: best.at * stepS, score: best.score, rivals };
  };

  const look = () => {
    fft.powers(line, powers);
    for (let i = 0; i < spectrumBins; i++) log[i] = Math.log(powers[i]! + 1e-16);
    flatten(log, flat);
    const share = Math.max(newestShare, 1 / (looks + 1));
    for (let i = 0; i < spectrumBins; i++) mean[i]! += share * (flat[i]! - mean[i]!);
    looks++;
    if (looks >= minLooks) latest = search();
  };

  return {
    get looks() {
      return looks;
    },
    push(mono, isSpeech) {
      spoken.push({ samples: mono.length, isSpeech });
      line.copyWithin(0, mono.length);
      line.set(mono, windowSamples - mono.length);
      filled = Math.min(windowSamples, filled + mono.length);
      sinceLook += mono.length;
      let total = spoken.reduce((sum, part) => sum + part.samples, 0);
      while (total - spoken[0]!.samples >= windowSamples) total -= spoken.shift()!.samples;
      if (filled < windowSamples || sinceLook < hopSamples) return;
      sinceLook = 0;
      const speech = spoken.reduce((sum, part) => sum + (part.isSpeech ? part.samples : 0), 0);
      if (speech >= minSpeechShare * windowSamples) look();
    },
    found: () => latest,
  };
}
