import type { Instantiate } from '#wasm/binding/instantiate.ts';
import { createAacDecoder, type AacDecoder, type AacExports, type AacFormat } from './aac.ts';
import { createFlacDecoder, type FlacDecoder, type FlacExports } from './flac.ts';
import type { FlacFormat } from './flac-info.ts';
import { createMp3Decoder, type Layer3Exports, type Mp3Decoder } from './mp3.ts';
import { createPcmReader, type PcmExports, type PcmFormat, type PcmReader } from './pcm.ts';
import type { StreamFormat } from '#wasm/mp3/header.ts';

export type CodecExports = AacExports & FlacExports & Layer3Exports & PcmExports;

export type Codec = {
  /** Throws `ForeignFrame` if the format is not supported. */
  createAacDecoder(format: AacFormat): AacDecoder;
  createFlacDecoder(format: FlacFormat): FlacDecoder;
  createMp3Decoder(format: StreamFormat): Mp3Decoder;
  /** Creates a reader of uncompressed audio that converts up to `maxSamples` samples at once. */
  createPcmReader(format: PcmFormat, maxSamples: number): PcmReader;
};

export function createCodec(instantiate: Instantiate<CodecExports>): Codec {
  return {
    createAacDecoder: (format) => createAacDecoder(instantiate, format),
    createFlacDecoder: (format) => createFlacDecoder(instantiate, format),
    createMp3Decoder: (format) => createMp3Decoder(instantiate, format),
    createPcmReader: (format, maxSamples) => createPcmReader(instantiate, format, maxSamples),
  };
}
