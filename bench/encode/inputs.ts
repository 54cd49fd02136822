/** Recordings for `bench -- encode`: two-channel speech in every format. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { timeFfmpeg } from '../native.ts';

const root = join(import.meta.dirname, '../..');

/** `cut` marks an mp3 that keeps its frames. It is made like the case `of`. */
export type Case = { extension: string; args: string[]; of?: string; cut?: boolean };

const mp3 = { extension: 'mp3', args: ['-c:a', 'libmp3lame', '-b:a', '128k'] };
export const cases: Record<string, Case> = {
  m4a: { extension: 'm4a', args: ['-c:a', 'aac', '-b:a', '128k'] },
  mp3,
  'mp3-cut': { ...mp3, of: 'mp3', cut: true },
  webm: { extension: 'webm', args: ['-c:a', 'libopus', '-b:a', '64k'] },
  wav: { extension: 'wav', args: ['-c:a', 'pcm_s16le'] },
  flac: { extension: 'flac', args: ['-c:a', 'flac'] },
};

/** Public-domain readings of AUDIO_DIR, which are added to the project's synthetic speech. */
const realSpeech = ['de/librivox-simplicissimus.mp3', 'en/librivox-sonnet1.mp3', 'en/librivox-sonnet2.mp3'];

/**
 * Place of each voice between two microphones, as gains and as delays in samples (fractions of a millisecond). The
 * channels always differ, so that no shortcut for equal channels helps.
 */
const places = [
  { left: 1, right: 0.86, leftSamples: 0, rightSamples: 17 },
  { left: 0.8, right: 0.97, leftSamples: 23, rightSamples: 0 },
  { left: 0.95, right: 0.91, leftSamples: 0, rightSamples: 5 },
];

/** Returns the ffmpeg source of white noise at -60 dBFS (RMS), which differs between the microphones. */
const noiseOf = (seed: number) => `anoisesrc=r=48000:c=white:a=0.00173:s=${seed}`;

/** Joins the speech to 48 kHz stereo, which is repeated later. Returns the path. */
export function joinSpeech(dir: string, audioDir: string | null): string {
  const own = ['de_conversation', 'en_1', 'fr_1', 'it_1'].map((name) =>
    join(root, `models/fixture/audio/${name}.wav`),
  );
  const real = audioDir ? realSpeech.map((name) => join(audioDir, name)).filter(existsSync) : [];
  const speech = [...own, ...real];
  const joined = join(dir, 'voices.wav');
  const heard = speech.map((_, i) => {
    const { left, right, leftSamples, rightSamples } = places[i % places.length]!;
    const placed = `pan=stereo|c0=${left}*c0|c1=${right}*c0,adelay=${leftSamples}S|${rightSamples}S`;
    return `[${i}:a]aresample=48000,aformat=sample_fmts=fltp:channel_layouts=mono,${placed}[a${i}]`;
  });
  const graph = [
    ...heard,
    `${speech.map((_, i) => `[a${i}]`).join('')}concat=n=${speech.length}:v=0:a=1[voices]`,
    `${noiseOf(1)}[n1]`,
    `${noiseOf(2)}[n2]`,
    '[n1][n2]join=inputs=2:channel_layout=stereo[room]',
    '[voices][room]amix=inputs=2:duration=first:normalize=0',
  ];
  timeFfmpeg([...speech.flatMap((path) => ['-i', path]), '-filter_complex', graph.join(';'), joined]);
  return joined;
}

/** Makes a file of one format and length, s, from the joined speech. Returns the path. */
export function makeInput(joined: string, path: string, { args }: Case, seconds: number): string {
  timeFfmpeg(['-stream_loop', '-1', '-i', joined, '-t', String(seconds), ...args, path]);
  return path;
}
