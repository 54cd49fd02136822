/**
 * Packs plain data with typed arrays into bytes: the length of the JSON text, the JSON text with references to the arrays,
 * then the arrays.
 */
const kinds = { Int8Array, Float32Array, Float64Array };
type Kind = keyof typeof kinds;
type Place = { $array: Kind; at: number; length: number };

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && '$array' in value;
const kindOf = (value: unknown): Kind | null => {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return kind in kinds ? (kind as Kind) : null;
};

/** Packs a value as `JSON.stringify` would, except that typed arrays stay exact. */
export function pack(value: unknown): Uint8Array<ArrayBuffer> {
  const arrays: Uint8Array[] = [];
  let at = 0;
  const json = JSON.stringify(value, (_key, inner: unknown) => {
    const kind = kindOf(inner);
    if (!kind) return inner;
    const array = inner as Float32Array;
    const place: Place = { $array: kind, at, length: array.length };
    arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    at += array.byteLength;
    return place;
  });
  const text = new TextEncoder().encode(json);
  const bytes = new Uint8Array(4 + text.length + at);
  new DataView(bytes.buffer).setUint32(0, text.length);
  bytes.set(text, 4);
  let end = 4 + text.length;
  for (const array of arrays) {
    bytes.set(array, end);
    end += array.length;
  }
  return bytes;
}

/** Reads what `pack` has written. Throws on other bytes. */
export function unpack(bytes: Uint8Array<ArrayBuffer>): unknown {
  const textBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const text = new TextDecoder().decode(bytes.subarray(4, 4 + textBytes));
  return JSON.parse(text, (_key, inner: unknown) => {
    if (!isPlace(inner)) return inner;
    const Kind = kinds[inner.$array];
    const from = 4 + textBytes + inner.at;
    return new Kind(bytes.slice(from, from + inner.length * Kind.BYTES_PER_ELEMENT).buffer);
  });
}
