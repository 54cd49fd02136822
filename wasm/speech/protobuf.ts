export type Bytes = Uint8Array;

/** A varint, or the bytes of any other type (messages, strings, fixed-size numbers). */
export type Field = { field: number; value: bigint | Bytes };

/** Yields the fields of a message in order (protobuf.dev, "Encoding"). Throws if the message is malformed. */
export function* readFields(message: Bytes): Generator<Field> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new Error('Not a protobuf message: a number has no end.');
  };
  const take = (length: number): Bytes => {
    if (at + length > message.length) throw new Error('Not a protobuf message: it ends too early.');
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = Number(varint());
    const field = key >>> 3;
    const wire = key & 7;
    if (wire === 0) yield { field, value: varint() };
    else if (wire === 1) yield { field, value: take(8) };
    else if (wire === 2) yield { field, value: take(Number(varint())) };
    else if (wire === 5) yield { field, value: take(4) };
    else throw new Error(`Not a protobuf message: wire type ${wire}.`);
  }
}

const decoder = new TextDecoder();
export const textOf = (bytes: Bytes): string => decoder.decode(bytes);
