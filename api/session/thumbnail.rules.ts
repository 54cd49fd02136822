const thumbnailParts = 60;

/**
 * Returns the loudest sample of each of 60 equal parts of the audio, 0 to 255. `peaks` are pairs of minimum and maximum, signed
 * 8-bit. Returns null if there are no peaks.
 */
export function peaksToThumbnail(peaks: Uint8Array): Uint8Array | null {
  const pairs = Math.floor(peaks.length / 2);
  if (pairs === 0) return null;
  const signed = new Int8Array(peaks.buffer, peaks.byteOffset, pairs * 2);
  return Uint8Array.from({ length: thumbnailParts }, (_, part) => {
    const from = Math.floor((part * pairs) / thumbnailParts);
    const until = Math.max(from + 1, Math.floor(((part + 1) * pairs) / thumbnailParts));
    let loudest = 0;
    for (let index = from * 2; index < until * 2; index++)
      loudest = Math.max(loudest, Math.abs(signed[index]!));
    return Math.round((loudest / 128) * 255);
  });
}
