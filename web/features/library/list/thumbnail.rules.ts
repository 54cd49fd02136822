/** Size of a thumbnail in its row, CSS px, and the number of its bars (contract: session, `thumbnail`). */
export const thumbnailWidthPx = 120;
export const thumbnailHeightPx = 32;
const bars = 60;

/** Bars below this value of 255 count as silence: about −36 dBFS. */
const silenceBelow = 4;
/** Exponent of the bar heights. It makes quiet speech visible and still leaves loud speech higher. */
const gamma = 0.6;

/** Returns the SVG path data of the bars of sound and of silence; null if the thumbnail is invalid. */
export function thumbnailPaths(base64: string): { sound: string; silence: string } | null {
  let bytes: string;
  try {
    bytes = atob(base64);
  } catch {
    return null;
  }
  if (bytes.length !== bars) return null;
  const middle = thumbnailHeightPx / 2;
  let sound = '';
  let silence = '';
  for (let bar = 0; bar < bars; bar += 1) {
    const value = bytes.charCodeAt(bar);
    const x = (bar + 0.5) * (thumbnailWidthPx / bars);
    if (value < silenceBelow) silence += `M${x} ${middle - 0.75}v1.5`;
    else {
      const half = Math.round((value / 255) ** gamma * (middle - 1) * 10) / 10;
      sound += `M${x} ${middle - half}v${half * 2}`;
    }
  }
  return { sound, silence };
}
