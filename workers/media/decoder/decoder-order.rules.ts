import { isOutOfMemory } from '#workers/memory.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { MediaPath } from '#workers/media/container/probe.ts';

/**
 * The decoders for each path, in the order in which they are tried. The order is by speed, because their samples agree
 * (`decode-file.browser.test.ts`). Our own decoders (`wasm/codec`) come first where they support the file: for aac, mp3
 * and flac they reach three to six times the speed of ffmpeg.wasm and save the 125 MB of its core. ffmpeg.wasm decodes
 * the rest, and the browser's decoders replace it where it crashes. In Chromium on two busy cores, decoding alone of 10
 * min of stereo at 48 kHz reached these multiples of real time in ffmpeg.wasm and in the browser: aac 609 and 122, opus
 * 376 and 94, vorbis 498 and 126, mp3 237 and 107. (In the browser, one message between threads for each of 40 to 100
 * packets a second costs more than decoding.) Measured by `npm run bench -- decode`.
 */
export const decoderOrder: Record<MediaPath, readonly MediaPath[]> = {
  direct: ['direct'],
  codec: ['codec', 'ffmpeg', 'webcodecs'],
  webcodecs: ['webcodecs', 'ffmpeg'],
  ffmpeg: ['ffmpeg', 'webcodecs'],
};

/** Errors of a file that has moved or changed, or may not be read. Firefox rejects with `AbortError`. */
const fileErrors = new Set([
  'NotReadableError',
  'NotFoundError',
  'NotAllowedError',
  'SecurityError',
  'AbortError',
]);

/**
 * Returns the error if it concerns the file itself. Returns null if only one decoder failed (a crash, a rejected
 * packet), so that the next may try. An error of the caller's own signal must have been thrown before.
 */
export function finalError(error: unknown): WorkerError | null {
  if (error instanceof WorkerError) return error;
  if (error instanceof DOMException && fileErrors.has(error.name))
    return new WorkerError('media.unreadable', `${error.name}: ${error.message}`);
  return null;
}

/** Returns the error for a file that no decoder could read, because of `failure`. */
export const decodeError = (failure: unknown): WorkerError =>
  new WorkerError(isOutOfMemory(failure) ? 'worker.memory_full' : 'media.damaged', String(failure));
