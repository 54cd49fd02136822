/** Table for CRC-32 as in ISO/IEC 3309 (polynomial 0xEDB88320, reflected), unsigned. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xed_b8_83_20 : rest >>> 1;
  return rest;
});

/** Returns the CRC-32 of the concatenated parts. */
export function crc32(...parts: readonly Uint8Array[]): number {
  let rest = 0xff_ff_ff_ff;
  for (const part of parts)
    for (let at = 0; at < part.length; at++) rest = table[(rest ^ part[at]!) & 0xff]! ^ (rest >>> 8);
  return (rest ^ 0xff_ff_ff_ff) >>> 0;
}
