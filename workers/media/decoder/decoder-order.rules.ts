import { WorkerError } from '#workers/rpc.ts';
import type { MediaPath } from '#workers/media/container/probe.ts';

/**
 * Decoders in order, by speed: their samples agree (`decode-file.browser.test.ts`). Our own decoders (`wasm/codec`) come
 * first where they support the file: for aac, mp3 and flac they reach three to six times the speed of ffmpeg.wasm and save
 * the 125 MB of its core. ffmpeg.wasm decodes the rest, and the browser's decoders replace it where it crashes. Chromium on
 * two busy cores, 10 min of stereo at 48 kHz, decoding only, × real time, ffmpeg.wasm against the browser: aac 609 and 122,
 * opus 376 and 94, vorbis 498 and 126, mp3 237 and 107 (one message between threads for each of 40 to 100 packets a second
 * costs more than decoding). Measured by `npm run bench -- decode`.
 */
export const decoderOrder: Record<MediaPath, readonly MediaPath[]> = {
  direct: ['direct'],
  codec: ['codec', 'ffmpeg', 'webcodecs'],
  webcodecs: ['webcodecs', 'ffmpeg'],
  ffmpeg: ['ffmpeg', 'webcodecs'],
};

/** The file has moved or changed, or may not be read. */
const fileErrors = new Set(['NotReadableError', 'NotFoundError', 'NotAllowedError', 'SecurityError']);

/**
 * Returns the error if it concerns the file itself. Null if only one decoder failed (a crash, a rejected packet), so that
 * the next may try.
 */
export function finalError(error: unknown): WorkerError | null {
  if (error instanceof WorkerError) return error;
  if (error instanceof DOMException && fileErrors.has(error.name))
    return new WorkerError('media.unreadable', `${error.name}: ${error.message}`);
  return null;
}
