/** Size of the picture in a row, CSS pixels, and what it is made of (contract: session, thumbnail). */
export const thumbnailWidthPx = 120;
export const thumbnailHeightPx = 32;
const parts = 60;

/** Softer than this, of 255, a part counts as silence: about -36 dBFS. */
const silenceBelow = 4;
/** Speech keeps far from full scale: a root brings it up without making everything loud. */
const gamma = 0.6;

/** The lines of both kinds as SVG path data; null for what is no picture. */
export function thumbnailPaths(base64: string): { sound: string; silence: string } | null {
  let bytes: string;
  try {
    bytes = atob(base64);
  } catch {
    return null;
  }
  if (bytes.length !== parts) return null;
  const middle = thumbnailHeightPx / 2;
  let sound = '';
  let silence = '';
  for (let part = 0; part < parts; part += 1) {
    const value = bytes.charCodeAt(part);
    const x = (part + 0.5) * (thumbnailWidthPx / parts);
    if (value < silenceBelow) silence += `M${x} ${middle - 0.75}v1.5`;
    else {
      const half = Math.round((value / 255) ** gamma * (middle - 1) * 10) / 10;
      sound += `M${x} ${middle - half}v${half * 2}`;
    }
  }
  return { sound, silence };
}
