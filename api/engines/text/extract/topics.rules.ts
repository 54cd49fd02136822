/** Topic segmentation after TextTiling (Hearst 1997), and topic titles. */

/** Stems of a turn, and whether the turn announces a topic ("next item"). */
type TurnWords = { stems: readonly string[]; opens: boolean };

const windowStems = 60;
const leastTopicStems = 32;
const announcedBonus = 0.5;

/**
 * Returns the indices of the turns that begin a topic, ascending, without the first turn. A border is where the words
 * before and after it are least alike; announcements get a bonus. Borders are at least 32 content words apart, and
 * there is at most one per 80 content words, 24 in all.
 */
export function bordersOf(turns: readonly TurnWords[]): number[] {
  const total = turns.reduce((sum, { stems }) => sum + stems.length, 0);
  if (total < leastTopicStems * 2) return [];
  const likeness = turns.map((_, i) => (i === 0 ? 1 : likenessAt(turns, i)));
  const depth = likeness.map((here, i) => {
    if (i === 0) return 0;
    let left = here;
    for (let k = i - 1; k > 0 && likeness[k]! >= left; k--) left = likeness[k]!;
    let right = here;
    for (let k = i + 1; k < likeness.length && likeness[k]! >= right; k++) right = likeness[k]!;
    return left - here + (right - here) + (turns[i]!.opens ? announcedBonus : 0);
  });
  const real = depth.slice(1);
  const mean = real.reduce((sum, one) => sum + one, 0) / real.length;
  const deviation = Math.sqrt(real.reduce((sum, one) => sum + (one - mean) ** 2, 0) / real.length);
  const before = [0];
  for (const { stems } of turns) before.push(before.at(-1)! + stems.length);
  const most = Math.max(1, Math.min(24, Math.round(total / (leastTopicStems * 2.5))));
  const chosen: number[] = [];
  const byDepth = [...depth.keys()].slice(1).toSorted((a, b) => depth[b]! - depth[a]! || a - b);
  for (const i of byDepth) {
    if (chosen.length >= most || depth[i]! < mean + deviation / 2 || depth[i] === 0) break;
    const isFar = [0, turns.length, ...chosen].every(
      (other) => Math.abs(before[i]! - before[other]!) >= leastTopicStems,
    );
    if (isFar) chosen.push(i);
  }
  return chosen.toSorted((a, b) => a - b);
}

function likenessAt(turns: readonly TurnWords[], at: number): number {
  const left = count(turns, at - 1, -1);
  const right = count(turns, at, 1);
  let dot = 0;
  let a = 0;
  let b = 0;
  for (const [stem, n] of left) {
    dot += n * (right.get(stem) ?? 0);
    a += n * n;
  }
  for (const n of right.values()) b += n * n;
  return a > 0 && b > 0 ? dot / Math.sqrt(a * b) : 0;
}

function count(turns: readonly TurnWords[], from: number, step: 1 | -1): Map<string, number> {
  const counts = new Map<string, number>();
  let seen = 0;
  for (let i = from; i >= 0 && i < turns.length && seen < windowStems; i += step)
    for (const stem of turns[i]!.stems) {
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
      seen++;
    }
  return counts;
}

export type SpokenWord = { word: string; stem: string | null; isNoun: boolean };

/**
 * Returns the title of a topic: up to three words in the form that was said, frequent in the topic and rare elsewhere.
 * Nouns come first. In German they are recognised by their capital, in other languages by the article before them.
 */
export function titleOf(
  part: readonly SpokenWord[],
  elsewhere: (stem: string) => number,
  { total }: { total: number },
): string[] {
  const here = new Map<string, { count: number; forms: Map<string, number>; nouns: number }>();
  for (const { word, stem, isNoun } of part) {
    if (stem === null || stem.length < 3) continue;
    const entry = here.get(stem) ?? { count: 0, forms: new Map<string, number>(), nouns: 0 };
    entry.count++;
    if (isNoun) entry.nouns++;
    entry.forms.set(word, (entry.forms.get(word) ?? 0) + 1);
    here.set(stem, entry);
  }
  return [...here]
    .map(([stem, { count, forms, nouns }]) => {
      const [form = ''] = [...forms].reduce((best, one) => (one[1] > best[1] ? one : best));
      const share = count / Math.max(count, elsewhere(stem));
      const noun = nouns / count >= 0.5 ? 1.5 : 0.3;
      const length = Math.min(1, form.length / 7);
      return {
        form,
        count,
        worth: count ** 0.8 * share * noun * length * Math.log(2 + total / elsewhere(stem)),
      };
    })
    .toSorted((a, b) => b.worth - a.worth || a.form.localeCompare(b.form))
    .filter(({ count }, i) => i === 0 || count > 1)
    .slice(0, 3)
    .map(({ form }) => form);
}
