import type { WavLayout } from './wav.rules.ts';
import { createPcmWriter } from './pcm-block.ts';
import { readPcm } from './pcm-codec.ts';
import type { DecodeTo } from './decode-in-turn.ts';

const readAheadBytes = 1 << 20;

/** Sends the samples of an uncompressed file as they stand in it. */
export async function decodeWav(file: Blob, layout: WavLayout, to: Omit<DecodeTo, 'skip'>): Promise<void> {
  const { codec, channels, dataAt, dataBytes } = layout;
  const { sender, signal, onFrames } = to;
  const frameBytes = codec.bytes * channels;
  const stepBytes = Math.floor(readAheadBytes / frameBytes) * frameBytes;
  const writer = createPcmWriter(channels);
  const end = dataAt + dataBytes;
  for (let at = dataAt; at < end; at += stepBytes) {
    const bytes = await file.slice(at, Math.min(at + stepBytes, end)).bytes();
    writer.write(bytes.length / frameBytes, (target, from, count) =>
      readPcm(codec, bytes.subarray(from * frameBytes, (from + count) * frameBytes), target),
    );
    for (const block of writer.take(at + stepBytes >= end)) await sender.sendLater(block, signal);
    onFrames(writer.frames);
  }
}
