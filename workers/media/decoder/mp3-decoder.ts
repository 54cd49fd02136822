import type { Codec } from '#wasm/codec/codec.ts';
import {
  headerBytes,
  isSameStream,
  readHeader,
  samplesPerFrame,
  type FrameHeader,
} from '#wasm/mp3/header.ts';
import { readInfoTag } from '#wasm/mp3/info-tag.ts';
import { isTagFrame } from '#wasm/mp3/tag-frame.ts';
import { bytesOf, piecesOf } from '#workers/media/container/blob-pieces.ts';
import { maxTailBytes, type DecodeTo } from './decoder-chain.ts';
import { leadingTagBytes, mp3Gapless } from '#workers/media/container/gapless.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { sendLater } from '#workers/media/pcm/pcm-sender.ts';
import { createPcmWriter } from '#workers/media/pcm/pcm-writer.ts';
import { keptRanges, type Trim } from '#workers/media/container/gapless-trim.rules.ts';

type Mp3Layout = {
  format: FrameHeader;
  /** Offset of the first audio frame in the file, bytes. */
  soundAt: number;
  trim: Trim;
  durationS: number;
  /** True if a tag counts the frames; otherwise the length is estimated from the size. */
  isCounted: boolean;
};

/** Number of bytes at the start in which all frames must have the same format. */
const lookedAtBytes = 16_384;
/** Least and largest number of frames that are checked: fewer may be a coincidence, more are not needed. */
const minFrames = 4;
const maxFrames = 8;

/**
 * Returns the headers of the first frames from `from` on; null if other data lies between them or there are too few.
 */
function firstFrames(bytes: Uint8Array, from: number): FrameHeader[] | null {
  const frames: FrameHeader[] = [];
  for (let at = from; frames.length < maxFrames; at += frames.at(-1)!.bytes) {
    const header = readHeader(bytes, at);
    const [first = header] = frames;
    if (!header || !first || !isSameStream(header, first) || header.channels !== first.channels) return null;
    frames.push(header);
    if (at + header.bytes + headerBytes > bytes.length) break;
  }
  return frames.length >= minFrames ? frames : null;
}

/**
 * Reads the start of an mp3: ID3v2 tags, consecutive frames, perhaps a Xing or Info tag in the first. Returns null in
 * doubtful cases: other data, another tag, a variable bit rate without a stated number of frames.
 */
export async function readMp3(file: Blob): Promise<Mp3Layout | null> {
  const start = await leadingTagBytes(file);
  const bytes = await bytesOf(file.slice(start, start + lookedAtBytes));
  const first = readHeader(bytes);
  if (!first) return null;
  const hasTag = isTagFrame(bytes, first);
  const tag = hasTag ? readInfoTag(bytes) : null;
  if (hasTag && !tag?.frames) return null;
  const gapless = mp3Gapless(bytes);
  const frames = firstFrames(bytes, hasTag ? first.bytes : 0);
  const [format] = frames ?? [];
  if (!gapless || !frames || !format || !isSameStream(first, format)) return null;
  const soundAt = start + (hasTag ? first.bytes : 0);
  const { trim } = gapless;
  if (tag) {
    const durationS = (tag.frames * samplesPerFrame(format)) / format.sampleRate;
    return { format, soundAt, trim, durationS, isCounted: true };
  }
  if (frames.some(({ bitrate }) => bitrate !== format.bitrate)) return null;
  const durationS = ((file.size - soundAt) * 8) / (format.bitrate * 1_000);
  return { format, soundAt, trim, durationS, isCounted: false };
}

/**
 * Number of bytes to decode at once. Their samples (16 s at 8 kbit/s, the lowest bit rate) are held in memory until the stream
 * has room.
 */
const portionBytes = 16_384;

/**
 * Decodes an mp3. Sends everything before a frame that is damaged, of another format, or missing; then rejects. A truncated
 * last frame is dropped.
 */
export async function decodeMp3(
  file: Blob,
  probe: Pick<Probe, 'sampleRate' | 'channels'>,
  codec: Codec,
  { sender, signal, onFrames }: Omit<DecodeTo, 'skip'>,
): Promise<void> {
  const layout = await readMp3(file);
  if (layout?.format.sampleRate !== probe.sampleRate || layout.format.channels !== probe.channels)
    throw new TypeError('not the file that was probed');
  const { format, soundAt, trim } = layout;
  const { channels } = format;
  const decoder = codec.createMp3Decoder(format);
  const writer = createPcmWriter(channels);
  let decoded = 0;
  const write = (samples: Float32Array) => {
    const frames = samples.length / channels;
    for (const { from, count } of keptRanges(trim, decoded, frames))
      writer.write(count, (target, at, part) =>
        target.set(samples.subarray((from + at) * channels, (from + at + part) * channels)),
      );
    decoded += frames;
  };
  const send = async (isLast = false) => {
    for (const block of writer.take(isLast)) await sendLater(sender, block, signal);
    onFrames(writer.frames);
  };
  try {
    for await (const octets of piecesOf(file.slice(soundAt)))
      for (let at = 0; at < octets.length; at += portionBytes) {
        decoder.push(octets.subarray(at, at + portionBytes), write);
        await send();
      }
  } finally {
    if (!signal.aborted) await send(true);
  }
  const strayBytes = decoder.strayBytes();
  if (strayBytes > maxTailBytes)
    throw new Error(`no frame of the stream ${strayBytes} octets before the end`);
}
