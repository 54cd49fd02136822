import { WorkerError } from '#workers/rpc.ts';
import type { MediaPath } from '#workers/media/container/probe.ts';

/**
 * Who decodes, and who goes on where that one fails. Their samples agree (`decode-file.browser.test.ts`), so speed decides.
 * Our own decoders (`wasm/codec`) come first where they read a file: aac, mp3 and flac at three to six times the speed of
 * ffmpeg.wasm, and without the 125 MB of a core. All else that is compressed is ffmpeg's, and the browser's decoders stand in
 * where its core crashes: in Chromium on two busy cores, 10 minutes of stereo at 48 kHz, decoding alone, × real time, ffmpeg.wasm
 * and the browser beside it had aac 609 and 122, opus 376 and 94, vorbis 498 and 126, mp3 237 and 107 (a message between threads
 * for each of 40 to 100 packets a second costs more than the decoding). `npm run bench -- decode` measures it anew.
 */
export const decoderOrder: Record<MediaPath, readonly MediaPath[]> = {
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
