import { type Tour, tourSteps, type TourStep } from '#web/i18n/tour-words.ts';

/** What each step points at, as a selector; null points at nothing. A step is left out while its element is not shown. */
const targets: { [T in Tour]: Record<TourStep<T>, string | null> } = {
  library: {
    create: '[data-tour="create"]',
    search: '[data-tour="search"]',
    soon: '[data-tour="soon"]',
    help: '[data-tour="help"]',
  },
  recording: { ways: '[data-tour="ways"]', check: '[data-tour="start"]', lights: null, while: null },
  session: {
    tabs: 'main [role="tablist"]',
    text: 'main [data-turn]',
    player: '[data-screen-bottom]',
    process: '[data-tour="process"]',
    menu: '[data-tour="menu"]',
  },
};

export type Step = { key: TourStep; selector: string | null };

export const stepsOf = (tour: Tour): Step[] =>
  tourSteps[tour].map((key) => ({
    key,
    selector: (targets[tour] as Record<string, string | null>)[key] ?? null,
  }));

type Choice = {
  offered: Tour | null;
  wanted: Tour | null;
  seen: readonly string[];
  /** False while the person is in the middle of something, such as a recording. */
  mayShow: boolean;
};

/** Returns the tour to show: the one of the screen, unless the person has seen it and does not ask for it. */
export function chooseTour({ offered, wanted, seen, mayShow }: Choice): Tour | null {
  if (!mayShow || offered === null) return null;
  return offered === wanted || !seen.includes(offered) ? offered : null;
}

/** Returns the tours that a person's config names, whatever a client has written there. */
export function seenOf(config: Record<string, unknown>): readonly string[] {
  const seen = config['seen_tours'];
  return Array.isArray(seen) ? seen.filter((tour) => typeof tour === 'string') : [];
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** True for the key that ends a tour. */
export const isEndKey = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  key === 'Escape' && !ctrlKey && !metaKey && !altKey;

export type Box = { left: number; top: number; right: number; bottom: number };
type Size = { width: number; height: number };
type Placing = {
  /** What the step points at; null: nothing. */
  target: Box | null;
  card: Size;
  view: Size;
  /** Elements that the card must not cover: the other things that the screen is for. */
  keepFree: readonly Box[];
};

/** Distance from the card to what it points at, and to the edges of the window, px. */
const gapPx = 12;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * Returns the place of the card, px. It is beside its target if it covers nothing there that the screen is for, otherwise in a
 * corner. If there is no such place, the one is taken that covers least.
 */
export function placeCard({ target, card, view, keepFree }: Placing): { left: number; top: number } {
  const farLeft = Math.max(gapPx, view.width - card.width - gapPx);
  const farTop = Math.max(gapPx, view.height - card.height - gapPx);
  const across = (left: number) => Math.min(farLeft, Math.max(gapPx, left));
  const down = (top: number) => Math.min(farTop, Math.max(gapPx, top));
  const beside = target
    ? [
        { left: across(target.left), top: target.bottom + gapPx },
        { left: across(target.left), top: target.top - gapPx - card.height },
        { left: target.right + gapPx, top: down(target.top) },
        { left: target.left - gapPx - card.width, top: down(target.top) },
      ]
    : [];
  const corners = [
    { left: farLeft, top: farTop },
    { left: gapPx, top: farTop },
    { left: farLeft, top: gapPx },
    { left: gapPx, top: gapPx },
  ];
  const isInside = ({ left, top }: { left: number; top: number }) =>
    left >= gapPx && left <= farLeft && top >= gapPx && top <= farTop;
  const free = target ? [target, ...keepFree] : keepFree;
  const covered = ({ left, top }: { left: number; top: number }) => {
    const box = { left, top, right: left + card.width, bottom: top + card.height };
    return free.reduce((sum, other) => sum + overlap(box, other), 0);
  };
  const places = [...beside.filter(isInside), ...corners];
  const [best = corners[0]!] = places.toSorted((a, b) => covered(a) - covered(b));
  return best;
}
