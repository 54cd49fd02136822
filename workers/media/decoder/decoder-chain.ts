import type { MediaPath } from '#workers/media/container/probe.ts';
import { decodeError, finalError } from './decoder-order.rules.ts';
import type { PcmSender } from '#workers/media/pcm/pcm-stream.ts';

export type DecodeTo = {
  /** Number of frames that an earlier decoder has sent. */
  skip: number;
  sender: Omit<PcmSender, 'end'>;
  signal: AbortSignal;
  /** Receives the number of frames so far, including `skip`. It may throw to end the pass. */
  onFrames(frames: number): void;
};

/**
 * Number of bytes at the end of a file that a decoder may leave undecoded, because a tag may be there, which is
 * smaller.
 */
export const maxTailBytes = 512;

export type Decode = (to: DecodeTo) => Promise<void>;

/**
 * Runs the decoders in order until one succeeds. After a failure the next one continues at the exact frame, since the
 * frames already sent are consumed. Returns the number of frames and the decoders that sent them. Errors:
 * `mediaErrorCodes`, or the reason of the signal.
 */
export async function decodeInOrder(
  order: readonly MediaPath[],
  decoders: Record<MediaPath, Decode>,
  to: Omit<DecodeTo, 'skip'>,
): Promise<{ frames: number; paths: MediaPath[] }> {
  const paths: MediaPath[] = [];
  let frames = 0;
  let failure: unknown;
  const onFrames = (count: number) => {
    frames = Math.max(frames, count);
    to.onFrames(frames);
  };
  for (const path of order) {
    const skip = frames;
    let isDone = false;
    try {
      await decoders[path]({ ...to, skip, onFrames });
      isDone = true;
    } catch (error) {
      to.signal.throwIfAborted();
      const final = finalError(error);
      if (final) throw final;
      failure ??= error;
    }
    if (frames > skip) paths.push(path);
    if (isDone) return { frames, paths };
  }
  // If frames were sent, the result is a truncated recording, and its length shows that.
  if (frames === 0) throw decodeError(failure);
  return { frames, paths };
}
