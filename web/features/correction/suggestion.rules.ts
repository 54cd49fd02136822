import type { Suggestion } from '#api/contract/suggestion.ts';

/**
 * A proposal with its place in the current text of its segment: an offset in UTF-16 code units. `place` is null if the
 * changed text has no place for the proposal any more.
 */
export type Placed = Suggestion & { place: number | null };

const letter = /[\p{L}\p{N}]/u;

/** True if a range of the text neither begins nor ends within a word. */
function isWhole(text: string, start: number, length: number): boolean {
  const end = start + length;
  const isOpen = (a: string, b: string) => letter.test(a) && letter.test(b);
  return !isOpen(text[start - 1] ?? '', text[start] ?? '') && !isOpen(text[end - 1] ?? '', text[end] ?? '');
}

/**
 * Finds the place of each proposal in the current text of its segment. That is the offset at which it was proposed,
 * moved by the accepted proposals before it. If its words do not stand there, the offset without that shift is tried,
 * and then their only occurrence in the text. With several occurrences or none the place is null.
 */
export function placeAll(suggestions: readonly Suggestion[], textOf: (segment: string) => string): Placed[] {
  const moved = new Map<string, number>();
  return suggestions.map((suggestion) => {
    const { segment, start, from, to, state } = suggestion;
    const text = textOf(segment);
    const by = moved.get(segment) ?? 0;
    if (state === 'taken') moved.set(segment, by + to.length - from.length);
    return { ...suggestion, place: placeIn(text, from, [start + by, start]) };
  });
}

function placeIn(text: string, from: string, guesses: readonly number[]): number | null {
  const guess = guesses.find((at) => text.startsWith(from, at) && isWhole(text, at, from.length));
  if (guess !== undefined) return guess;
  const places: number[] = [];
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + 1))
    if (isWhole(text, at, from.length)) places.push(at);
  return places.length === 1 ? places[0]! : null;
}

/** Returns the texts of the segments with these proposals applied. Proposals without a place are left out. */
export function takeAll(
  placed: readonly Placed[],
  textOf: (segment: string) => string,
): { segment: string; text: string }[] {
  const bySegment = Map.groupBy(
    placed.filter(({ place }) => place !== null),
    ({ segment }) => segment,
  );
  return [...bySegment].map(([segment, own]) => {
    let text = textOf(segment);
    // The last place comes first, so that the offsets before it stay valid.
    for (const { place, from, to } of own.toSorted((a, b) => (b.place ?? 0) - (a.place ?? 0)))
      text = text.slice(0, place ?? 0) + to + text.slice((place ?? 0) + from.length);
    return { segment, text };
  });
}

/** Filters of the list: open proposals (all, or of one kind), accepted ones (`taken`), and rejected ones (`left`). */
export const shownChoices = ['open', 'own', 'model', 'spelling', 'punctuation', 'taken', 'left'] as const;
export type Shown = (typeof shownChoices)[number];

const isShown = ({ state, kind }: Suggestion, shown: Shown): boolean =>
  shown === 'taken' || shown === 'left'
    ? state === shown
    : state === 'open' && (shown === 'open' || kind === shown);

export const filterShown = <S extends Suggestion>(suggestions: readonly S[], shown: Shown): S[] =>
  suggestions.filter((each) => isShown(each, shown));

export const countShown = (suggestions: readonly Suggestion[]): Record<Shown, number> =>
  Object.fromEntries(shownChoices.map((shown) => [shown, filterShown(suggestions, shown).length])) as Record<
    Shown,
    number
  >;

/** Replaces each space of a run by the sign ␣, because the page shows a run of spaces like a single one. */
export const visible = (text: string): string =>
  text.replaceAll(/ {2,}/g, (spaces) => '␣'.repeat(spaces.length));
