import { readStreamDescriptor, type AacFormat } from './audio-config.ts';
import { readBox, type Box } from './boxes.ts';

export type SampleTable = {
  sizes: Uint32Array;
  chunksAt: Float64Array;
  /** Index of the first sample of each chunk, followed by the total number of samples. */
  firstSamples: Uint32Array;
};

export type AacTrack = AacFormat & {
  table: SampleTable;
  /** Start of each packet in audio samples from the first packet on, followed by the end of the last one. */
  times: Uint32Array;
  /** Audio samples per channel: the shorter of the lengths that the header and the packets state. */
  frames: number;
  hasVideo: boolean;
};

export const packetFrames = 1_024;
/** Longest packet, bytes. One of two channels has at most 1,536; larger ones are padded or no AAC packets. */
export const maxPacketBytes = 8_192;

const maxTracks = 64;
const maxTime = 0xffffffff;
const soundHandler = 0x736f756e;
const videoHandler = 0x76696465;
const movingEntries = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'av01', 'vp09', 'mp4v', 'dvh1', 'dvhe']);
const pictures = 'chap';

/** Thrown if the index contradicts itself or uses features that are not supported here. */
class UnreadIndex extends Error {}

function must<T>(value: T | null | undefined | false): T {
  if (value === null || value === undefined || value === false) throw new UnreadIndex();
  return value;
}

/** Returns the boxes in a box; throws if one does not fit. */
function childrenOf(view: DataView, { start, end }: Pick<Box, 'start' | 'end'>): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; at = boxes.at(-1)!.end) {
    const box = must(readBox(view, at, end));
    must(box.end <= end);
    boxes.push(box);
  }
  return boxes;
}

/** Returns the only box at the end of a path of types; null if a step is missing. */
function boxAt(view: DataView, from: Pick<Box, 'start' | 'end'>, ...path: string[]): Box | null {
  let box = from;
  for (const type of path) {
    const [found, other] = childrenOf(view, box).filter((child) => child.type === type);
    must(!other);
    if (!found) return null;
    box = found;
  }
  return box as Box;
}

/** Reads `timescale` (32 bits) and `duration` (32 or 64 bits), which follow two dates of the same width as the duration. */
function mediaHeader(view: DataView, { start }: Box): { timescale: number; duration: number } {
  const isLong = view.getUint8(start) === 1;
  const timescale = view.getUint32(start + (isLong ? 20 : 12));
  const duration = isLong ? Number(view.getBigUint64(start + 24)) : view.getUint32(start + 16);
  return { timescale, duration };
}

const editLength = (view: DataView, { start }: Box): number =>
  view.getUint8(start) === 1 ? Number(view.getBigUint64(start + 8)) : view.getUint32(start + 8);

function entryOf(view: DataView, stbl: Box): Box {
  const stsd = must(boxAt(view, stbl, 'stsd'));
  must(view.getUint32(stsd.start + 4) === 1);
  const entry = must(readBox(view, stsd.start + 8, stsd.end));
  must(entry.end <= stsd.end);
  return entry;
}

/** Reads an `mp4a` entry. QuickTime's version 1 has more fields and may nest the descriptor one box deeper. */
function formatOf(view: DataView, entry: Box, isQuickTime: boolean): AacFormat {
  must(entry.type === 'mp4a');
  const version = view.getUint16(entry.start + 8);
  must(version === 0 || (version === 1 && isQuickTime));
  const inside = { start: entry.start + (version === 1 ? 44 : 28), end: entry.end };
  const esds = must(boxAt(view, inside, 'esds') ?? boxAt(view, inside, 'wave', 'esds'));
  const bytes = new Uint8Array(view.buffer, view.byteOffset + esds.start, esds.end - esds.start);
  return must(readStreamDescriptor(bytes));
}

/** Returns the number of records of a table box; throws if they do not fit. */
function countOf(view: DataView, box: Box, countAt: number, recordBytes: number): number {
  const count = view.getUint32(box.start + countAt);
  must(count > 0 && box.start + countAt + 4 + count * recordBytes <= box.end);
  return count;
}

function readSizes(view: DataView, stsz: Box, maxSamples: number): Uint32Array {
  const same = view.getUint32(stsz.start + 4);
  const count = same ? view.getUint32(stsz.start + 8) : countOf(view, stsz, 8, 4);
  must(count > 0 && count <= maxSamples);
  const sizes = new Uint32Array(count).fill(same);
  if (!same) for (let i = 0; i < count; i++) sizes[i] = view.getUint32(stsz.start + 12 + i * 4);
  must(sizes.every((size) => size > 0 && size <= maxPacketBytes));
  return sizes;
}

function readChunks(view: DataView, stbl: Box): Float64Array {
  const stco = boxAt(view, stbl, 'stco');
  const box = must(stco ?? boxAt(view, stbl, 'co64'));
  const at = box.start + 8;
  const count = countOf(view, box, 4, stco ? 4 : 8);
  return Float64Array.from({ length: count }, (_, i) =>
    stco ? view.getUint32(at + i * 4) : Number(view.getBigUint64(at + i * 8)),
  );
}

