import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createRandom, noiseOf } from '../quality/degrade.ts';
import { musicOf } from '../vad/music.ts';
import { say, speechRate, type Voice } from './espeak.ts';
import type { Spoken } from './references.ts';
import { grammars, sentences } from './sentences.ts';

/** Sound with its transcript: 16 kHz, mono, −1 to 1. */
export type Composed = Spoken & { name: string; language: string; samples: Float32Array };

/** A male and a female voice of each language on which the fixture was trained. */
const voices: Record<string, [Voice, Voice]> = Object.fromEntries(
  ['de', 'en', 'fr', 'it'].map((language) => [
    language,
    [
      { name: `${language}+m3`, pitch: 42 },
      { name: `${language}+f2`, pitch: 58 },
    ],
  ]),
);

const loudness = 0.5;
const marginS = 0.4;
// Noise floor of a microphone, RMS.
const floorRms = 0.0008;
const audibleDb = 35;
const tick = speechRate / 100;

/**
 * Returns the first audible sample, and the sample after the last audible one: the range without the synthesizer's own
 * silence.
 */
function audible(samples: Float32Array): TimeSpan {
  const powers = Array.from({ length: Math.floor(samples.length / tick) }, (_, i) =>
    samples.subarray(i * tick, (i + 1) * tick).reduce((sum, s) => sum + s * s, 0),
  );
  const least = powers.reduce((a, b) => Math.max(a, b), 0) * 10 ** (-audibleDb / 10);
  const from = powers.findIndex((power) => power > least);
  const to = powers.findLastIndex((power) => power > least) + 1;
  return [from * tick, to * tick];
}

/** Yields pauses of 0.1 to 20 s, s: rounds of short and long ones, shuffled. */
function* pauses(random: () => number): Generator<number, never> {
  const short = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2, 1.5, 2];
  const long = [3, 4, 5, 7, 9, 12, 16, 20];
  for (let round = 0; ; round++) {
    const some = [...short, long[(2 * round) % long.length]!, long[(2 * round + 1) % long.length]!];
    for (let left = some.length; left > 0; left--) yield some.splice(Math.floor(random() * left), 1)[0]!;
  }
}

/** Composes a dialogue with `speechS` seconds of speech and random changes of voice. */
export function composeSpeech(
  language: string,
  { speechS, seed }: { speechS: number; seed: number },
): Composed {
  const random = createRandom(seed);
  const pause = pauses(random);
  const parts: { at: number; samples: Float32Array }[] = [];
  const said: Spoken['sentences'] = [];
  let [at, spoken] = [marginS * speechRate, 0];
  for (const text of sentences(grammars[language]!, random)) {
    const voice = voices[language]![random() < 0.5 ? 0 : 1];
    const samples = say(text, voice);
    const [from, to] = audible(samples);
    parts.push({ at: Math.max(0, at - from), samples });
    said.push({ text, start: at / speechRate, end: (at + to - from) / speechRate });
    spoken += (to - from) / speechRate;
    at += to - from + (spoken < speechS ? Math.round(pause.next().value * speechRate) : marginS * speechRate);
    if (spoken >= speechS) break;
  }
  const samples = noiseOf('pink', Math.round(at), speechRate, seed).map((s) => s * floorRms);
  for (const part of parts) {
    const peak = part.samples.reduce((most, s) => Math.max(most, Math.abs(s)), 1e-6);
    for (let i = 0; i < part.samples.length && part.at + i < samples.length; i++)
      samples[part.at + i]! += (part.samples[i]! * loudness) / peak;
  }
  return { name: `speech ${language} ${seed}`, language, samples, text: textOf(said), sentences: said };
}

const textOf = (said: Spoken['sentences']) => said.map(({ text }) => text).join(' ');

const rmsOf = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / Math.max(1, samples.length));

const backgrounds = {
  silence: () => new Float32Array(),
  'room noise': (length: number) => noiseOf('pink', length, speechRate, 21),
  music: (length: number) => musicOf(length, speechRate, 22),
};
export type Background = keyof typeof backgrounds;
export const backgroundNames = Object.keys(backgrounds) as Background[];

/** RMS of the backgrounds: a loud fan (−46 dBFS), and music as loud as speech (−26 dBFS). */
const rms = { silence: 0, 'room noise': 0.005, music: 0.05 };
const gapS = 1;

/** Returns speech after a long time without any. Room noise continues below the speech; music has ended by then. */
export function composeLateSpeech(speech: Composed, background: Background, beforeS: number): Composed {
  const before = Math.round(beforeS * speechRate);
  const gap = Math.round(gapS * speechRate);
  const samples = new Float32Array(before + gap + speech.samples.length);
  samples.set(speech.samples, before + gap);
  const sound = backgrounds[background](background === 'room noise' ? samples.length : before);
  const gain = rms[background] / Math.max(rmsOf(sound), 1e-9);
  for (const [i, s] of sound.entries()) samples[i]! += s * gain;
  const offsetS = (before + gap) / speechRate;
  return {
    ...speech,
    name: `${beforeS / 60} min ${background}, then ${speech.name}`,
    samples,
    sentences: speech.sentences.map(({ text, start, end }) => ({
      text,
      start: start + offsetS,
      end: end + offsetS,
    })),
  };
}
