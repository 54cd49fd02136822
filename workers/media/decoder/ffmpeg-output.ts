import type { DeviceOps } from '#wasm/ffmpeg/ffmpeg-core.ts';
import { slotFloats, type PcmSender } from '#workers/media/pcm/pcm-stream.ts';

const octets = (heap: Int8Array, offset: number, length: number) =>
  new Uint8Array(heap.buffer, heap.byteOffset + offset, length);

type PcmOutput = DeviceOps & {
  /** Number of whole frames that were taken so far, including `skip`. */
  readonly frames: number;
  finish(): void;
};

/**
 * Creates an ffmpeg output device for f32le. It writes whole frames from frame `skip` on straight into the slots of the
 * stream. `onFrames` receives the number of frames so far, including `skip`, and may throw to end the run.
 */
export function createPcmOutput(
  sender: Pick<PcmSender, 'slot' | 'post'>,
  channels: number,
  onFrames: (frames: number) => void,
  skip = 0,
): PcmOutput {
  const frameOctets = 4 * channels;
  const slotOctets = Math.floor(slotFloats / channels) * frameOctets;
  let slot: Uint8Array | null = null;
  let filled = 0;
  let total = 0;
  let toSkip = skip * frameOctets;
  const nextSlot = () => {
    const { buffer, byteOffset } = sender.slot();
    return new Uint8Array(buffer, byteOffset, slotOctets);
  };
  const post = () => {
    sender.post(Math.floor(filled / frameOctets) * channels);
    slot = null;
    filled = 0;
  };
  const frames = () => Math.max(skip, Math.floor(total / frameOctets));
  return {
    get frames() {
      return frames();
    },
    write(_stream, heap, offset, length) {
      const source = octets(heap, offset, length);
      const skipped = Math.min(toSkip, length);
      toSkip -= skipped;
      total += skipped;
      for (let at = skipped; at < length;) {
        slot ??= nextSlot();
        const part = source.subarray(at, at + slotOctets - filled);
        slot.set(part, filled);
        filled += part.length;
        at += part.length;
        // Counted here, because the next slot may not come (`TooFarAhead`).
        total += part.length;
        if (filled === slotOctets) post();
      }
      onFrames(frames());
      return length;
    },
    finish() {
      if (filled >= frameOctets) post();
    },
  };
}
