/** Length of the header of an ID3v2 tag, bytes. */
export const id3HeaderBytes = 10;

/** Returns the length of the ID3v2 tag at `at`, bytes; 0 if there is none (id3.org, ID3v2.4 structure, section 3.1). */
export function id3Bytes(bytes: Uint8Array, at = 0): number {
  if (at + id3HeaderBytes > bytes.length) return 0;
  if (bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33) return 0;
  const size = [6, 7, 8, 9].reduce((sum, i) => (sum << 7) | (bytes[at + i]! & 0x7f), 0);
  const footerBytes = bytes[at + 5]! & 0x10 ? 10 : 0;
  return id3HeaderBytes + size + footerBytes;
}
