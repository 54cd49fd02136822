import { inflateSync } from 'node:zlib';

const headerBytes = 44;
const entryBytes = 20;

/** Unpacks a WOFF font (WOFF 1.0) to OpenType. The font reader would unpack a table again at each access. */
export function woffToSfnt(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = headerBytes + index * entryBytes;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
    const data = woff.subarray(offset, offset! + packed!);
    return { head: woff.subarray(at, at + entryBytes), data: packed === length ? data : inflateSync(data) };
  });
  const directory = Buffer.alloc(12 + 16 * count);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((count - power) * 16, 10);
  const parts: Buffer[] = [directory];
  let end = directory.length;
  tables.forEach(({ head, data }, index) => {
    const at = 12 + 16 * index;
    head.copy(directory, at, 0, 4);
    head.copy(directory, at + 4, 16, 20);
    directory.writeUInt32BE(end, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    end += data.length + padding.length;
  });
  return Buffer.concat(parts);
}
