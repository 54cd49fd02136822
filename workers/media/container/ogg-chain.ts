import { piecesOf } from './blob-pieces.ts';

/** Each page begins with “OggS” and the version. The next octet holds its flags (RFC 3533, section 6). */
const start = [0x4f, 0x67, 0x67, 0x53, 0];
const headerBytes = start.length + 1;
const firstPage = 2;

/** Returns true if a stream begins after pages of another one: the file is chained. */
export async function isChainedOgg(file: Blob): Promise<boolean> {
  let rest = new Uint8Array(0);
  let hasContent = false;
  for await (const piece of piecesOf(file)) {
    const octets = new Uint8Array(rest.length + piece.length);
    octets.set(rest);
    octets.set(piece, rest.length);
    const end = octets.length - headerBytes + 1;
    for (let at = octets.indexOf(start[0]!); at >= 0 && at < end; at = octets.indexOf(start[0]!, at + 1)) {
      if (start.some((octet, i) => octets[at + i] !== octet)) continue;
      const isFirst = (octets[at + 5]! & firstPage) !== 0;
      if (isFirst && hasContent) return true;
      hasContent ||= !isFirst;
    }
    rest = octets.slice(Math.max(0, end));
  }
  return false;
}
