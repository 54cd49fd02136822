export type RawWav = {
  /** Format tag: 1 integer, 3 floating point, 6 A-law, 7 µ-law. */
  tag: number;
  bits: number;
  channels?: number;
  sampleRate?: number;
  /** Wraps the tag in the extensible format. */
  isExtensible?: boolean;
  /** Size of the data that the header states instead of the true one, bytes. */
  statedBytes?: number;
  /** RF64, whose 32-bit sizes are all ones. */
  isRf64?: boolean;
};

const guidTail = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];

/** Builds an uncompressed wav file around the given sample bytes. */
export function rawWav(data: Uint8Array, options: RawWav): File {
  const { tag, bits, channels = 1, sampleRate = 16_000, isExtensible = false, isRf64 = false } = options;
  const blockBytes = (bits / 8) * channels;
  const u16 = (value: number) => [value & 255, value >> 8];
  const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
  const chunk = (name: string, stated: number, content: number[]) => [
    ...new TextEncoder().encode(name),
    ...u32(stated),
    ...content,
  ];
  const plain = [
    ...u16(isExtensible ? 0xfffe : tag),
    ...u16(channels),
    ...u32(sampleRate),
    ...u32(sampleRate * blockBytes),
    ...u16(blockBytes),
    ...u16(bits),
  ];
  const extension = [...u16(22), ...u16(bits), ...u32(0), ...u16(tag), ...guidTail];
  const format = isExtensible ? [...plain, ...extension] : plain;
  const long = [
    ...u32(data.length + 92),
    ...u32(0),
    ...u32(data.length),
    ...u32(0),
    ...u32(0),
    ...u32(0),
    ...u32(0),
  ];
  const unknown = 0xffffffff;
  const head = [
    ...chunk(isRf64 ? 'RF64' : 'RIFF', isRf64 ? unknown : data.length + 64, []),
    ...new TextEncoder().encode('WAVE'),
    ...(isRf64 ? chunk('ds64', long.length, long) : []),
    ...chunk('fmt ', format.length, format),
    ...chunk('data', isRf64 ? unknown : (options.statedBytes ?? data.length), []),
  ];
  return new File([new Uint8Array(head), data as Uint8Array<ArrayBuffer>], 'sound.wav');
}
