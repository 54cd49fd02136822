import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { codeRate, timeOfSound, pitchCoded } from '#e2e/pitch-code.ts';
import { buildOpenInfoTag } from '#wasm/mp3/info-tag-write.ts';
import { timeFfmpeg } from '../native.ts';

/**
 * `device` is true if the file is uploaded through the page instead of the API. `isOpen` marks an mp3 without a length
 * tag, as the recorder writes it.
 */
export type Input = { name: string; extension: string; args: string[]; device?: boolean; isOpen?: boolean };

const mp3 = (name: string, ...args: string[]): Input => ({
  name,
  extension: 'mp3',
  args: ['-c:a', 'libmp3lame', ...args],
});
const m4a: Input = { name: 'm4a', extension: 'm4a', args: ['-ar', '24000', '-c:a', 'aac', '-b:a', '64k'] };
const varying = mp3('mp3, varying', '-ar', '24000', '-q:a', '4');
const mean = mp3('mp3, mean rate', '-ar', '24000', '-abr', '1', '-b:a', '64k');
const constant = mp3('mp3, constant', '-ar', '24000', '-b:a', '64k');
const padded = mp3('mp3, constant, 44.1 kHz', '-ar', '44100', '-ac', '2', '-b:a', '128k');
const opus = ['-ar', '48000', '-c:a', 'libopus', '-b:a', '32k'];

/** All containers and bit rate modes that are uploaded. The largest file stays below 150 MB for 2:30 h. */
export const inputs: readonly Input[] = [
  constant,
  { ...constant, name: 'mp3, as it is recorded', isOpen: true },
  { ...constant, name: 'mp3, constant, no tag', args: [...constant.args, '-write_xing', '0'] },
  padded,
  varying,
  { ...varying, name: 'mp3, varying, no tag', args: [...varying.args, '-write_xing', '0'] },
  mean,
  { name: 'wav', extension: 'wav', args: ['-c:a', 'pcm_s16le'] },
  { name: 'flac', extension: 'flac', args: ['-c:a', 'flac'] },
  m4a,
  { ...m4a, name: 'm4a, in fragments', args: [...m4a.args, '-movflags', '+frag_keyframe+empty_moov'] },
  { ...m4a, name: 'aac, bare', extension: 'aac', args: [...m4a.args, '-f', 'adts'] },
  { name: 'ogg, opus', extension: 'ogg', args: opus },
  { name: 'ogg, vorbis', extension: 'ogg', args: ['-ar', '24000', '-c:a', 'libvorbis', '-q:a', '3'] },
  { name: 'webm', extension: 'webm', args: opus },
  { name: 'webm, as it was streamed', extension: 'webm', args: [...opus, '-live', '1', '-f', 'webm'] },
  ...[varying, mean, padded, m4a].map((input) => ({ ...input, device: true })),
];

/** Writes the sound of all inputs, as s16le. Returns its path. */
export async function writeSound(dir: string, seconds: number): Promise<string> {
  const path = join(dir, 'sound.s16');
  const file = createWriteStream(path);
  for (const block of pitchCoded(seconds, seconds / 10)) {
    const samples = Int16Array.from(block, (sample) => Math.round(sample * 32_767));
    if (!file.write(new Uint8Array(samples.buffer))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return path;
}

/**
 * Returns the time that is coded in the pitch minus the time in the decoded file, s. It is negative if the encoder
 * inserted silence that the file does not declare. The times of a transcript are those of the decoded file.
 */
export function earlierBy(path: string): number {
  const [atS, sampleRate] = [3, 8_000];
  const format = ['-ac', '1', '-ar', String(sampleRate), '-c:a', 'pcm_f32le', '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-t', '4', ...format]);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return timeOfSound(samples.subarray(atS * sampleRate), sampleRate) - atS;
}

export function makeInput(dir: string, sound: string, { args, extension, isOpen }: Input): string {
  const path = join(dir, `sitzung.${extension}`);
  rmSync(path, { force: true });
  const raw = ['-f', 's16le', '-ar', String(codeRate), '-ac', '1', '-i', sound];
  timeFfmpeg([...raw, ...args, ...(isOpen ? ['-write_xing', '0', '-id3v2_version', '0'] : []), path]);
  if (isOpen) {
    const format = { version: 2, sampleRate: 24_000, channels: 1 } as const;
    const tag = buildOpenInfoTag({ format, bitrate: 64, delaySamples: 576 });
    writeFileSync(path, Buffer.concat([tag, readFileSync(path)]));
  }
  return path;
}
