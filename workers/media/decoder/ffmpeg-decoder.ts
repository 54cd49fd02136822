import { WorkerError } from '#workers/rpc.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { ChunkFile } from '#workers/ffmpeg/chunk-file.ts';
import { outputPath, type Core } from '#workers/ffmpeg/ffmpeg-core.ts';
import { isPhoto, lacksIndex } from '#wasm/mp4/lacks-index.ts';
import { isProtectedMp4 } from '#wasm/mp4/protection.ts';
import type { Probe } from '#workers/media/media.contract.ts';
import { createFileOutput, createPcmOutput } from './ffmpeg-output.ts';
import type { DecodeTo } from './decoder-chain.ts';
import { isStatedPlausible, probeArgs, probeToResult, silentRunToCode } from '#workers/media/probe.rules.ts';

/** Only the sound is read, and from nowhere but the mounted file. */
const inputArgs = (path: string) => [
  '-hide_banner',
  '-nostats',
  '-v',
  'error',
  '-protocol_whitelist',
  'file',
  '-i',
  path,
  '-map',
  '0:a:0',
  '-vn',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
];

const decodeArgs = (path: string, { sampleRate, channels }: Probe) => [
  ...inputArgs(path),
  '-ar',
  String(sampleRate),
  '-ac',
  String(channels),
  '-c:a',
  'pcm_f32le',
  '-f',
  'f32le',
  outputPath,
];

/**
 * Mixing to mono keeps the level (`rematrix_maxval`): left alone, ffmpeg adds 3 dB to stereo that decodes to floating
 * point. The Info tag with the exact length is written by seeking back at the end; ID3 would only be in the way.
 */
const encodeArgs = (path: string, { sampleRate, bitrate }: Mp3Settings) => [
  ...inputArgs(path),
  '-af',
  `aresample=${sampleRate}:rematrix_maxval=1`,
  '-ac',
  '1',
  '-c:a',
  'libmp3lame',
  '-b:a',
  `${bitrate}k`,
  '-write_xing',
  '1',
  '-id3v2_version',
  '0',
  '-f',
  'mp3',
  outputPath,
];

/** Looks into a file with ffprobe. Errors: `mediaErrorCodes`. */
export async function probeWithFfmpeg(core: Core, file: File): Promise<Probe> {
  const { json, log } = core.mounted(file, (path) => core.probe([...probeArgs, path]));
  const result = probeToResult(json, log);
  // a file in which ffprobe finds no sound may be an encrypted mp4
  const mayBeMp4 = typeof result === 'string' || result.container.includes('mp4');
  if (mayBeMp4 && (await isProtectedMp4(file))) throw new WorkerError('media.encrypted');
  if (result === 'media.damaged' && (await isPhoto(file))) throw new WorkerError('media.not_audio');
  if (result === 'media.damaged' && (await lacksIndex(file))) throw new WorkerError('media.index_missing');
  if (typeof result === 'string') throw new WorkerError(result, log.join('\n'));
  const { statedS, ...unstated } = result;
  return statedS !== undefined && isStatedPlausible(statedS, file.size) ? result : unstated;
}

/** Sends the sound from frame `skip` on. A run that gives none at all is an error with its reason. */
export function decodeWithFfmpeg(core: Core, file: File, probe: Probe, to: Omit<DecodeTo, 'signal'>): void {
  const { skip, sender, onFrames } = to;
  let frames = 0;
  const output = createPcmOutput(
    sender,
    probe.channels,
    (count) => {
      frames = count;
      onFrames(count);
    },
    skip,
  );
  try {
    const { log } = core.mounted(file, (path) => core.run(decodeArgs(path, probe), output));
    if (frames === 0) throw new WorkerError(silentRunToCode(log), log.join('\n'));
  } finally {
    // What was counted must leave, whatever ended the run: the next decoder goes on behind it.
    output.finish();
  }
}

/** Writes the sound as mp3 into `mp3`; answers ffmpeg's log. */
export function encodeWithFfmpeg(
  core: Core,
  file: File,
  settings: Mp3Settings,
  mp3: ChunkFile,
  onOctets: (octets: number) => void,
): string[] {
  const output = createFileOutput(mp3, onOctets);
  return core.mounted(file, (path) => core.run(encodeArgs(path, settings), output)).log;
}
