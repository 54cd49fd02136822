import { pcmCodecs, type PcmCodec } from '#workers/media/pcm/sample-format.ts';

/** Position and format of the samples in an uncompressed file. */
export type WavLayout = {
  codec: PcmCodec;
  sampleRate: number;
  channels: number;
  /** Offset of the samples in the file, bytes. */
  dataAt: number;
  dataBytes: number;
  /** Length of the samples that the header states, bytes; null if it states none. */
  statedBytes: number | null;
};

const tags = { pcm: 1, float: 3, alaw: 6, mulaw: 7, extensible: 0xfffe };

/** mediabunny's codec names by format tag and bytes per sample. */
const codecNames: Record<string, string> = {
  [`${tags.pcm}:1`]: 'pcm-u8',
  [`${tags.pcm}:2`]: 'pcm-s16',
  [`${tags.pcm}:3`]: 'pcm-s24',
  [`${tags.pcm}:4`]: 'pcm-s32',
  [`${tags.float}:4`]: 'pcm-f32',
  [`${tags.float}:8`]: 'pcm-f64',
  [`${tags.alaw}:1`]: 'alaw',
  [`${tags.mulaw}:1`]: 'ulaw',
};

const fourCharacters = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

type Format = Pick<WavLayout, 'codec' | 'sampleRate' | 'channels'>;

/** Reads the `fmt ` chunk. Returns null if the sound is compressed or the chunk is inconsistent. */
function readFormat(view: DataView): Format | null {
  if (view.byteLength < 16) return null;
  const stated = view.getUint16(0, true);
  // An extensible format has the tag in the first bytes of its GUID.
  const isExtensible = stated === tags.extensible && view.byteLength >= 26;
  const tag = isExtensible ? view.getUint16(24, true) : stated;
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const blockBytes = view.getUint16(12, true);
  const bits = view.getUint16(14, true);
  const codec = pcmCodecs[codecNames[`${tag}:${blockBytes / channels}`] ?? ''];
  if (!codec || !sampleRate || codec.bytes * 8 !== bits) return null;
  return { codec, sampleRate, channels };
}

/**
 * Sync words of compressed surround sound that poses as 16-bit stereo: DTS (ETSI TS 102 114, 14 and 16 bit) and IEC
 * 61937.
 */
const disguises = new Set(['ff1f00e8', 'fe7f0180', '72f81f4e']);
const searchedBytes = 32_768;

async function isDisguised(file: Blob, { codec, channels }: Format, dataAt: number): Promise<boolean> {
  if (codec.name !== 'pcm_s16le' || channels !== 2) return false;
  const bytes = new Uint8Array(await file.slice(dataAt, dataAt + searchedBytes).arrayBuffer());
  const found = (at: number) =>
    disguises.has([0, 1, 2, 3].map((i) => bytes[at + i]!.toString(16).padStart(2, '0')).join(''));
  for (let at = 0; at + 4 <= bytes.length; at += 2)
    if (maybeDisguise.has(bytes[at]!) && found(at)) return true;
  return false;
}

const maybeDisguise = new Set([0xff, 0xfe, 0x72]);

const maxChunks = 64;
/**
 * Stated length, bytes, from which on it is unknown: programs that write to a pipe do not know it and state at least
 * this.
 */
const unknownFromBytes = 0x7fff0000;

/**
 * Reads the header of a RIFF/WAVE or RF64 file (Microsoft RIFF 1.0; EBU Tech 3306). If its length is missing or too
 * large, the samples reach to the end of the file. Returns null if it is no such file, has no samples, or is
 * compressed.
 */
export async function readWav(file: Blob): Promise<WavLayout | null> {
  const read = async (at: number, bytes: number) =>
    new DataView(await file.slice(at, at + bytes).arrayBuffer());
  const head = await read(0, 12);
  if (head.byteLength < 12 || fourCharacters(head, 8) !== 'WAVE') return null;
  const riff = fourCharacters(head, 0);
  if (riff !== 'RIFF' && riff !== 'RF64') return null;
  let format: Format | null = null;
  let longBytes = 0;
  let at = 12;
  for (let chunk = 0; chunk < maxChunks && at + 8 <= file.size; chunk++) {
    const header = await read(at, 8);
    const name = fourCharacters(header, 0);
    const stated = header.getUint32(4, true);
    const start = at + 8;
    if (name === 'ds64') {
      const sizes = await read(start, 16);
      if (sizes.byteLength < 16) return null;
      longBytes = Number(sizes.getBigUint64(8, true));
    }
    if (name === 'fmt ') {
      format = readFormat(await read(start, Math.min(stated, 64)));
      if (!format) return null;
    }
    if (name === 'data') {
      if (!format) return null;
      const isLong = stated === 0 || stated === 0xffffffff;
      const wanted = isLong ? longBytes || Infinity : stated;
      const isOpen = wanted === Infinity || (!longBytes && wanted >= unknownFromBytes);
      const frameBytes = format.codec.bytes * format.channels;
      const held = Math.min(wanted, file.size - start);
      const dataBytes = Math.floor(held / frameBytes) * frameBytes;
      if (await isDisguised(file, format, start)) return null;
      const statedBytes = isOpen ? null : wanted;
      return dataBytes > 0 ? { ...format, dataAt: start, dataBytes, statedBytes } : null;
    }
    at = start + stated + (stated & 1);
  }
  return null;
}
