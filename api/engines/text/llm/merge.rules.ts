import type { Said } from '#api/engines/text/text-engine.ts';

/** Similarity of their words (Jaccard, 0 to 1) from which two statements count as one. */
const minLikeness = 0.6;

const words = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [])
      .filter((word) => word.length > 2 || /\d/.test(word))
      .map((word) => (/\d/.test(word) ? word : word.slice(0, 7))),
  );

const denials =
  /(?<!\p{L})(?:nicht|kein\p{L}*|nie|ohne|not|no|never|without|\p{L}+n['’]t|pas|aucun\p{L}*|jamais|sans|non|nessun\p{L}*|mai|senza)(?!\p{L})/giu;
const exact = (text: string): string =>
  [...(text.match(/\d+(?:[.,’']\d+)*/g) ?? []).toSorted(), text.match(denials) ? 'denied' : ''].join(' ');

type Sense = { words: Set<string>; exact: string };

const sensed = new WeakMap<object, Sense>();

/** Returns the words, numbers and negation of a statement. They are cached. */
function senseOf(entry: { text: string }): Sense {
  const known = sensed.get(entry);
  if (known) return known;
  const sense = { words: words(entry.text), exact: exact(entry.text) };
  sensed.set(entry, sense);
  return sense;
}

/** Whether two sentences state the same: similar words, equal numbers, and either both or neither negated. */
export function isSame(a: { text: string }, b: { text: string }): boolean {
  const [left, right] = [senseOf(a), senseOf(b)];
  if (left.exact !== right.exact) return false;
  const [least, most] = [left.words.size, right.words.size].toSorted((x, y) => x - y) as [number, number];
  if (least < most * minLikeness) return false;
  const common = [...left.words].filter((word) => right.words.has(word)).length;
  return common > 0 && common / (least + most - common) >= minLikeness;
}

/**
 * Adds new entries to the known ones. Of two duplicates the longer one stays, with the sources of both.
 * @param join merges the other fields of two duplicates; if it returns null, both stay
 */
export function mergeSame<Entry extends { text: string; segments: Said[] }>(
  before: readonly Entry[],
  more: readonly Entry[],
  join: (stays: Entry, goes: Entry) => Entry | null = (stays) => stays,
): Entry[] {
  const merged = [...before];
  for (const entry of more) {
    const isJoined = merged.some((other, at) => {
      if (!isSame(other, entry)) return false;
      const [stays, goes] = entry.text.length > other.text.length ? [entry, other] : [other, entry];
      const joined = join(stays, goes);
      if (joined) merged[at] = { ...joined, segments: [...new Set([...other.segments, ...entry.segments])] };
      return joined !== null;
    });
    if (!isJoined) merged.push(entry);
  }
  return merged;
}
