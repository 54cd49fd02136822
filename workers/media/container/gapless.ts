import { id3Bytes, id3HeaderBytes } from '#wasm/mp3/id3.ts';
import { readInfoTag } from '#wasm/mp3/info-tag.ts';
import { bytesOf } from './blob-pieces.ts';
import type { Demuxed } from './demuxer.ts';
import { readSoundEdit } from './edit-list.rules.ts';
import { findMoov } from '#wasm/mp4/boxes.ts';
import { opusPreSkip } from './opus.rules.ts';
import { untrimmed, type Trim } from './gapless-trim.rules.ts';

/** Encoder delay and padding that a file states, read as ffmpeg 5.1 does. */
export type Gapless = {
  trim: Trim;
  /** Packets from this time of the track on, s, are not decoded. */
  endS: number;
  /** True if the duration of the last packet gives the end of the sound. */
  endsWithLastPacket: boolean;
};

const plain: Gapless = { trim: untrimmed, endS: Infinity, endsWithLastPacket: false };

/** Delay of the mp3 decoder in frames: 528 of filters (ISO/IEC 11172-3), and one. */
const mp3DecoderDelay = 529;
const firstFrameBytes = 1_024;

/** Returns the length of all ID3v2 tags before the sound, bytes. */
export async function leadingTagBytes(file: Blob): Promise<number> {
  let at = 0;
  for (;;) {
    const tagBytes = id3Bytes(await bytesOf(file.slice(at, at + id3HeaderBytes)));
    if (tagBytes === 0) return at;
    at += tagBytes;
  }
}

/** Reads the delay and padding of an mp3 from `bytes`, which begin at its first frame. Returns null if it has a VBRI tag. */
export function mp3Gapless(bytes: Uint8Array): Gapless | null {
  // The Fraunhofer VBRI tag lies inside an otherwise valid frame.
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 64)).includes('VBRI')) return null;
  // Only a tag in the first frame is valid.
  const tag = readInfoTag(bytes);
  if (!tag || !/^(LAME|Lavf|Lavc)/.test(tag.writer)) return plain;
  const dropTo = tag.frames * tag.samplesPerFrame;
  const dropFrom = dropTo - tag.padding + mp3DecoderDelay;
  return { ...plain, trim: { skip: tag.delay + mp3DecoderDelay, dropFrom, dropTo } };
}

async function mp4Gapless(file: Blob, sampleRate: number): Promise<Gapless | null> {
  const moov = await findMoov(file);
  const edit = moov && readSoundEdit(moov);
  if (!edit) return null;
  const trim = { ...untrimmed, skip: Math.round(edit.skipS * sampleRate) };
  return { ...plain, trim, endS: edit.lengthS };
}

/**
 * Reads the delay and padding of a file. Returns null if it states them in an unsupported way: then ffmpeg decodes it.
 */
export async function readGapless(file: Blob, demuxed: Demuxed): Promise<Gapless | null> {
  const { container, codec, config } = demuxed;
  if (container === 'mp3') {
    const start = await leadingTagBytes(file);
    return mp3Gapless(await bytesOf(file.slice(start, start + firstFrameBytes)));
  }
  // Matroska states a codec delay for these too, which players interpret differently.
  if (container.startsWith('matroska') && codec !== 'opus' && codec !== 'vorbis') return null;
  const isMp4 = container.startsWith('mov');
  const inMp4 = isMp4 ? await mp4Gapless(file, config.sampleRate) : plain;
  if (!inMp4) return null;
  // An mp4's edit list states the same delay; elsewhere ffmpeg follows the Opus header.
  const skip = codec === 'opus' ? opusPreSkip(config.description) : inMp4.trim.skip;
  return { ...inMp4, trim: { ...inMp4.trim, skip }, endsWithLastPacket: container === 'ogg' };
}
