import type { Suggestion } from '#api/contract/suggestion.ts';

/** `place`: offset of the proposal in the present text; null if that text has changed. */
export type Placed = Suggestion & { place: number | null };

const letter = /[\p{L}\p{N}]/u;

/** True if the range does not cut through a word. */
function isWhole(text: string, start: number, length: number): boolean {
  const end = start + length;
  const isOpen = (a: string, b: string) => letter.test(a) && letter.test(b);
  return !isOpen(text[start - 1] ?? '', text[start] ?? '') && !isOpen(text[end - 1] ?? '', text[end] ?? '');
}

/**
 * Places all proposals in the present texts (by segment): shifted by accepted proposals before them, or at the only occurrence
 * of their words.
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

/** The texts of segments with the proposals applied, skipping those without a place. */
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
    // From the end, so that earlier offsets stay valid.
    for (const { place, from, to } of own.toSorted((a, b) => (b.place ?? 0) - (a.place ?? 0)))
      text = text.slice(0, place ?? 0) + to + text.slice((place ?? 0) + from.length);
    return { segment, text };
  });
}

/** Filters of the list: open proposals, all or of one kind; accepted; rejected. */
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

export const visible = (text: string): string =>
  text.replaceAll(/ {2,}/g, (spaces) => '␣'.repeat(spaces.length));
