import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '#api/contract/limits.ts';
import { createPeaks } from '#wasm/waveform/peaks.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { fixtureAudio } from './journey.ts';
import type { Spoken } from './seed-session.ts';

type Word = [text: string, start: number, end: number, confidence: number];
type Transcribed = Pick<Spoken, 'engine' | 'speech'> & {
  seconds: number;
  segments: { id: string; speaker: string; start: number; end: number; text: string; words: Word[] }[];
};

/** Transcripts that the model of the fixture has made. `transcript.spec.ts` checks that they are current. */
const transcribed = JSON.parse(
  readFileSync(join(import.meta.dirname, 'seeded-transcripts.json'), 'utf8'),
) as Record<string, Transcribed>;

const known = new Map<string, Spoken>();

/**
 * A fixture recording with its transcript. `de_conversation.wav`: two speakers, eleven turns, 28 s; `de_1.wav`: one
 * speaker, two turns, 6 s.
 */
export function spokenFixture(file: 'de_conversation.wav' | 'de_1.wav' = 'de_conversation.wav'): Spoken {
  const before = known.get(file);
  if (before) return before;
  const content = readFileSync(fixtureAudio(file));
  const { samples, sampleRate } = fromWav(content);
  const peaks = createPeaks({ sampleRate, channels: 1, rate: limits.peaksRate });
  peaks.push(samples);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { engine, seconds, speech, segments } = transcribed[file]!;
  const spoken: Spoken = {
    fileName: 'sitzung.wav',
    lengthS: seconds,
    write(path) {
      writeFileSync(path, content);
      return { bytes: content.length, sha256 };
    },
    peaks: peaks.finish(),
    speech,
    engine,
    segments: segments.map((segment) => ({
      ...segment,
      words: segment.words.map(([text, start, end, confidence]) => ({ text, start, end, confidence })),
      doubt: null,
    })),
  };
  known.set(file, spoken);
  return spoken;
}
