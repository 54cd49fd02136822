const leastPart = 5;
const leastCompound = 9;

/**
 * Returns a function that finds the parts of a German compound, which is written as one word. A stem counts as a part
 * if the same text contains it and the compound begins or ends with it ("Budgetsitzung" and "Budget").
 */
export function createCompounds(stems: Iterable<string>): (stem: string) => readonly string[] {
  const known = new Set<string>();
  for (const stem of stems) if (stem.length >= leastPart) known.add(stem);
  const found = new Map<string, readonly string[]>();
  const split = (stem: string): string[] => {
    const parts: string[] = [];
    if (stem.length < leastCompound) return parts;
    for (let length = stem.length - 3; length >= leastPart; length--)
      if (known.has(stem.slice(0, length))) {
        parts.push(stem.slice(0, length));
        break;
      }
    for (let from = 3; from <= stem.length - leastPart; from++)
      if (known.has(stem.slice(from))) {
        parts.push(stem.slice(from));
        break;
      }
    return parts;
  };
  return (stem) => {
    const known = found.get(stem);
    if (known) return known;
    const parts = split(stem);
    found.set(stem, parts);
    return parts;
  };
}
