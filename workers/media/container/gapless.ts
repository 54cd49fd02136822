import { readInfoTag } from '#wasm/mp3/info-tag.ts';
import { bytesOf } from './blob-pieces.ts';
import type { Demuxed } from './demuxer.ts';
import { readSoundEdit } from './edit-list.rules.ts';
import { findMoov } from '#wasm/mp4/protection.ts';
import { opusPreSkip } from './opus.rules.ts';
import { untrimmed, type Trim } from './gapless-trim.rules.ts';

/** What a file says about priming and padding, as ffmpeg 5.1 reads it. */
export type Gapless = {
  trim: Trim;
  /** s on the track's clock from which on no packet is decoded. */
  endS: number;
  /** Whether the length of the last packet tells where the sound ends. */
  endsWithLastPacket: boolean;
};

const plain: Gapless = { trim: untrimmed, endS: Infinity, endsWithLastPacket: false };

/** Frames by which the decoder itself is late (ISO/IEC 11172-3 has 528 samples of filters, and one). */
const mp3DecoderDelay = 529;
const firstFrameBytes = 1_024;

/** Octets of ID3v2 tags before the sound. */
export async function id3Bytes(file: Blob): Promise<number> {
  let at = 0;
  for (;;) {
    const head = await bytesOf(file.slice(at, at + 10));
    if (head.length < 10 || String.fromCharCode(...head.subarray(0, 3)) !== 'ID3') return at;
    const size = head.subarray(6).reduce((sum, octet) => sum * 128 + (octet & 127), 0);
    at += 10 + size + (head[5]! & 0x10 ? 10 : 0);
  }
}

/** Null where there is a tag of a kind that is not read here. */
export async function mp3Gapless(file: Blob): Promise<Gapless | null> {
  const start = await id3Bytes(file);
  const bytes = await bytesOf(file.slice(start, start + firstFrameBytes));
  // The other tag of this kind (of Fraunhofer) lies where sound would be.
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 64)).includes('VBRI')) return null;
  // Only a tag in the very first frame counts.
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

/** Null where the file's way of telling is not one of those known here: it is left to ffmpeg. */
export async function readGapless(file: Blob, demuxed: Demuxed): Promise<Gapless | null> {
  const { container, codec, config } = demuxed;
  if (container === 'mp3') return mp3Gapless(file);
  // Matroska states a delay for these too, which players honour each in their own way.
  if (container.startsWith('matroska') && codec !== 'opus' && codec !== 'vorbis') return null;
  const isMp4 = container.startsWith('mov');
  const inMp4 = isMp4 ? await mp4Gapless(file, config.sampleRate) : plain;
  if (!inMp4) return null;
  // In an mp4 the edit list states the same priming; ffmpeg follows the codec's own header only elsewhere.
  const skip = codec === 'opus' ? opusPreSkip(config.description) : inMp4.trim.skip;
  return { ...inMp4, trim: { ...inMp4.trim, skip }, endsWithLastPacket: container === 'ogg' };
}
