import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { voiceRate } from '#wasm/speech/detect.ts';
import { parseRttm } from '../vad/rttm.ts';
import { readVoice } from '../vad/wav-in.ts';
import { hearByMicrophone } from './by-microphone.ts';
import { converse, type Conversation, type Speaker } from './conversation.ts';
import { sentencesOf, synthesize } from './synthetic-voices.ts';

export type Kind =
  | 'fixture'
  | 'two voices'
  | 'three or four voices'
  | 'one voice'
  | 'one reader'
  | 'by microphone'
  | 'quick answers'
  | 'long'
  | 'again and again'
  | 'labelled';
/** `isHeldOut` is true if the case was not used to choose the probability of a speaker change within speech. */
export type Case = Conversation & { kind: Kind; isHeldOut: boolean };

const fixtureDir = join(import.meta.dirname, '../../models/fixture/audio');
type Fixture = { file: string; turns?: { speaker: string; start: number; end: number }[] };

/**
 * Pairs of voices of espeak-ng: languages, and variants that differ in formants, pitch and breath. In some pairs both
 * voices have the same sex on purpose.
 */
const pairs: [string, string][] = [
  ['de+m3', 'de+f2'],
  ['de+m1', 'de+m3'],
  ['de+f1', 'de+f4'],
  ['en+m1', 'en+f1'],
  ['en+m2', 'en+m7'],
  ['en+f2', 'en+f5'],
  ['fr+m3', 'fr+f3'],
  ['fr+m1', 'fr+m4'],
  ['it+f1', 'it+f3'],
  ['it+m5', 'it+m2'],
  ['en+Andrea', 'en+Annie'],
  ['en+Alex', 'en+john'],
  ['de+linda', 'de+steph'],
  ['de+Hugo', 'de+victor'],
];
const groups = [
  ['de+m1', 'de+f2', 'de+m3'],
  ['en+f1', 'en+m7', 'en+Andrea'],
  ['fr+m1', 'fr+f3', 'fr+m4'],
  ['de+m1', 'de+f2', 'de+m3', 'de+f4'],
  ['en+m1', 'en+f1', 'en+m7', 'en+f5'],
  ['it+m2', 'it+f1', 'it+m5', 'it+f3'],
];
const alone = [
  'de+m3',
  'de+f2',
  'en+m1',
  'en+f1',
  'fr+m4',
  'it+f3',
  'en+Andrea',
  'de+Hugo',
  'en+m7',
  'de+f4',
];

export function* fixtureCases(): Generator<Case> {
  const fixtures = JSON.parse(readFileSync(join(fixtureDir, 'expected.json'), 'utf8')) as Fixture[];
  for (const { file, turns } of fixtures) {
    if (!turns) continue;
    const spoken = turns.map(({ speaker, start, end }) => ({
      speaker,
      span: [start, end] as [number, number],
    }));
    const samples = readVoice(join(fixtureDir, file));
    yield { kind: 'fixture', name: file, samples, turns: spoken, isHeldOut: false };
  }
}

const speakers = new Map<string, Speaker>();
/** Whether a case is held out: every second one is. */
const isOdd = (index: number) => index % 2 === 1;

function speakerOf(name: string): Speaker {
  const known = speakers.get(name);
  if (known) return known;
  const sentences = sentencesOf(name.slice(0, 2)).map((text) => synthesize(name, text));
  const speaker = { name, sentences };
  speakers.set(name, speaker);
  return speaker;
}

/**
 * Yields synthetic conversations. `lengthsS` are the lengths of the conversations of each pair, s; `only` chooses one
 * kind.
 */
export function* syntheticCases(lengthsS: readonly number[], only: string | null): Generator<Case> {
  let seed = 1;
  function* talks(kind: Kind, all: readonly string[][], lengthsS: readonly number[]): Generator<Case> {
    for (const [index, voices] of all.entries()) {
      for (const lengthS of lengthsS) {
        const own = seed++;
        if (only !== null && only !== kind) continue;
        const talk = converse(`${voices.join(' ')}, ${lengthS} s`, voices.map(speakerOf), {
          lengthS,
          seed: own,
          isQuick: kind === 'quick answers',
        });
        yield { kind, isHeldOut: isOdd(index), ...talk };
      }
    }
  }
  yield* talks('two voices', pairs, lengthsS);
  yield* talks('three or four voices', groups, [90]);
  yield* talks(
    'one voice',
    alone.map((voice) => [voice]),
    [20, 60],
  );
  yield* talks('quick answers', pairs, [50]);
}

