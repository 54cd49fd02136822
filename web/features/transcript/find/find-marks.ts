import type { Hit } from './find.rules.ts';
import { rangeOf } from '#web/features/transcript/text-place.ts';

const names = ['transcript-hit', 'transcript-hit-current'] as const;

/** Returns the hits of one segment. `hits` must be sorted by index. */
function hitsIn(hits: readonly Hit[], index: number): readonly Hit[] {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle] as Hit).index < index) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (hits[end]?.index === index) end++;
  return hits.slice(low, end);
}

/**
 * Highlights the hits in the rendered segments without changing their elements (CSS Custom Highlight API). Browsers without it
 * show only the list of hits.
 */
export function markHits(list: HTMLElement | null, hits: readonly Hit[], current: Hit | null): void {
  if (!('highlights' in CSS)) return;
  const all = new Highlight();
  const one = new Highlight();
  one.priority = 1;
  if (list && hits.length > 0) {
    for (const item of list.querySelectorAll<HTMLElement>('[data-index]')) {
      const text = item.querySelector('[data-text]');
      for (const hit of text ? hitsIn(hits, Number(item.dataset['index'])) : []) {
        const range = rangeOf(text as Element, hit.from, hit.to);
        if (range) (hit === current ? one : all).add(range);
      }
    }
  }
  CSS.highlights.set(names[0], all);
  CSS.highlights.set(names[1], one);
}

export function clearHits(): void {
  if ('highlights' in CSS) for (const name of names) CSS.highlights.delete(name);
}
