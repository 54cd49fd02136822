/**
 * Minimal writer of the Protocol Buffers wire format (protobuf.dev, Encoding) for numbers, text, bytes and messages.
 */
export type Field = Uint8Array<ArrayBuffer>[];

const wireVarint = 0;
const wireBytes = 2;
const wire32 = 5;

function varint(value: number | bigint): Uint8Array<ArrayBuffer> {
  // Negative numbers take ten bytes.
  let rest = BigInt.asUintN(64, BigInt(value));
  const octets: number[] = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    octets.push(rest === 0n ? low : low | 0x80);
  } while (rest !== 0n);
  return Uint8Array.from(octets);
}

const tag = (field: number, wire: number) => varint((field << 3) | wire);

export const int = (field: number, value: number | bigint): Field => [tag(field, wireVarint), varint(value)];

export const float = (field: number, value: number): Field => [
  tag(field, wire32),
  new Uint8Array(Float32Array.of(value).buffer),
];

export const bytes = (field: number, value: Uint8Array<ArrayBuffer>): Field => [
  tag(field, wireBytes),
  varint(value.length),
  value,
];

export const text = (field: number, value: string): Field =>
  bytes(field, Uint8Array.from(new TextEncoder().encode(value)));

/** Returns a message as a list of parts, so that the weights are not copied. */
export const message = (field: number, fields: readonly Field[]): Field => {
  const parts = fields.flat();
  return [tag(field, wireBytes), varint(parts.reduce((sum, part) => sum + part.length, 0)), ...parts];
};
