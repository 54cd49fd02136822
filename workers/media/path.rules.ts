import { WorkerError } from '#workers/rpc.ts';
import type { MediaPath } from './media.contract.ts';

/**
 * Who decodes, and who goes on where that one fails. Their samples agree (`decode.browser.test.ts`), so speed decides.
 * Chromium, two busy cores, 10 minutes of stereo at 48 kHz, decoding alone, × real time (`npm run bench -- decode`), ffmpeg.wasm
 * beside the browser's decoder: aac 609 and 122, mp3 237 and 107, opus 376 and 94, vorbis 498 and 126 (a message between
 * threads for each of 40 to 100 packets a second costs more than the decoding), flac 562 and 400; wav beside our own reading:
 * 448 and 999. So compressed sound is ffmpeg's, and the browser's decoders stand in where its core crashes. What our own
 * decoders read (`wasm/codec`; flac at 1,800 times real time) comes first: faster than both, and without the 125 MB of a core.
 */
export const pathOrder: Record<MediaPath, readonly MediaPath[]> = {
  direct: ['direct'],
  codec: ['codec', 'ffmpeg', 'webcodecs'],
  webcodecs: ['webcodecs', 'ffmpeg'],
  ffmpeg: ['ffmpeg', 'webcodecs'],
};

/** What the operating system says when a file has moved or changed, or may not be read. */
const fileErrors = new Set(['NotReadableError', 'NotFoundError', 'NotAllowedError', 'SecurityError']);

/**
 * What an error says about the file, for good: a reason of ours, or the word of the operating system. Null where only the
 * one decoder failed (a crash of the core, a packet that the browser refuses), so that another may try.
 */
export function finalError(error: unknown): WorkerError | null {
  if (error instanceof WorkerError) return error;
  if (error instanceof DOMException && fileErrors.has(error.name))
    return new WorkerError('media.unreadable', `${error.name}: ${error.message}`);
  return null;
}
