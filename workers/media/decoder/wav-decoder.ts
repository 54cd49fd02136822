import type { Codec } from '#wasm/codec/codec.ts';
import { piecesOf } from '#workers/media/container/blob-pieces.ts';
import type { DecodeTo } from './decoder-chain.ts';
import { createReader } from '#workers/media/pcm/sample-format.ts';
import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';
import type { WavLayout } from '#workers/media/container/wav-header.ts';

/** Decodes uncompressed samples. `own` are our own decoders; null if the browser cannot run them. */
export async function decodeWav(
  file: Blob,
  layout: WavLayout,
  own: Codec | null,
  { sender, signal, onFrames }: Omit<DecodeTo, 'skip'>,
): Promise<void> {
  const { codec, channels, dataAt, dataBytes } = layout;
  const slotFrames = Math.floor(slotFloats / channels);
  const { octets, read } = createReader(codec, own, slotFrames * channels);
  let filledBytes = 0;
  let frames = 0;
  const send = async () => {
    const samples = filledBytes / codec.bytes;
    filledBytes = 0;
    read(samples, await sender.slotLater(signal));
    sender.post(samples);
    frames += samples / channels;
    onFrames(frames);
  };
  for await (const piece of piecesOf(file.slice(dataAt, dataAt + dataBytes))) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + octets.length - filledBytes);
      octets.set(part, filledBytes);
      filledBytes += part.length;
      at += part.length;
      if (filledBytes === octets.length) await send();
    }
  }
  if (filledBytes > 0) await send();
}
