import type { Draft } from './draft.ts';

/** What a person said before goes before what others think; signs come last. */
const rank: Record<Draft['kind'], number> = { own: 0, model: 1, spelling: 2, punctuation: 3 };

type Kept = Pick<Draft, 'segment' | 'from' | 'to'>;

const keyOf = ({ segment, from, to }: Kept): string => JSON.stringify([segment, from, to]);

/**
 * All proposals in the order of the transcript: of those that overlap the one of the higher rank, none that somebody has left
 * at that segment before. `order`: ids of the segments.
 */
export function joinDrafts(
  drafts: readonly Draft[],
  order: readonly string[],
  left: readonly Kept[],
): Draft[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const isLeft = new Set(left.map(keyOf));
  const taken = new Map<string, Draft[]>();
  const ranked = drafts.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
  for (const draft of ranked) {
    if (draft.from === draft.to || !places.has(draft.segment) || isLeft.has(keyOf(draft))) continue;
    const there = taken.get(draft.segment) ?? [];
    if (there.some((other) => overlaps(other, draft))) continue;
    taken.set(draft.segment, [...there, draft]);
  }
  return [...taken]
    .toSorted(([a], [b]) => places.get(a)! - places.get(b)!)
    .flatMap(([, own]) => own.toSorted((a, b) => a.start - b.start));
}

const overlaps = (a: Draft, b: Draft): boolean =>
  a.start < b.start + b.from.length && b.start < a.start + a.from.length;