/**
 * Yields microphone recordings of the fixture's conversations and, with a synthesizer, of one conversation of each
 * pair.
 */
export async function* recordedCases(hasVoices: boolean): AsyncGenerator<Case> {
  for (const one of fixtureCases())
    for (let tenth = 0; tenth < 5; tenth++) yield await recorded(one, tenth / 10);
  if (!hasVoices) return;
  const talks = [...syntheticCases([30], 'two voices')];
  for (const [index, one] of talks.entries()) yield await recorded(one, (index % 5) / 10);
}

async function recorded({ name, samples, turns, isHeldOut }: Case, beforeS: number): Promise<Case> {
  return {
    kind: 'by microphone',
    name: `${name}, begun ${beforeS} s before`,
    isHeldOut,
    samples: await hearByMicrophone(samples, beforeS),
    turns: turns.map(({ speaker, span: [start, end] }) => ({
      speaker,
      span: [start + beforeS, end + beforeS],
    })),
  };
}

const long: [voices: string[], lengthS: number][] = [
  [['de+m3', 'de+f2'], 600],
  [['de+m1', 'de+m3'], 1800],
  [['it+m5', 'it+m2'], 600],
  [['de+m1', 'de+f2', 'de+m3', 'de+f4'], 1200],
  [['en+m1', 'en+f1', 'en+m7', 'en+f5'], 1200],
  [['de+m3'], 600],
  [['en+f1'], 1800],
];

/** Yields conversations as long as meetings. Their sentences repeat. */
export function* longCases(): Generator<Case> {
  for (const [index, [voices, lengthS]] of long.entries()) {
    const name = `${voices.join(' ')}, ${lengthS} s`;
    const talk = converse(name, voices.map(speakerOf), { lengthS, seed: 1000 + index });
    yield { kind: 'long', isHeldOut: true, ...talk };
  }
}

/** Yields each recording repeated several times: more sound without new information. */
export function* repeatedCases(cases: Iterable<Case>, times: readonly number[]): Generator<Case> {
  for (const { name, samples, turns, isHeldOut } of cases) {
    for (const count of times) {
      const all = new Float32Array(samples.length * count);
      const lengthS = samples.length / voiceRate;
      for (let i = 0; i < count; i++) all.set(samples, i * samples.length);
      const spoken = Array.from({ length: count }, (_, i) =>
        turns.map(({ speaker, span: [start, end] }) => ({
          speaker,
          span: [start + i * lengthS, end + i * lengthS] as [number, number],
        })),
      ).flat();
      const named = `${name}, ${count} times`;
      yield { kind: 'again and again', name: named, samples: all, turns: spoken, isHeldOut };
    }
  }
}

export function* labelledCases(audioDir: string): Generator<Case> {
  const files = readdirSync(audioDir, { recursive: true }).map(String);
  for (const file of files.filter((file) => file.endsWith('.rttm')).toSorted()) {
    const wav = join(audioDir, file.replace(/rttm$/, 'wav'));
    if (!existsSync(wav)) continue;
    const turns = parseRttm(readFileSync(join(audioDir, file), 'utf8'));
    const name = file.replace(/\.rttm$/, '');
    yield { kind: 'labelled', name, samples: readVoice(wav), turns, isHeldOut: true };
  }
}

const leastReadingS = 8;

/** Yields readings by one person each (category `speech` of the manifest), so the correct number of speakers is one. */
export function* readerCases(audioDir: string): Generator<Case> {
  const path = join(audioDir, 'MANIFEST.tsv');
  if (!existsSync(path)) return;
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const column = (name: string) => head.split('\t').indexOf(name);
  let index = 0;
  for (const cells of lines.map((line) => line.split('\t'))) {
    const durationS = Number(cells[column('duration_s')]);
    if (cells[column('category')] !== 'speech' || !(durationS >= leastReadingS)) continue;
    const name = cells[column('file')]!;
    const samples = readVoice(join(audioDir, name));
    const turns = [{ speaker: 'reader', span: [0, durationS] as [number, number] }];
    yield { kind: 'one reader', name, samples, turns, isHeldOut: isOdd(index++) };
  }
}
