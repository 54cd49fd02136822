import { EncodedPacketSink, Input, MATROSKA, MP4, OGG, ReadableStreamSource, WEBM } from 'mediabunny';
import { opusPacketFrames, opusPreSkip } from '#workers/media/container/opus.rules.ts';
import { createPacketDecoder } from '#workers/media/decoder/packet-decoder.ts';
import type { OnSound } from './sound-source.ts';
import { toStereo } from './to-stereo.ts';

/**
 * Decodes a file that is still being written with the browser's decoder, each packet as soon as it is there. Resolves at the
 * end of the file; rejects if it cannot be decoded.
 */
export async function decodeLive(file: ReadableStream<Uint8Array>, onSound: OnSound): Promise<void> {
  const input = new Input({ source: new ReadableStreamSource(file), formats: [OGG, WEBM, MATROSKA, MP4] });
  try {
    const [track] = await input.getAudioTracks();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error('The browser recorded a file without sound that can be decoded.');
    const isOpus = config.codec === 'opus';
    /** Number of frames before the sound, which the encoder needs to begin (RFC 7845 §4.2). */
    let toSkip = isOpus ? opusPreSkip(config.description) : 0;
    /** Number of frames in the first packet, until its block has come. */
    let firstFrames: number | null = null;
    using decoder = createPacketDecoder(config, (data) => {
      // Some browsers drop these frames themselves: their first block is shorter than its packet.
      toSkip -= Math.max(0, (firstFrames ?? 0) - data.numberOfFrames);
      firstFrames = 0;
      const skipped = Math.min(Math.max(0, toSkip), data.numberOfFrames);
      toSkip -= skipped;
      const block = toStereo(data).slice(skipped * 2);
      if (block.length > 0) onSound(block, data.sampleRate);
    });
    for await (const packet of new EncodedPacketSink(track).packets()) {
      firstFrames ??= isOpus ? opusPacketFrames(packet.data) : 0;
      await decoder.decode(packet.toEncodedAudioChunk());
    }
    await decoder.flush();
  } finally {
    input.dispose();
  }
}
