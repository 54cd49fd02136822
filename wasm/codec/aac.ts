import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';
import { aacRates } from './aac-bands.ts';
import { layAacTables } from './aac-tables.ts';
import { DamagedFrame } from './mp3.ts';

export type AacExports = WithMemory & {
  aacCreate(channels: number): void;
  aacTables(): number;
  aacIn(): number;
  aacDecode(bytes: number): number;
  aacOut(): number;
};

/** Format of a plain AAC-LC stream: frames of 1,024 samples, no spectral band replication, one channel or two. */
export type AacFormat = {
  sampleRate: number;
  channels: number;
};

/** Thrown for a packet that is valid, but uses features that are not supported. */
export class ForeignFrame extends DamagedFrame {}

export type AacDecoder = {
  /**
   * Decodes the next packet, a raw data block of at most 8,192 bytes. Returns its 1,024 frames: interleaved samples,
   * not clipped to −1 and 1, in a view that is valid until the next call.
   * @throws DamagedFrame, or its subclass ForeignFrame; the decoder cannot be used afterwards
   */
  decode(packet: Uint8Array): Float32Array;
};

const maxPacketBytes = 8_192;
const frameLength = 1_024;
const foreign = 2;

/**
 * Creates a decoder for the packets of an AAC-LC stream (ISO/IEC 14496-3). It overlaps the first packet with silence.
 * @throws ForeignFrame if the sample rate or the number of channels is not supported
 */
export function createAacDecoder(instantiate: Instantiate<AacExports>, format: AacFormat): AacDecoder {
  const { sampleRate, channels } = format;
  const rateIndex = (aacRates as readonly number[]).indexOf(sampleRate);
  if (rateIndex < 0 || channels < 1 || channels > 2) throw new ForeignFrame();
  const { memory, ...kernel } = instantiate();
  kernel.aacCreate(channels);
  const tables = layAacTables(rateIndex);
  // The memory does not grow any more, so views stay valid.
  new Uint8Array(memory.buffer, kernel.aacTables(), tables.length).set(tables);
  const input = new Uint8Array(memory.buffer, kernel.aacIn(), maxPacketBytes);
  const sound = new Float32Array(memory.buffer, kernel.aacOut(), frameLength * channels);

  return {
    decode(packet) {
      if (packet.length > maxPacketBytes) throw new DamagedFrame();
      input.set(packet);
      const result = kernel.aacDecode(packet.length);
      if (result === foreign) throw new ForeignFrame();
      if (result !== 0) throw new DamagedFrame();
      return sound;
    },
  };
}
