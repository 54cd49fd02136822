export type Cut = {
  /** Position of the cut in the stored recording, s. */
  atS: number;
  lengthS: number;
};

/** Shortest difference that counts as a cut, s. Smaller ones come from rounding to whole mp3 frames. */
const leastS = 0.1;

/**
 * Returns the cuts that were made before the recording was sent. `timemap` has pairs of a time in the stored recording
 * and the same time in the original recording, s. A cut at the end has no pair, so it is missing.
 */
export function cutsOf(timemap: readonly (readonly [number, number])[]): Cut[] {
  return timemap.flatMap(([storedS, originalS], index) => {
    const [formerStoredS, formerOriginalS] = timemap[index - 1] ?? [0, 0];
    const lengthS = originalS - formerOriginalS - (storedS - formerStoredS);
    return lengthS >= leastS ? [{ atS: storedS, lengthS }] : [];
  });
}
