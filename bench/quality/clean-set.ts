/** The recordings without faults for `eval quality`, and those that are excluded, each with a reason. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sound } from './degrade.ts';

/** `isCopy` is true if an earlier recording has the same text. */
export type Clip = Sound & { name: string; path: string; isCopy: boolean };
type Row = Record<string, string>;

const fixtureDir = join(import.meta.dirname, '../../models/fixture/audio');
const minPeakDbfs = -20;
/** Length to which longer recordings are cut, s. */
const maxS = 20;
const faultsMaxS = 8;

const noiseAdded = 'noise was added to it (manifest)';
/**
 * Recordings that are excluded although the manifest has a reference and a peak for them, each with what was measured.
 */
export const leftOut: Record<string, string> = {
  'derived/de-koala-snr00dB.wav': `${noiseAdded}: 4 dB between speech and its quietest twentieth`,
  'derived/en-koala-snr00dB.wav': `${noiseAdded}: 4 dB between speech and its quietest twentieth`,
  'derived/fr-koala-snr00dB.wav': `${noiseAdded}: 5 dB between speech and its quietest twentieth`,
  'derived/en-koala-snr10dB.wav': `${noiseAdded}: 10 dB between speech and its quietest twentieth`,
  'derived/en-clipped.wav': 'clipped 18 dB over full scale (manifest)',
  'derived/fr-clipped.wav': 'clipped 18 dB over full scale (manifest)',
  'derived/jfk-bitrot.mp3': 'bytes changed (manifest): it decodes to peaks of +11 dBFS',
  'derived/de.au': 'sampled at 8 kHz: nothing above 4 kHz, as a telephone',
  'en/mfa-cold_corpus.wav': '10 dB between speech (-40 dBFS) and its quietest twentieth (-51): a noisy room',
  'en/mfa-cold_corpus_32bit_float.wav': 'the same recording as en/mfa-cold_corpus.wav',
};

/** Whether a reference is a transcript. Labels of order, count or absence of speech are none. */
const isReference = (kind = '') => !/^(order only|count only|no speech|none|)$/.test(kind);

function probe(path: string): { sampleRate: number; channels: number } {
  const out = execFileSync(
    'ffprobe',
    [
      '-v',
      'error',
      '-select_streams',
      'a:0',
      '-show_entries',
      'stream=sample_rate,channels',
      '-of',
      'json',
      path,
    ],
    { encoding: 'utf8' },
  );
  const [stream] = (JSON.parse(out) as { streams: { sample_rate: string; channels: number }[] }).streams;
  return { sampleRate: Number(stream!.sample_rate), channels: stream!.channels };
}

/** Decodes with ffmpeg at the file's own rate and channels. */
export function decodeNative(path: string, maxS: number): Sound {
  const { sampleRate, channels } = probe(path);
  return { samples: decode(path, maxS, []), sampleRate, channels };
}

function decode(path: string, maxS: number, options: string[]): Float32Array {
  const from = ['-v', 'error', '-nostdin', '-i', path, '-map', '0:a:0', '-t', String(maxS)];
  const args = [...from, ...options, '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Decodes to mono, at 24 kHz or less. Faults are added to this sound. */
export function decodeMono({ path, sampleRate }: Clip): Sound {
  const rate = Math.min(sampleRate, 24_000);
  const samples = decode(path, faultsMaxS, ['-ac', '1', '-ar', String(rate)]);
  return { samples, sampleRate: rate, channels: 1 };
}

export function manifestRows(dir: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(dir, 'MANIFEST.tsv'), 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [columns[i]!, cell])));
}

/**
 * Returns the fixture's recordings with speech, and the recordings in `dir` with a reference and a peak above -20 dBFS.
 */
export function cleanSet(dir: string | null): { clips: Clip[]; without: [name: string, reason: string][] } {
  const fixtures = readdirSync(fixtureDir)
    .filter((file) => file.endsWith('.wav') && file !== 'silence.wav')
    .map((file) => ({ name: `fixture/${file}`, path: join(fixtureDir, file), text: file }));
  const rows = dir && existsSync(join(dir, 'MANIFEST.tsv')) ? manifestRows(dir) : [];
  const recorded = rows
    .filter((row) => isReference(row['reference_kind']) && row['peak_dBFS'] !== '')
    .filter((row) => Number(row['peak_dBFS']) > minPeakDbfs)
    .map((row) => ({ name: row['file']!, path: join(dir!, row['file']!), text: row['reference']! }));
  const isIn = ({ name }: { name: string }) => !(name in leftOut);
  const seen = new Set<string>();
  return {
    clips: [...fixtures, ...recorded.filter(isIn)].map(({ name, path, text }) => {
      const isCopy = seen.has(text);
      seen.add(text);
      return { name, path, isCopy, ...decodeNative(path, maxS) };
    }),
    without: recorded.filter((row) => !isIn(row)).map(({ name }) => [name, leftOut[name]!]),
  };
}
