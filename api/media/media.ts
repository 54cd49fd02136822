import { pcmBytesPerSample, pcmSampleRate } from './pcm-file.ts';
import { stat } from 'node:fs/promises';
import type { Mp3Format } from '#api/contract/domain.ts';
import { minuteMs } from '#api/contract/time.ts';
import { inputPath, outputPath } from '#wasm/ffmpeg/ffmpeg-core.ts';
import type { FfmpegRun } from './ffmpeg-core.ts';
import { logToStatedS, silentRunToReason } from './ffmpeg-log.rules.ts';
import type { FfmpegReply, FfmpegTask } from './ffmpeg-child.ts';
import { MediaError, toDiskError } from './media-error.ts';
import { isProtectedFile } from './protected-file.ts';
import { runProcess } from '#api/lib/run-process.ts';

export { MediaError } from './media-error.ts';

type Files = {
  input: string;
  output: string;
  signal?: AbortSignal;
  /** Longest time that ffmpeg may take for this file, ms. A decoder may never end on a damaged file. */
  maxRunMs?: number;
};

const speechMp3: Mp3Format = { sample_rate: 24_000, bitrate: 64 };

/** Default of `maxRunMs`. 2:30 h of audio take half a minute on a small machine. */
const defaultMaxRunMs = 20 * minuteMs;

type Decoded = {
  samples: number;
  /** Duration in the file's header, s. Null if it is absent or unreliable. */
  statedS: number | null;
};

/**
 * Decodes the first `maxS` seconds of any audio file to a PCM file for engines. A damaged file is decoded as far as
 * possible; `statedS` is then longer than the decoded audio.
 * @throws MediaError, the signal's reason
 */
export async function decodeToPcm({ maxS, ...files }: Files & { maxS: number }): Promise<Decoded> {
  const { bytesWritten, log } = await run(files, [
    '-map',
    '0:a:0',
    '-t',
    String(maxS),
    '-ac',
    '1',
    '-ar',
    String(pcmSampleRate),
    '-f',
    's16le',
  ]);
  return { samples: Math.floor(bytesWritten / pcmBytesPerSample), statedS: logToStatedS(log) };
}

type EncodedFile = {
  bytes: number;
  /** See `Decoded`. */
  statedS: number | null;
  /** True if ffmpeg exited without an error, so it could read everything. */
  isClean: boolean;
};

/**
 * Encodes any audio file as the page does: mono mp3 with a constant bit rate and no bit reservoir, so that players seek
 * exactly. Writes at most `maxS` seconds. Sample k of `decodeToPcm` is sample k of the mp3.
 * @throws as decodeToPcm
 */
export async function encodeMp3({
  maxS,
  format: { sample_rate: sampleRate, bitrate } = speechMp3,
  ...files
}: Files & { maxS?: number; format?: Mp3Format }): Promise<EncodedFile> {
  const { bytesWritten, exitCode, log } = await run(files, [
    '-map',
    '0:a:0',
    '-map_metadata',
    '-1',
    ...(maxS === undefined ? [] : ['-t', String(maxS)]),
    '-ac',
    '1',
    '-ar',
    String(sampleRate),
    '-c:a',
    'libmp3lame',
    '-b:a',
    `${bitrate}k`,
    '-reservoir',
    '0',
    '-id3v2_version',
    '0',
    '-f',
    'mp3',
  ]);
  return { bytes: bytesWritten, statedS: logToStatedS(log), isClean: exitCode === 0 };
}

/** Runs ffmpeg in a child process of its own: the memory of ffmpeg's WebAssembly is freed only when the process ends. */
async function run(files: Files, options: string[]): Promise<FfmpegRun> {
  const { input, output, signal, maxRunMs = defaultMaxRunMs } = files;
  signal?.throwIfAborted();
  if ((await stat(input)).size === 0) throw new MediaError('transcription.audio_empty');
  // The file is checked before decoding, because with some codecs encrypted data decodes to noise without an error.
  if (await isProtectedFile(input)) throw new MediaError('transcription.audio_encrypted');
  const task: FfmpegTask = {
    input,
    output,
    args: ['-hide_banner', '-nostats', '-v', 'info', '-i', inputPath, ...options, outputPath],
  };
  const script = new URL('./ffmpeg-child.ts', import.meta.url);
  const late = AbortSignal.timeout(maxRunMs);
  const ends = signal ? AbortSignal.any([signal, late]) : late;
  const reply = await runProcess<FfmpegReply>(script, task, ends).catch((error: unknown) => {
    throw late.aborted && !signal?.aborted ? new MediaError('transcription.audio_unreadable') : error;
  });
  if ('diskError' in reply) throw toDiskError(reply.diskError);
  // The exit code is ignored: ffmpeg fails if most of a file is damaged, but the rest may still be useful.
  if (reply.bytesWritten === 0) throw new MediaError(silentRunToReason(reply.log), reply.log);
  return reply;
}
