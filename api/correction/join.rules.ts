import type { Draft } from './draft.ts';

/** Precedence of overlapping suggestions: the person's own corrections first, punctuation last. */
const rank: Record<Draft['kind'], number> = { own: 0, model: 1, spelling: 2, punctuation: 3 };

type Kept = Pick<Draft, 'segment' | 'from' | 'to'>;

const keyOf = ({ segment, from, to }: Kept): string => JSON.stringify([segment, from, to]);

/**
 * Merges suggestions in the order of the transcript. Of overlapping ones the highest rank wins; suggestions that were
 * rejected at the same segment before are left out.
 * @param order ids of the segments
 * @param left rejected suggestions
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
