const encoder = new TextEncoder();
export const u32 = (...values: number[]) =>
  values.flatMap((v) => [v >>> 24, (v >> 16) & 255, (v >> 8) & 255, v & 255]);
export const u16 = (...values: number[]) => values.flatMap((v) => [(v >> 8) & 255, v & 255]);
export const name = (text: string) => [...encoder.encode(text)];

export const box = (type: string, ...content: number[][]): number[] => {
  const body = content.flat();
  return [...u32(body.length + 8), ...name(type), ...body];
};

/** Deterministic noise that no decoder accepts. */
export const noise = (octets: number) =>
  Array.from({ length: octets }, (_, i) => (i * i * 31 + i * 17 + 251) & 255);

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const frames = 40;
const frameOctets = 64;

function soundTrack(entry: string, dataAt: number) {
  const descriptor = [
    0x03,
    25,
    0,
    1,
    0,
    0x04,
    17,
    0x40,
    0x15,
    0,
    0,
    0,
    ...u32(64_000, 64_000),
    0x05,
    2,
    0x11,
    0x90,
    0x06,
    1,
    2,
  ];
  const sampleEntry = box(
    entry,
    [0, 0, 0, 0, 0, 0, ...u16(1)],
    [...u32(0, 0), ...u16(2, 16, 0, 0), ...u32(48_000 << 16)],
    box('esds', u32(0), descriptor),
    entry === 'enca' ? scheme() : [],
  );
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), sampleEntry),
    box('stts', u32(0, 1, frames, 1_024)),
    box('stsc', u32(0, 1, 1, frames, 1)),
    box('stsz', u32(0, frameOctets, frames)),
    box('stco', u32(0, 1, dataAt)),
  );
  const reference = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))));
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, 48_000, frames * 1_024), u16(0x55c4, 0)),
    box('hdlr', u32(0, 0), name('soun'), u32(0, 0, 0), [0]),
    box('minf', box('smhd', u32(0, 0)), reference, table),
  );
  const header = box('tkhd', u32(7, 0, 0, 1, 0, 853, 0, 0), u16(0, 0, 0x100, 0), matrix, u32(0, 0));
  return box('trak', header, media);
}

type Protection = 'enca' | 'encv' | 'sinf' | 'pssh' | 'senc';
const keyOf = () => box('pssh', u32(0), Array<number>(16).fill(7), u32(0));
const scheme = () =>
  box(
    'sinf',
    box('frma', name('mp4a')),
    box('schm', u32(0), name('cenc'), u32(0x10000)),
    box('schi', box('tenc', u32(0), [0, 0, 1, 8], Array<number>(16).fill(7))),
  );

/** Builds a fragmented mp4 (ISO/IEC 14496-12, 8.8) with the sign `how` of encryption (ISO/IEC 23001-7); null: not encrypted. */
export function fragmentedMp4(how: Protection | null): Uint8Array<ArrayBuffer> {
  const plain = box('mp4a', Array<number>(28).fill(0), how === 'sinf' ? scheme() : []);
  const hidden = how === 'enca' || how === 'encv' ? box(how, Array<number>(28).fill(0), scheme()) : [];
  const entries = hidden.length > 0 ? 2 : 1;
  const stbl = box('stbl', box('stsd', u32(0, entries), plain, hidden));
  const trak = box('trak', box('mdia', box('minf', stbl)));
  const moov = box('moov', trak, box('mvex'), how === 'pssh' ? keyOf() : []);
  const traf = box('traf', box('tfhd', u32(0, 1)), how === 'senc' ? box('senc', u32(0, 0)) : []);
  const fragment = [...box('moof', box('mfhd', u32(0, 1)), traf), ...box('mdat', Array<number>(64).fill(9))];
  return new Uint8Array([...box('ftyp', name('iso6'), u32(0)), ...moov, ...fragment, ...fragment]);
}

/** Builds an mp4 whose audio samples are noise: with sample entry `enca` it is a protected file, with `mp4a` a damaged one. */
export function mp4With(entry: 'enca' | 'mp4a'): Uint8Array<ArrayBuffer> {
  const type = box('ftyp', name('isom'), u32(512), name('isommp42'));
  const movie = (dataAt: number) =>
    box(
      'moov',
      box(
        'mvhd',
        u32(0, 0, 0, 1_000, 853, 0x10000),
        u16(0x100, 0),
        u32(0, 0),
        matrix,
        u32(0, 0, 0, 0, 0, 0, 2),
      ),
      soundTrack(entry, dataAt),
    );
  const dataAt = type.length + movie(0).length + 8;
  return new Uint8Array([...type, ...movie(dataAt), ...box('mdat', noise(frames * frameOctets))]);
}
