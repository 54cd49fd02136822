import { Worker } from 'node:worker_threads';
import { AppError } from '#api/lib/error.ts';
import { inputPath, outputPath, type FfmpegRun } from './ffmpeg-core.ts';
import type { FfmpegReply, FfmpegTask } from './ffmpeg.worker.ts';

/** Hz of the PCM that engines get: mono, signed 16 bit, little endian. */
export const pcmSampleRate = 16_000;
export const pcmBytesPerSample = 2;

/** ffmpeg found no sound that it can read. `log` is what it said. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly log: readonly string[];
  constructor(log: readonly string[]) {
    super('The file holds no sound that can be read.');
    this.log = log;
  }
}

type Files = { input: string; output: string; signal?: AbortSignal };

/**
 * Decodes any audio file to a PCM file for engines; answers the number of samples. At most `maxS` seconds are written.
 * @throws MediaError, AppError `upload.disk_full`, the signal's reason
 */
export async function decodeToPcm({
  maxS,
  ...files
}: Files & { maxS: number }): Promise<{ samples: number }> {
  const { bytesWritten } = await run(files, [
    ...['-map', '0:a:0', '-t', String(maxS)],
    ...['-ac', '1', '-ar', String(pcmSampleRate), '-f', 's16le'],
  ]);
  return { samples: Math.floor(bytesWritten / pcmBytesPerSample) };
}

/**
 * Encodes any audio file as the page does: mp3, mono, 64 kbit/s, 24 kHz.
 * @throws as decodeToPcm
 */
export async function encodeMp3(files: Files): Promise<{ bytes: number }> {
  const { bytesWritten } = await run(files, [
    ...['-map', '0:a:0', '-map_metadata', '-1', '-ac', '1', '-ar', '24000'],
    ...['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3'],
  ]);
  return { bytes: bytesWritten };
}

/** One thread for each run: its end gives the core's memory back. */
async function run({ input, output, signal }: Files, options: string[]): Promise<FfmpegRun> {
  signal?.throwIfAborted();
  const workerData: FfmpegTask = {
    input,
    output,
    args: ['-v', 'error', '-i', inputPath, ...options, outputPath],
  };
  const worker = new Worker(new URL('./ffmpeg.worker.ts', import.meta.url), { workerData });
  const ended = Promise.withResolvers<FfmpegReply>();
  const onAbort = () => ended.reject(signal?.reason as Error);
  signal?.addEventListener('abort', onAbort, { once: true });
  worker.once('message', ended.resolve);
  worker.once('error', ended.reject);
  worker.once('exit', () => ended.reject(new Error('ffmpeg ended without an answer')));
  try {
    const reply = await ended.promise;
    if ('diskError' in reply) throw diskError(reply.diskError);
    if (reply.exitCode !== 0 || reply.bytesWritten === 0) throw new MediaError(reply.log);
    return reply;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function diskError(code: string): Error {
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('upload.disk_full');
  return new Error(`ffmpeg cannot use the disk: ${code}`);
}
