import { box, name, u16, u32 } from './mp4.ts';

/** Plan of an mp4 with one AAC track and possible oddities. */
export type Mp4Plan = {
  packets: readonly Uint8Array<ArrayBuffer>[];
  /** Number of packets in each chunk. */
  chunks: readonly number[];
  sampleRate?: number;
  channels?: number;
  /** Bytes of the configuration: index of the sampling rate, and the bits after it (ISO/IEC 14496-3, section 1.6.2). */
  config?: readonly number[];
  gapBytes?: number;
  isBackwards?: boolean;
  isIndexFirst?: boolean;
  is64?: boolean;
  /** Edit list: length in ms, first sample. */
  edits?: readonly (readonly [durationMs: number, mediaTime: number])[];
  lastFrames?: number;
  brand?: string;
  /** Boxes after the track in `moov`. */
  more?: readonly number[];
  /** Replaces the content of boxes, by type. */
  change?: Record<string, (content: number[]) => number[]>;
};

const oneByOne = (counts: readonly number[]) => counts.flatMap((count, i) => u32(i + 1, count, 1));

/** Returns packet number `index`. The packets have varying lengths and all differ. */
export const packetAt = (index: number, bytes = 20 + ((index * 37) % 90)): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: bytes }, (_, at) => (at < 2 ? index >> (8 * at) : index * 31 + at * 7) & 255);

export const packetsTo = (count: number, bytes?: number) =>
  Array.from({ length: count }, (_, i) => packetAt(i, bytes));

/** Returns a track of another kind with one sample entry. */
export const otherTrack = (handler: string, entry: string, ...more: number[][]): number[] =>
  box(
    'trak',
    box(
      'mdia',
      box('hdlr', u32(0, 0), name(handler), u32(0, 0, 0), [0]),
      box('minf', box('stbl', box('stsd', u32(0, 1), box(entry, Array<number>(78).fill(0))))),
    ),
    ...more,
  );

function soundTrack(plan: Mp4Plan, offsets: readonly number[]): number[] {
  const { packets, chunks, sampleRate = 48_000, channels = 1, edits, change = {} } = plan;
  const { config = [0x11, 0x80 | (channels << 3)], lastFrames = 1_024, is64 } = plan;
  const make = (type: string, ...content: number[][]) =>
    box(type, (change[type] ?? ((body: number[]) => body))(content.flat()));
  const total = (packets.length - 1) * 1_024 + lastFrames;
  const specific = [0x05, config.length, ...config];
  const decoder = [0x04, 13 + specific.length, 0x40, 0x15, 0, 0, 0, ...u32(64_000, 64_000), ...specific];
  const descriptor = [0x03, 3 + decoder.length + 3, 0, 1, 0, ...decoder, 0x06, 1, 2];
  const entry = make(
    'mp4a',
    [0, 0, 0, 0, 0, 0, ...u16(1)],
    [...u32(0, 0), ...u16(channels, 16, 0, 0), ...u32(sampleRate << 16)],
    make('esds', u32(0), descriptor),
  );
  const times = lastFrames === 1_024 ? [packets.length, 1_024] : [packets.length - 1, 1_024, 1, lastFrames];
  const table = make(
    'stbl',
    make('stsd', u32(0, 1), entry),
    make('stts', u32(0, times.length / 2, ...times)),
    make('stsc', u32(0, chunks.length), oneByOne(chunks)),
    make('stsz', u32(0, 0, packets.length, ...packets.map(({ length }) => length))),
    is64
      ? make('co64', u32(0, offsets.length, ...offsets.flatMap((at) => [Math.floor(at / 2 ** 32), at >>> 0])))
      : make('stco', u32(0, offsets.length, ...offsets)),
  );
  const list = edits?.flatMap(([duration, mediaTime]) => u32(duration, mediaTime, 0x10000)) ?? [];
  return make(
    'trak',
    edits ? make('edts', make('elst', u32(0, edits.length), list)) : [],
    make(
      'mdia',
      make('mdhd', u32(0, 0, 0, sampleRate, total), u16(0x55c4, 0)),
      make('hdlr', u32(0, 0), name('soun'), u32(0, 0, 0), [0]),
      make('minf', make('smhd', u32(0, 0)), table),
    ),
  );
}

export function aacMp4(plan: Mp4Plan): File {
  const { packets, chunks, gapBytes = 0, isBackwards = false, isIndexFirst = false } = plan;
  const type = box('ftyp', name(plan.brand ?? 'M4A '), u32(512), name('isom'));
  const index = (offsets: readonly number[]) =>
    box('moov', box('mvhd', u32(0, 0, 0, 1_000, 0, 0x10000)), soundTrack(plan, offsets), [
      ...(plan.more ?? []),
    ]);
  const starts = chunks.map((_, chunk) => chunks.slice(0, chunk).reduce((sum, count) => sum + count, 0));
  const order = chunks.map((_, chunk) => (isBackwards ? chunks.length - 1 - chunk : chunk));
  const indexBytes = isIndexFirst ? index(chunks.map(() => 0)).length : 0;
  const offsets: number[] = [];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = type.length + indexBytes + 8;
  for (const chunk of order) {
    parts.push(new Uint8Array(gapBytes).fill(0xee));
    offsets[chunk] = at + gapBytes;
    const own = packets.slice(starts[chunk]!, starts[chunk]! + chunks[chunk]!);
    parts.push(...own);
    at += gapBytes + own.reduce((sum, { length }) => sum + length, 0);
  }
  const dataBytes = parts.reduce((sum, { length }) => sum + length, 0);
  const data = [Uint8Array.from([...u32(dataBytes + 8), ...name('mdat')]), ...parts];
  const moov = Uint8Array.from(index(offsets));
  const head = Uint8Array.from(type);
  return new File(isIndexFirst ? [head, moov, ...data] : [head, ...data, moov], 'a.m4a');
}
