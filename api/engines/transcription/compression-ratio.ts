import { deflateSync } from 'node:zlib';

/**
 * Returns the bytes of the text in UTF-8 divided by the bytes of its zlib form, as Whisper's reference program does. A
 * short text has a ratio below 1.
 */
export function compressionRatioOf(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}
