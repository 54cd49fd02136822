import type { Draft } from './draft.ts';

/** Precedence of overlapping suggestions: the person's own corrections first, punctuation last. */
const rank: Record<Draft['kind'], number> = { own: 0, model: 1, spelling: 2, punctuation: 3 };

type Change = Pick<Draft, 'segment' | 'from' | 'to'>;

const keyOf = ({ segment, from, to }: Change): string => JSON.stringify([segment, from, to]);

/**
 * Sorts suggestions in the order of the transcript. Of overlapping ones the one of the highest precedence remains. Suggestions
 * that the person rejected at the same segment before are left out.
 * @param order ids of the segments
 */
export function joinDrafts(
  drafts: readonly Draft[],
  order: readonly string[],
  rejected: readonly Change[],
): Draft[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const rejectedKeys = new Set(rejected.map(keyOf));
  const taken = new Map<string, Draft[]>();
  const ranked = drafts.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
  for (const draft of ranked) {
    if (draft.from === draft.to || !places.has(draft.segment) || rejectedKeys.has(keyOf(draft))) continue;
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
