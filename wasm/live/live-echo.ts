import { createFft } from '#wasm/dsp/fft.ts';

/** A delayed copy of the sound within itself. */
export type EchoFound = {
  delayS: number;
  /** How far it stands out of what lies just before it; noise and rooms reach some 8. */
  score: number;
  /** Other delays of the same strength: an echo has few, a tone or a drum loop many. */
  rivals: number;
};

type LiveEcho = {
  /** Mono samples at 8 kHz, and whether somebody speaks in them. */
  push(mono: Float32Array, isSpeech: boolean): void;
  /** Of the last seconds with speech; null until there were enough. Changes once a second at most. */
  found(): EchoFound | null;
  /** Stretches of speech that were looked at so far. */
  readonly looks: number;
};

/** The band in which loudspeakers play and voices speak. */
export const echoRate = 8_000;
/** 4 s: an echo of 600 ms lies within the same window as the sound. */
const windowSamples = 32_768;
const hopSamples = 8_192;
const spectrumBins = windowSamples / 2;
/** One bin of the second transform is this much delay, s. */
const stepS = 2 / echoRate;
const shortest = Math.round(0.03 / stepS);
const longest = Math.round(0.6 / stepS);
/** Where the sound before the copy is compared: 3 to 25 ms earlier. A room's reverberation is denser there, not thinner. */
const beforeFrom = Math.round(0.025 / stepS);
const beforeTo = Math.round(0.003 / stepS);
/** What belongs to a copy: the loudspeaker and the room smear it. */
const smear = Math.round(0.03 / stepS);
const minSpeechShare = 0.3;
/** Share of the newest window in the mean of logarithms: some 6 s of speech count. */
const newestShare = 0.25;
const minLooks = 3;
/** The log spectrum about its mean over this many bins (62 Hz), and not further from it than this (nepers of power). */
const smoothBins = 255;
const maxDeviation = 3;

/** Subtracts the running mean and cuts single lines: what is left is modulation, not colour and not hum. */
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
 * Finds a copy of the sound 30 to 600 ms later by the power cepstrum (Bogert, Healy, Tukey 1963): a copy makes ripples in the
 * logarithm of the spectrum, the same in every stretch of speech, so that the mean of the logarithms keeps them and loses the
 * words. What is periodic by itself (pitch, hum, drums) has many delays; reverberation has no single one.
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
