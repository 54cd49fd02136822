import { WorkerError } from '#workers/rpc.ts';
import type { MediaPath } from '#workers/media/container/probe.ts';
import { finalError } from './decoder-order.rules.ts';
import type { PcmSender } from '#workers/media/pcm/pcm-stream.ts';

export type DecodeTo = {
  /** Frames that were sent before, by another decoder. */
  skip: number;
  sender: Omit<PcmSender, 'end'>;
  signal: AbortSignal;
  /** Hears the frames so far, those of `skip` included, and may throw to end the pass. */
  onFrames(frames: number): void;
};

/** What a decoder may leave at the end of a file: a tag behind the sound is smaller. */
export const maxTailBytes = 512;

export type Decode = (to: DecodeTo) => Promise<void>;

/**
 * Lets one decoder after the other send the sound of a file. Where one fails, the next goes on at the very frame: what was
 * sent has been heard, and cannot be sent again. Answers the frames sent and by whom. Errors: `mediaErrorCodes`, or the
 * reason of the signal.
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
  // Whoever heard something has a recording that was cut short; its length says so.
  if (frames === 0) throw new WorkerError('media.damaged', String(failure));
  return { frames, paths };
}
