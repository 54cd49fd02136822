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

/** No frame of the stream begins where one should. */
export class NoFlacFrame extends Error {}

export type FlacDecoder = {
  /** Gives more octets, the first of which begin a frame; all that can be had of those before must have been asked for. */
  push(octets: Uint8Array): void;
  /**
   * Samples of the next frame, interleaved, from −1 up to 1: a view that holds until the next call. Null where more octets
   * are needed. Throws `NoFlacFrame`, or another error where a frame is damaged or of another format: nothing of it is given.
   */
  next(): Float32Array | null;
  /** Octets pushed that belong to no frame given so far. */
  undecodedBytes(): number;
  /** After the last push: throws where frames follow what looked like a frame cut short. */
  finish(): void;
};

/** More than a frame can be that is any smaller than its samples (8 channels of 32 bits, 65,535 each, are 2 MiB). */
const inputBytes = 3 << 20;
/** Octets given to the kernel at a time: they and what comes of them lie in the second cache. */
const portionBytes = 128 << 10;
const noFrame = -2;

/** Decodes frames of native FLAC (RFC 9639), each checked by its checksums. */
export function createFlacDecoder(instantiate: Instantiate<FlacExports>, format: FlacFormat): FlacDecoder {
  const { channels, sampleRate, bits, maxFrames } = format;
  const { memory, ...kernel } = instantiate();
  kernel.flacCreate(channels, sampleRate, bits, maxFrames, inputBytes);
  const out = kernel.flacOut();
  let waiting = new Uint8Array(0);

  /** False where there is nothing to be fed. */
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
