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

/** A frame contradicts itself, or holds what decoders do not agree on. */
export class DamagedFrame extends Error {}

export type Mp3Decoder = {
  /**
   * Decodes the next bytes of a stream, in pieces of any size. `onSound` hears interleaved samples as they come, not clipped
   * to −1 and 1; what it is given holds until it returns. Throws `DamagedFrame` once all before the frame was heard. Where
   * no frame of the stream follows, the rest is passed over.
   */
  push(bytes: Uint8Array, onSound: (samples: Float32Array) => void): void;
  /** Bytes pushed from the first on that begins no frame of the stream; a last frame that is cut short is none of them. */
  strayBytes(): number;
};

const blockBytes = 65_536;
/** Together, so that what comes of them lies in the second cache. */
const framesTogether = 16;
const maxFrameSamples = 1_152;
/** What the kernel may read behind a frame. */
const beyondBytes = 16;

/** Decodes frames of MPEG-1, 2 and 2.5 layer III (ISO/IEC 11172-3, 13818-3) of one format, but those of free format. */
export function createMp3Decoder(instantiate: Instantiate<Layer3Exports>, format: StreamFormat): Mp3Decoder {
  const { channels } = format;
  const bands = bandsOf(format);
  const { memory, ...kernel } = instantiate();
  const { splitLong, splitShort, mixedLong } = bands;
  const tablesAt = kernel.layer3Create(channels, format.version !== 3, splitLong, splitShort, mixedLong);
  const input = kernel.layer3Room(maxFrameBytes + blockBytes + beyondBytes);
  const output = kernel.layer3Room(4 * framesTogether * maxFrameSamples * channels);
  const tables = layTables(bands);
  // All room is taken: views stay.
  new Uint8Array(memory.buffer, tablesAt, tables.length).set(tables);
  const held = new Uint8Array(memory.buffer, input, maxFrameBytes + blockBytes);
  const sound = new Float32Array(memory.buffer, output, framesTogether * maxFrameSamples * channels);
  let heldBytes = 0;
  let lostBytes = 0;
  let isLost = false;

  /** Decodes what is held; gives how much of it is done with. */
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
