/** How a screen fits a phone. `smallTargetsInPage` and `placeOf` run in the page, in every engine, so they use nothing from outside. */

/** Width and height of the screens that are looked at, CSS px. */
export const phoneSizes = [
  [320, 568],
  [360, 740],
  [390, 844],
  [430, 932],
  [844, 390],
] as const;
type Size = (typeof phoneSizes)[number];

/** Size of the phone of the tests, where none other is set. */
export const phoneSize = { width: 390, height: 844 };

/** Least width and height of what a finger has to hit, CSS px. */
export const fingerPx = 44;

/** Returns what can be pressed and is smaller than `leastPx`. Links within a sentence may be as small as its line. */
export function smallTargetsInPage(leastPx: number): string[] {
  const wanted = 'a[href], button, summary, select, textarea, input, [role=slider], [role=tab], [role=radio]';
  return Array.from(document.querySelectorAll(wanted)).flatMap((element) => {
    const target = element.closest('label') ?? element;
    const { width, height, bottom } = target.getBoundingClientRect();
    const isSeen = target.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // The link that skips the header is above the page until it has the focus.
    if (!isSeen || width <= 1 || bottom + scrollY <= 0) return [];
    // A native field that a drawn one stands for.
    if (element.closest('[aria-hidden=true]') !== null) return [];
    if (getComputedStyle(target).display === 'inline' && element.closest('p, li') !== null) return [];
    // Half a pixel is a matter of rounding.
    if (width >= leastPx - 0.5 && height >= leastPx - 0.5) return [];
    const name = element.getAttribute('aria-label') ?? target.textContent ?? '';
    return [`${width.toFixed()} × ${height.toFixed()}: <${element.tagName}> „${name.trim().slice(0, 40)}“`];
  });
}

/** Where a control is while the page is not scrolled. */
export type Place = {
  /** True if all of it is on the screen, and nothing lies over its middle. */
  isInView: boolean;
  /** True if its middle is in the lower half of the screen. */
  isInReach: boolean;
};

export function placeOf(element: Element): Place {
  scrollTo({ top: 0, behavior: 'instant' });
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  return {
    isInView: isInside && hit !== null && (element.contains(hit) || hit.contains(element)),
    isInReach: (top + bottom) / 2 >= innerHeight / 2,
  };
}

/** Returns what is wrong with the place of a control, which is the most important one of a screen of this size. */
export function faultsOfPlace({ isInView, isInReach }: Place, name: string, [width, height]: Size): string[] {
  const faults = isInView ? [] : [`„${name}“ is not in view`];
  // On a phone that lies on its side, a thumb reaches every place.
  if (height > width && !isInReach) faults.push(`„${name}“ is not in reach of the thumb`);
  return faults;
}
