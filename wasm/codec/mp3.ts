import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';
import { headerBytes, isSameStream, maxFrameBytes, readHeader, type StreamFormat } from '#wasm/mp3/header.ts';
import { bandsOf } from './mp3-bands.ts';
import { layTables } from './mp3-tables.ts';

export type Layer3Exports = WithMemory & {
  layer3Create(
    channels: number,
    isLowSampling: boolean,
    splitLong: number,
    splitShort: number,
    mixedBands: number,
  ): number;
  layer3Room(bytes: number): number;
  layer3Decode(frame: number, bytes: number, out: number): number;
};

/** Thrown for a frame that contradicts itself, or contains something on which decoders disagree. */
export class DamagedFrame extends Error {}

export type Mp3Decoder = {
  /**
   * Decodes the next bytes of a stream, in chunks of any size. `onSound` receives interleaved samples, not clipped to
   * −1 and 1, in a view that is valid until it returns. From the first place on where no frame of the stream follows,
   * all bytes are skipped.
   * @throws DamagedFrame after `onSound` received everything before the frame
   */
  push(bytes: Uint8Array, onSound: (samples: Float32Array) => void): void;
  /** Returns the number of bytes after the last frame of the stream. An incomplete last frame does not count. */
  strayBytes(): number;
};

const blockBytes = 65_536;
/** Largest number of frames per call of `onSound`: few enough that their samples stay in the second-level cache. */
const framesTogether = 16;
const maxFrameSamples = 1_152;
/** Number of bytes after a frame that the kernel may read. */
const beyondBytes = 16;

/**
 * Creates a decoder for a stream of one format: MPEG-1, 2 or 2.5 layer III (ISO/IEC 11172-3, 13818-3), without free
 * format.
 */
export function createMp3Decoder(instantiate: Instantiate<Layer3Exports>, format: StreamFormat): Mp3Decoder {
  const { channels } = format;
  const bands = bandsOf(format);
  const { memory, ...kernel } = instantiate();
  const { splitLong, splitShort, mixedLong } = bands;
  const tablesAt = kernel.layer3Create(channels, format.version !== 3, splitLong, splitShort, mixedLong);
  const input = kernel.layer3Room(maxFrameBytes + blockBytes + beyondBytes);
  const output = kernel.layer3Room(4 * framesTogether * maxFrameSamples * channels);
  const tables = layTables(bands);
  // The memory does not grow any more, so views stay valid.
  new Uint8Array(memory.buffer, tablesAt, tables.length).set(tables);
  const held = new Uint8Array(memory.buffer, input, maxFrameBytes + blockBytes);
  const sound = new Float32Array(memory.buffer, output, framesTogether * maxFrameSamples * channels);
  let heldBytes = 0;
  let lostBytes = 0;
  let isLost = false;

  const decodeHeld = (onSound: (samples: Float32Array) => void): number => {
    const all = held.subarray(0, heldBytes);
    let at = 0;
    let samples = 0;
    const send = () => {
      if (samples > 0) onSound(sound.subarray(0, samples));
      samples = 0;
    };
    while (at + headerBytes <= heldBytes) {
      const header = readHeader(all, at);
      isLost = !header || !isSameStream(header, format) || header.channels !== channels;
      if (!header || isLost || at + header.bytes > heldBytes) break;
      const frames = kernel.layer3Decode(input + at, header.bytes, output + 4 * samples);
      if (frames < 0) {
        send();
        throw new DamagedFrame();
      }
      samples += frames * channels;
      at += header.bytes;
      if (samples + maxFrameSamples * channels > sound.length) send();
    }
    send();
    return at;
  };

  return {
    push(bytes, onSound) {
      for (let at = 0; at < bytes.length; at += blockBytes) {
        const block = bytes.subarray(at, at + blockBytes);
        if (isLost) {
          lostBytes += block.length;
          continue;
        }
        held.set(block, heldBytes);
        heldBytes += block.length;
        const done = decodeHeld(onSound);
        held.copyWithin(0, done, heldBytes);
        heldBytes -= done;
      }
    },
    strayBytes: () => (isLost ? heldBytes + lostBytes : 0),
  };
}
