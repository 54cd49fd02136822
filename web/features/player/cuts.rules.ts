export type Cut = {
  /** Position of the cut in the stored recording, s. */
  atS: number;
  lengthS: number;
};

/** Shorter gaps are rounding to whole mp3 frames, s. */
const leastS = 0.1;

/** Cuts made before sending, from `[stored, original]` pairs. A cut at the end leaves no pair and is missing. */
export function cutsOf(timemap: readonly (readonly [number, number])[]): Cut[] {
  return timemap.flatMap(([storedS, originalS], index) => {
    const [formerStoredS, formerOriginalS] = timemap[index - 1] ?? [0, 0];
    const lengthS = originalS - formerOriginalS - (storedS - formerStoredS);
    return lengthS >= leastS ? [{ atS: storedS, lengthS }] : [];
  });
}
