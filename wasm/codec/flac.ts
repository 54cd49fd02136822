import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';
import type { FlacFormat } from './flac-info.ts';

export type FlacExports = WithMemory & {
  flacCreate(channels: number, sampleRate: number, bits: number, maxFrames: number, inputBytes: number): void;
  flacIn(): number;
  flacRoom(): number;
  flacPush(count: number): void;
  flacHeld(): number;
  flacFrame(): number;
  flacOut(): number;
  flacIsFollowed(): boolean | number;
};

/** Thrown if no frame of the stream begins where one should. */
export class NoFlacFrame extends Error {}

export type FlacDecoder = {
  /**
   * Takes the next bytes of the stream. The first bytes of the stream begin a frame. Call it only after `next` has
   * returned null.
   */
  push(octets: Uint8Array): void;
  /**
   * Returns the samples of the next frame, interleaved, from −1 up to 1: a view that is valid until the next call. Returns null
   * if more bytes are needed.
   * @throws NoFlacFrame, or another error if a frame is damaged or of another format
   */
  next(): Float32Array | null;
  /** Number of pushed bytes after the last returned frame. */
  undecodedBytes(): number;
  /** Throws if frames follow what looked like an incomplete frame. Call it after the last push. */
  finish(): void;
};

/**
 * Room for bytes of incomplete frames. It exceeds any frame that is smaller than its samples (8 channels of 32 bits,
 * 65,535 each, are 2 MiB).
 */
const inputBytes = 3 << 20;
/** Number of bytes per call of the kernel: few enough that they and their samples stay in the second-level cache. */
const portionBytes = 128 << 10;
const noFrame = -2;

/** Creates a decoder for frames of native FLAC (RFC 9639). It verifies their checksums. */
export function createFlacDecoder(instantiate: Instantiate<FlacExports>, format: FlacFormat): FlacDecoder {
  const { channels, sampleRate, bits, maxFrames } = format;
  const { memory, ...kernel } = instantiate();
  kernel.flacCreate(channels, sampleRate, bits, maxFrames, inputBytes);
  const out = kernel.flacOut();
  let waiting = new Uint8Array(0);

  const feed = (): boolean => {
    if (waiting.length === 0) return false;
    const to = kernel.flacIn();
    const portion = waiting.subarray(0, Math.min(kernel.flacRoom(), portionBytes));
    if (portion.length === 0) throw new RangeError('a frame without end');
    new Uint8Array(memory.buffer, to, portion.length).set(portion);
    kernel.flacPush(portion.length);
    waiting = waiting.subarray(portion.length);
    return true;
  };

  return {
    push(octets) {
      waiting = octets as Uint8Array<ArrayBuffer>;
    },
    next() {
      for (;;) {
        const frames = kernel.flacFrame();
        if (frames > 0) return new Float32Array(memory.buffer, out, frames * channels);
        if (frames === noFrame) throw new NoFlacFrame('no frame where one should begin');
        if (frames < 0) throw new RangeError('a frame is damaged or of another format');
        if (!feed()) return null;
      }
    },
    undecodedBytes: () => kernel.flacHeld() + waiting.length,
    finish() {
      if (kernel.flacIsFollowed()) throw new RangeError('a frame is damaged');
    },
  };
}