/** Expands the runs of `stsc` to all chunks; they must contain exactly `samples` samples. */
function readFirstSamples(view: DataView, stsc: Box, chunks: number, samples: number): Uint32Array {
  const runs = countOf(view, stsc, 4, 12);
  const firstSamples = new Uint32Array(chunks + 1);
  let sample = 0;
  for (let run = 0; run < runs; run++) {
    const at = stsc.start + 8 + run * 12;
    const first = view.getUint32(at) - 1;
    const next = run + 1 < runs ? view.getUint32(at + 12) - 1 : chunks;
    const perChunk = view.getUint32(at + 4);
    must((run > 0 || first === 0) && next > first && next <= chunks && perChunk > 0);
    must(view.getUint32(at + 8) === 1 && sample + perChunk * (next - first) <= samples);
    for (let chunk = first; chunk < next; chunk++) {
      firstSamples[chunk] = sample;
      sample += perChunk;
    }
  }
  must(sample === samples);
  firstSamples[chunks] = samples;
  return firstSamples;
}

/** Sums the durations of `stts`. Recorders derive them from their clock, so they vary around 1,024. */
function readTimes(view: DataView, stts: Box, packets: number): Uint32Array {
  const runs = countOf(view, stts, 4, 8);
  const times = new Uint32Array(packets + 1);
  let packet = 0;
  let time = 0;
  for (let run = 0; run < runs; run++) {
    const count = view.getUint32(stts.start + 8 + run * 8);
    const each = view.getUint32(stts.start + 12 + run * 8);
    must(each > 0 && packet + count <= packets && time + count * each <= maxTime);
    for (const end = packet + count; packet < end; packet++) times[packet + 1] = time += each;
  }
  must(packet === packets);
  return times;
}

function readTable(view: DataView, stbl: Box, fileBytes: number): SampleTable {
  // Audio has no composition offsets (`ctts`) and no sync samples (`stss`).
  must(!boxAt(view, stbl, 'ctts') && !boxAt(view, stbl, 'stss'));
  const sizes = readSizes(view, must(boxAt(view, stbl, 'stsz')), fileBytes);
  const chunksAt = readChunks(view, stbl);
  const firstSamples = readFirstSamples(view, must(boxAt(view, stbl, 'stsc')), chunksAt.length, sizes.length);
  must(chunksAt[0]! + sizes[0]! <= fileBytes);
  return { sizes, chunksAt, firstSamples };
}

/**
 * Returns true for a video track with moving pictures. Throws for another one: the track of chapter pictures contains
 * stills.
 */
function isMoving(view: DataView, stbl: Box): boolean {
  return must(movingEntries.has(entryOf(view, stbl).type));
}

/**
 * Reads the first audio track of an mp4 (ISO/IEC 14496-12, section 8). `moov` is the whole box. Returns null if the track is not
 * plain AAC-LC with its sample rate as timescale, or if the index is doubtful: fragments, several formats or edits, tables that
 * contradict each other or the file's size.
 */
export function readAacTrack(moov: Uint8Array, fileBytes: number, isQuickTime: boolean): AacTrack | null {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength);
  try {
    const boxes = childrenOf(view, must(boxAt(view, { start: 0, end: moov.length }, 'moov')));
    must(!boxes.some(({ type }) => type === 'mvex' || type === 'cmov'));
    const tracks = boxes.filter(({ type }) => type === 'trak');
    must(tracks.length <= maxTracks);
    const handlerOf = (trak: Box) => view.getUint32(must(boxAt(view, trak, 'mdia', 'hdlr')).start + 8);
    const stblOf = (trak: Box) => must(boxAt(view, trak, 'mdia', 'minf', 'stbl'));
    const sound = must(tracks.find((trak) => handlerOf(trak) === soundHandler));
    const videos = tracks.filter((trak) => handlerOf(trak) === videoHandler);
    const hasVideo = videos.map((trak) => isMoving(view, stblOf(trak))).length > 0;
    must(!hasVideo || !tracks.some((trak) => boxAt(view, trak, 'tref', pictures)));
    // Leading silence is a second edit, and so are cuts. An edit of length 0 plays nothing.
    const elst = boxAt(view, sound, 'edts', 'elst');
    must(!elst || (view.getUint32(elst.start + 4) === 1 && editLength(view, elst) > 0));
    const stbl = stblOf(sound);
    const format = formatOf(view, entryOf(view, stbl), isQuickTime);
    const header = mediaHeader(view, must(boxAt(view, sound, 'mdia', 'mdhd')));
    must(header.timescale === format.sampleRate && header.duration > 0);
    const table = readTable(view, stbl, fileBytes);
    const times = readTimes(view, must(boxAt(view, stbl, 'stts')), table.sizes.length);
    return { ...format, table, times, frames: Math.min(times.at(-1)!, header.duration), hasVideo };
  } catch (error) {
    if (error instanceof UnreadIndex || error instanceof RangeError) return null;
    throw error;
  }
}
