export type Cut = {
  /** Where it joins in what is stored, s. */
  atS: number;
  /** How much was left out there, s. */
  lengthS: number;
};

/** Below this it is the rounding of whole frames, s. */
const leastS = 0.1;

/** What was left out before a recording was sent, from `[stored, original]` pairs; what was cut off its end is not told there. */
export function cutsOf(timemap: readonly (readonly [number, number])[]): Cut[] {
  return timemap.flatMap(([storedS, originalS], index) => {
    const [formerStoredS, formerOriginalS] = timemap[index - 1] ?? [0, 0];
    const lengthS = originalS - formerOriginalS - (storedS - formerStoredS);
    return lengthS >= leastS ? [{ atS: storedS, lengthS }] : [];
  });
}
