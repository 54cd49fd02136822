/**
 * Position of the caret: its distance from the left edge of the field, px, and whether it is in the first or the last
 * line.
 */
type LinePlace = { xPx: number; isFirst: boolean; isLast: boolean };

/**
 * Returns the offset in the text of an element, UTF-16 code units, at a point of the viewport; null if the point is
 * elsewhere.
 */
export function offsetAtPoint(element: Element, x: number, y: number): number | null {
  const place = document.caretPositionFromPoint
    ? document.caretPositionFromPoint(x, y)
    : toPosition(document.caretRangeFromPoint(x, y));
  if (!place || !element.contains(place.offsetNode)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(place.offsetNode, place.offset);
  return before.toString().length;
}

const toPosition = (range: Range | null) =>
  range && { offsetNode: range.startContainer, offset: range.startOffset };

/** Returns the range from one offset in the text of an element to another; null if the text is shorter. */
export function rangeOf(element: Element, from: number, to: number): Range | null {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let at = 0;
  let isBegun = false;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (!isBegun && from < at + length) {
      range.setStart(node, from - at);
      isBegun = true;
    }
    if (isBegun && to <= at + length) {
      range.setEnd(node, to - at);
      return range;
    }
    at += length;
  }
  return null;
}

/** Calls `measure` with a hidden copy of a text field, whose lines can be measured, and removes the copy. */
function withMirror<T>(field: HTMLTextAreaElement, measure: (text: Text, box: DOMRect) => T): T {
  const mirror = document.createElement('div');
  mirror.className = field.className;
  Object.assign(mirror.style, { visibility: 'hidden', pointerEvents: 'none', whiteSpace: 'pre-wrap' });
  // The zero-width space gives an empty text the height of a line.
  const text = document.createTextNode(`${field.value}\u200b`);
  mirror.append(text);
  field.after(mirror);
  try {
    return measure(text, mirror.getBoundingClientRect());
  } finally {
    mirror.remove();
  }
}

/** Returns the box of the letter after an offset, because a caret at a line break stands before the next letter. */
function boxAt(text: Text, offset: number): DOMRect {
  const range = document.createRange();
  range.setStart(text, offset);
  range.setEnd(text, Math.min(text.length, offset + 1));
  return range.getClientRects()[0] ?? range.getBoundingClientRect();
}

/**
 * Returns the place of the caret. It lays out the whole text, so it should be called for keys that leave a line, and
 * not for each key stroke.
 */
export const linePlace = (field: HTMLTextAreaElement): LinePlace =>
  withMirror(field, (text, box) => {
    const caret = boxAt(text, field.selectionEnd);
    const isSameLine = (other: DOMRect) => Math.abs(other.top - caret.top) < caret.height / 2;
    return {
      xPx: caret.left - box.left,
      isFirst: isSameLine(boxAt(text, 0)),
      isLast: isSameLine(boxAt(text, text.length - 1)),
    };
  });

/** Returns the offset in the first or last line of a field that is nearest to `xPx`. */
export const offsetInLine = (field: HTMLTextAreaElement, xPx: number, line: 'first' | 'last'): number =>
  withMirror(field, (text, box) => {
    const edge = boxAt(text, line === 'first' ? 0 : text.length - 1);
    let best = line === 'first' ? 0 : field.value.length;
    let bestPx = Infinity;
    const step = line === 'first' ? 1 : -1;
    for (let offset = best; offset >= 0 && offset <= field.value.length; offset += step) {
      const own = boxAt(text, offset);
      if (Math.abs(own.top - edge.top) > edge.height / 2) break;
      const awayPx = Math.abs(own.left - box.left - xPx);
      if (awayPx < bestPx) [best, bestPx] = [offset, awayPx];
    }
    return best;
  });

/** Returns the offset of the caret after a text was replaced by another. It is behind the part that has changed. */
export function caretAfter(before: string, after: string): number {
  const shorter = Math.min(before.length, after.length);
  let tail = 0;
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return after.length - tail;
}
