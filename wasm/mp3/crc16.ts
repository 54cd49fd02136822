/** Table for the reflected polynomial 0x8005, which the Info tag's checksums use. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  return crc;
});

/**
 * Returns the CRC-16 (x¹⁶ + x¹⁵ + x² + 1, reflected, initially 0) of `bytes`, continued from the result `from` of the
 * bytes before.
 */
export function crc16(bytes: Uint8Array, from = 0): number {
  let crc = from;
  for (let i = 0; i < bytes.length; i++) crc = (crc >> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!;
  return crc;
}
