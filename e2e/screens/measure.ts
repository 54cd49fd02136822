import type { Page } from '../product.ts';

/** Least size of a target, CSS px (WCAG 2.2, success criterion 2.5.8). */
export const targetPx = 24;

/**
 * Measures the layout of the page. Returns what lies outside the window, is cut off, or lies on something that can be
 * pressed. Content in areas that scroll, and text that is hidden on purpose (an ellipsis with the whole text in `title`, or
 * for screen readers only), is no fault.
 */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(faultsInPage, targetPx);

/** Runs in the page, so it uses nothing from outside. */
export function faultsInPage(leastPx: number): string[] {
  const faults: string[] = [];
  const dialog = [...document.querySelectorAll('[role=dialog],[role=alertdialog]')].at(-1);
  const scope = dialog ?? document.body;
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> „${label.trim().slice(0, 60)}“`;
  };
  const isSeen = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  const ancestors = (element: Element) => {
    const found: Element[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) found.push(at);
    return found;
  };
  const layerOf = (element: Element) =>
    ancestors(element).find((at) => ['fixed', 'sticky'].includes(getComputedStyle(at).position)) ?? null;
  const scrollerOf = (element: Element) =>
    ancestors(element).find(
      (at) => /auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth,
    ) ?? null;
  /** The part of an element that its scrolling area shows. */
  const seenPart = (element: Element) => {
    const own = element.getBoundingClientRect();
    const scroller = ancestors(element).find(
      (at) =>
        /auto|scroll/.test(getComputedStyle(at).overflowY) &&
        (at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight),
    );
    const area = scroller?.getBoundingClientRect() ?? own;
    const [left, top] = [Math.max(own.left, area.left), Math.max(own.top, area.top)];
    const [right, bottom] = [Math.min(own.right, area.right), Math.min(own.bottom, area.bottom)];
    return { left, top, right, bottom, width: own.width, height: own.height };
  };
  const isHiddenOnPurpose = (element: Element) =>
    ancestors(element).some((at) => {
      const { clipPath, clip } = getComputedStyle(at);
      return clipPath.startsWith('inset(50%') || clip.startsWith('rect(0px, 0px');
    });

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...scope.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !scrollerOf(element),
    );
    faults.push(`the page scrolls sideways: ${wide.slice(-2).map(nameOf).join(', ')}`);
  }

  for (const element of scope.querySelectorAll('*')) {
    const own = [...element.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (own.length === 0 || !isSeen(element) || isHiddenOnPurpose(element)) continue;
    if (element.closest('svg, canvas, [data-live-announcer], script, style')) continue;
    const range = document.createRange();
    range.selectNodeContents(own[0]!);
    range.setEndAfter(own.at(-1)!);
    const text = range.getBoundingClientRect();
    const box = ancestors(element).find((at) => /hidden|clip/.test(getComputedStyle(at).overflowX));
    if (box && !scrollerOf(element)) {
      const { left, right } = box.getBoundingClientRect();
      const isCut = text.right > right + 2 || text.left < left - 2;
      const isToldOtherwise =
        (getComputedStyle(box).textOverflow === 'ellipsis' &&
          ancestors(element).some((at) => at.hasAttribute('title'))) ||
        // It has wrapped out of sight as a whole, and the name of its box says it.
        (text.top >= box.getBoundingClientRect().bottom &&
          (box.getAttribute('aria-label') ?? '').includes(element.textContent?.trim() ?? ''));
      if (isCut && !isToldOtherwise) faults.push(`cut off: ${nameOf(element)}`);
    }
    const target = element.closest('button, [role=tab], [role=radio], [role=option], [role=menuitem], label');
    if (target && !box) {
      const around = target.getBoundingClientRect();
      if (text.right > around.right + 2 || text.left < around.left - 2 || text.bottom > around.bottom + 4)
        faults.push(`the text is larger than its target: ${nameOf(target)}`);
    }
  }

  const targets = [
    ...scope.querySelectorAll(
      'a[href], button, input, select, textarea, [role=tab], [role=slider], [role=menuitem], [role=option], [contenteditable=true]',
    ),
  ].filter((element) => isSeen(element) && !isHiddenOnPurpose(element));
  for (const [index, one] of targets.entries()) {
    const a = seenPart(one);
    for (const other of targets.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || layerOf(one) !== layerOf(other)) continue;
      // A button within its field, and the handles of a surface that is drawn, lie on the other on purpose.
      if ([one, other].some((at) => at.matches('input, [role=slider]'))) continue;
      const b = seenPart(other);
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 2 && y > 2) faults.push(`overlap: ${nameOf(one)} and ${nameOf(other)}`);
    }
    // A target within a sentence may be as small as its line.
    const isInSentence = one.closest('p, li, td, h1, h2, h3, h4') !== null;
    if (one.tagName === 'BUTTON' && !isInSentence && (a.width < leastPx || a.height < leastPx))
      faults.push(`smaller than ${leastPx} px: ${nameOf(one)}`);
  }
  return [...new Set(faults)];
}
