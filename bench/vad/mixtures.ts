/**
 * Speech with a label for every frame, over backgrounds without speech. The speech consists of sentences of the
 * fixture's synthetic recordings with the synthesizer's bounds. Each bound is moved to the first or last 10-ms frame
 * within 35 dB of the sentence's loudest, by up to 150 ms, because the synthesizer includes its own silence. The
 * recordings have faint room noise between sentences, so each sentence is cut out and placed in digital silence. Pauses
 * inside a sentence (at most 230 ms) count as speech, as in manual labels.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { voiceRate } from '#wasm/speech/detect.ts';
import { createRandom, noiseOf } from '../quality/degrade.ts';
import { musicOf } from './music.ts';

export type Mixture = {
  background: string;
  /** Signal-to-noise ratio, dB; Infinity over silence. */
  snrDb: number;
  /** Samples at 16 kHz. */
  samples: Float32Array;
  /** Spans of speech, ascending, s. */
  speech: TimeSpan[];
};

const fixtureDir = join(import.meta.dirname, '../../models/fixture/audio');
const tick = voiceRate / 100;
const audibleDb = 35;
const searchTicks = 15;
const fadeSamples = 32;
/** Long stretches without speech: index of the sentence after the stretch, and its length, s. */
const stretches = new Map([
  [0, 12],
  [7, 15],
  [13, 15],
]);
const lastStretchS = 12;

type Fixture = { file: string; sentences: { start: number; end: number }[] };

const powerOf = (samples: Float32Array) =>
  samples.reduce((sum, s) => sum + s * s, 0) / Math.max(1, samples.length);

/** Returns the first audible sample of a sentence, and the sample after the last audible one. */
export function boundsOf(samples: Float32Array, { start, end }: { start: number; end: number }): TimeSpan {
  const ticks = Math.floor(samples.length / tick);
  const first = Math.max(0, Math.round(start * 100) - searchTicks);
  const last = Math.min(ticks, Math.round(end * 100) + searchTicks);
  const powers = Array.from({ length: last - first }, (_, i) =>
    powerOf(samples.subarray((first + i) * tick, (first + i + 1) * tick)),
  );
  const least = Math.max(...powers) * 10 ** (-audibleDb / 10);
  const from = powers.findIndex((power) => power > least);
  const to = powers.findLastIndex((power) => power > least) + 1;
  return [(first + from) * tick, (first + to) * tick];
}

function sentences(): Float32Array[] {
  const fixtures = JSON.parse(readFileSync(join(fixtureDir, 'expected.json'), 'utf8')) as Fixture[];
  return fixtures.flatMap((fixture) => {
    const { samples } = fromWav(readFileSync(join(fixtureDir, fixture.file)));
    return fixture.sentences.map((sentence) => {
      const cut = samples.slice(...boundsOf(samples, sentence));
      for (let i = 0; i < fadeSamples; i++) {
        cut[i]! *= i / fadeSamples;
        cut[cut.length - 1 - i]! *= i / fadeSamples;
      }
      return cut;
    });
  });
}

/** Joins all sentences with pauses of 0.6 to 3 s and long silent stretches. Every other sentence is `farDb` lower. */
function layOut(farDb: number): { samples: Float32Array; speech: TimeSpan[] } {
  const random = createRandom(11);
  const parts = sentences();
  const starts: number[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    at += Math.round((stretches.get(index) ?? 0.6 + 2.4 * random()) * 100) * tick;
    starts.push(at);
    at += part.length;
  }
  const samples = new Float32Array(at + lastStretchS * voiceRate);
  for (const [index, part] of parts.entries()) {
    const gain = 10 ** ((index % 2 === 0 ? 0 : -farDb) / 20);
    samples.set(
      part.map((s) => s * gain),
      starts[index]!,
    );
  }
  const speech = starts.map((start, i): TimeSpan => [
    start / voiceRate,
    (start + parts[i]!.length) / voiceRate,
  ]);
  return { samples, speech };
}

const rounded = (samples: Float32Array) =>
  samples.map((s) => Math.max(-1, Math.min(1, Math.round(s * 32_768) / 32_768)));

export const snrsDb = [0, 5, 10, 20, 30];

type Backgrounds = Record<string, (length: number) => Float32Array>;

/**
 * Returns every background at every ratio of the mean squares of labelled speech and background, rounded to 16 bits.
 * `speechDbfs` is the level of the speech. `farDb` is the attenuation of every other sentence, which a distant speaker
 * says. Level and ratio refer to the near speaker.
 */
export function mixtures(
  backgrounds: Backgrounds,
  {
    speechDbfs = -26,
    farDb = 0,
    ratiosDb = snrsDb,
  }: { speechDbfs?: number; farDb?: number; ratiosDb?: number[] } = {},
): Mixture[] {
  const { samples, speech } = layOut(farDb);
  const near = speech.filter((_, index) => farDb === 0 || index % 2 === 0);
  const inNear = near.map(([start, end]) =>
    samples.subarray(Math.round(start * voiceRate), Math.round(end * voiceRate)),
  );
  const length = inNear.reduce((sum, part) => sum + part.length, 0);
  const level = inNear.reduce((sum, part) => sum + powerOf(part) * part.length, 0) / length;
  const gain = 10 ** (speechDbfs / 20) / Math.sqrt(level);
  const clean = samples.map((s) => s * gain);
  return Object.entries(backgrounds).flatMap(([background, make]) => {
    const sound = make(clean.length);
    const power = powerOf(sound);
    return (power === 0 ? [Infinity] : ratiosDb).map((snrDb): Mixture => {
      const scale = power === 0 ? 0 : 10 ** ((speechDbfs - snrDb) / 20) / Math.sqrt(power);
      return { background, snrDb, samples: rounded(clean.map((s, i) => s + sound[i]! * scale)), speech };
    });
  });
}

export const silent = (length: number) => new Float32Array(length);
export const roomNoise = (length: number) => noiseOf('pink', length, voiceRate, 21);
export const music = (length: number) => musicOf(length, voiceRate, 22);
export const repeated = (recorded: Float32Array) => (length: number) =>
  Float32Array.from({ length }, (_, i) => recorded[i % recorded.length]!);
