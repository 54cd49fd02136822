/** Removes diacritics: ö → o, é → e. */
export const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');

/**
 * Returns the optimal string alignment distance of two words (Boytsov 2011, §2.2). If it is more than `most`, any value
 * above `most` is returned.
 */
export function distanceOf(a: string, b: string, most = Infinity): number {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      let cost = Math.min(row[j - 1]! + (isSame ? 0 : 1), row[j]! + 1, next[j - 1]! + 1);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = row;
    row = next;
  }
  return row[to.length]!;
}

const withoutDoubles = (text: string): string => text.replace(/(\p{L})\1+/gu, '$1');

const sorted = (text: string): string => [...text].toSorted().join('');

/**
 * Returns the distance between two spellings, by which candidates are ranked. The most common mistakes (diacritics,
 * doubled letters, transposed neighbours) count 0.5, case counts 0.25.
 */
export function weightOf(a: string, b: string): number {
  const [low, other] = [a.toLowerCase(), b.toLowerCase()];
  const caseCost = a !== b && distanceOf(a, b) > distanceOf(low, other) ? 0.25 : 0;
  if (low === other) return caseCost;
  if (withoutMarks(low) === withoutMarks(other)) return 0.5 + caseCost;
  if (withoutDoubles(low) === withoutDoubles(other)) return 0.5 + caseCost;
  if (withoutDoubles(withoutMarks(low)) === withoutDoubles(withoutMarks(other))) return 0.75 + caseCost;
  const distance = distanceOf(low, other);
  return (distance === 1 && sorted(low) === sorted(other) ? 0.5 : distance) + caseCost;
}

/**
 * True if two words differ in their ending alone, which is grammar, not spelling. Doubled letters and diacritics count as
 * spelling.
 */
export function isOtherEnding(a: string, b: string): boolean {
  const [low, other] = [a.toLowerCase(), b.toLowerCase()];
  if (withoutDoubles(low) === withoutDoubles(other) || withoutMarks(low) === withoutMarks(other))
    return false;
  if (low.startsWith(other) || other.startsWith(low)) return true;
  return low.length === other.length && low.slice(0, -1) === other.slice(0, -1);
}
