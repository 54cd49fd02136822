import { readStreamInfo, streamInfoBytes, type FlacInfo } from '#wasm/codec/flac-info.ts';
import { NoFlacFrame, type FlacDecoder } from '#wasm/codec/flac.ts';
import type { Codec } from '#wasm/codec/codec.ts';
import { piecesOf } from '#workers/media/container/blob-pieces.ts';
import { maxTailBytes, type DecodeTo } from './decoder-chain.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { createSlotFiller } from '#workers/media/pcm/slot-filler.ts';

type FlacLayout = FlacInfo & {
  /** Offset of the first frame in the file, bytes. */
  framesAt: number;
};

const signature = 0x664c6143;
const lastBlock = 0x80;
const streamInfoType = 0;
const forbiddenType = 127;
const maxBlocks = 128;
/** Sync code of 15 bits at the start of every frame (RFC 9639, section 9.1). */
const frameSync = 0x7ffc;

/**
 * Reads the metadata of a native FLAC file (RFC 9639, section 8). Returns null if it is another file, starts with other
 * data, or has no frame.
 */
export async function readFlac(file: Blob): Promise<FlacLayout | null> {
  const read = async (at: number, bytes: number) =>
    new DataView(await file.slice(at, at + bytes).arrayBuffer());
  const head = await read(0, 8 + streamInfoBytes);
  if (head.byteLength < 8 + streamInfoBytes || head.getUint32(0) !== signature) return null;
  if ((head.getUint8(4) & 0x7f) !== streamInfoType) return null;
  const info = readStreamInfo(new DataView(head.buffer, 8));
  if (!info) return null;
  let at = 4;
  for (let block = 0; block < maxBlocks; block++) {
    const header = await read(at, 4);
    if (header.byteLength < 4) return null;
    const type = header.getUint8(0);
    if ((type & 0x7f) === forbiddenType) return null;
    at += 4 + (header.getUint32(0) & 0xffffff);
    if (!(type & lastBlock)) continue;
    const frame = await read(at, 2);
    return frame.byteLength === 2 && frame.getUint16(0) >> 1 === frameSync ? { ...info, framesAt: at } : null;
  }
  return null;
}

/** Decodes the next frame. Returns null if more bytes are needed or only a tag can follow. */
function nextFrame(decoder: FlacDecoder, bytesAfter: number): Float32Array | null {
  try {
    return decoder.next();
  } catch (error) {
    if (error instanceof NoFlacFrame && decoder.undecodedBytes() + bytesAfter <= maxTailBytes) return null;
    throw error;
  }
}

/**
 * Decodes a native FLAC file. Sends everything before a frame that is damaged, of another format, or missing; then rejects.
 * A truncated last frame is dropped.
 */
export async function decodeFlac(
  file: Blob,
  probe: Pick<Probe, 'sampleRate' | 'channels'>,
  codec: Codec,
  to: Omit<DecodeTo, 'skip'>,
): Promise<void> {
  const layout = await readFlac(file);
  if (layout?.sampleRate !== probe.sampleRate || layout.channels !== probe.channels)
    throw new TypeError('not the file that was probed');
  const { channels, framesAt } = layout;
  const decoder = codec.createFlacDecoder(layout);
  const filler = createSlotFiller(channels, to);
  let at = framesAt;
  try {
    for await (const octets of piecesOf(file.slice(framesAt))) {
      at += octets.length;
      decoder.push(octets);
      let samples = nextFrame(decoder, file.size - at);
      for (; samples; samples = nextFrame(decoder, file.size - at)) await filler.send(samples);
    }
    decoder.finish();
    if (filler.frames === 0) throw new RangeError('no frame is whole');
  } finally {
    filler.end();
  }
}
