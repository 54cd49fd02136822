import type { RulerPalette } from './ruler-palette.ts';
import { coverage, quietRuns, timeToPx } from './ruler.rules.ts';
import type { RulerView, Span } from './ruler.rules.ts';

export type RulerWord = { start: number; end: number; text: string };

/** What is said. The words ascend. After `upToS`, s, nothing is transcribed yet. */
export type RulerText = { words: readonly RulerWord[]; upToS: number };

export const textRowPx = 18;
const linePx = 3;
const gapPx = 4;
/** Below this scale, px for 1 s, words are drawn as a line. Three words are said in 1 s. */
const wordsFromPxPerS = 60;
/** Least room for a shortened word, px. */
const shortestPx = 14;

/** Where and how the row is drawn. `kept` are the spans that are not cut out; null if nothing is. `middle` is in px from the top. */
type TextRow = {
  context: CanvasRenderingContext2D;
  view: RulerView;
  kept: readonly Span[] | null;
  middle: number;
  palette: RulerPalette;
};

/** Draws a row with the words at their times, or with a line where there are words if they have no room. */
export function drawText(
  context: CanvasRenderingContext2D,
  view: RulerView,
  { words, upToS }: RulerText,
  kept: readonly Span[] | null,
  top: number,
  palette: RulerPalette,
): void {
  const row: TextRow = { context, view, kept, middle: top + textRowPx / 2, palette };
  const pxPerS = view.widthPx / (view.toS - view.fromS || 1);
  drawComing(row, upToS);
  if (pxPerS >= wordsFromPxPerS) drawWords(row, words);
  else drawLines(row, words);
}

/** Draws dots for the part that is not transcribed yet. */
function drawComing({ context, view, middle, palette }: TextRow, upToS: number): void {
  context.fillStyle = palette.axis;
  const from = Math.max(0, timeToPx(view, upToS));
  for (let px = Math.ceil(from / 8) * 8; px < view.widthPx; px += 8)
    context.fillRect(px, middle - 0.5, 2, 1.5);
}

function drawLines({ context, view, kept, middle, palette }: TextRow, words: readonly RulerWord[]): void {
  const columns = Math.max(1, Math.round(view.widthPx));
  const said = coverage(
    words.map(({ start, end }): Span => [start, end]),
    view,
    columns,
  );
  const left = kept && coverage(kept, view, columns);
  const isKept = (column: number) => !left || (left[column] as number) >= 0.5;
  const draw = (ink: string, height: number, is: (column: number) => boolean) => {
    context.fillStyle = ink;
    const free = said.map((share, column) => (share > 0 && is(column) ? 0 : 1));
    for (const [first, end] of quietRuns(free, 0.5, 1))
      context.fillRect(first, middle - height / 2, end - first, height);
  };
  draw(palette.text, linePx, isKept);
  draw(palette.axis, 1, (column) => !isKept(column));
}

function drawWords({ context, view, kept, middle, palette }: TextRow, words: readonly RulerWord[]): void {
  context.font = palette.font;
  context.textBaseline = 'middle';
  const first = firstEndingAfter(words, view.fromS);
  for (let index = first; index < words.length; index += 1) {
    const word = words[index] as RulerWord;
    if (word.start > view.toS) break;
    const left = timeToPx(view, word.start);
    const next = words[index + 1];
    const right = next ? timeToPx(view, next.start) - gapPx : Infinity;
    const ownPx = Math.max(1, timeToPx(view, word.end) - left);
    const middleS = (word.start + word.end) / 2;
    const isCut = kept !== null && !kept.some(([from, to]) => middleS >= from && middleS < to);
    context.fillStyle = isCut ? palette.axis : palette.text;
    const text = fitted(context, word.text.trim(), right - left);
    if (text === null) {
      context.fillRect(left, middle - linePx / 2, Math.min(ownPx, Math.max(1, right - left)), linePx);
      continue;
    }
    context.fillText(text, left, middle);
    if (isCut) context.fillRect(left, middle - 0.5, context.measureText(text).width, 1);
  }
}

/** Returns the text, shortened if it has not enough room; null if there is no room for a part of it. */
function fitted(context: CanvasRenderingContext2D, text: string, roomPx: number): string | null {
  if (context.measureText(text).width <= roomPx) return text;
  if (roomPx < shortestPx) return null;
  for (let length = text.length - 1; length > 0; length -= 1) {
    const short = `${text.slice(0, length)}…`;
    if (context.measureText(short).width <= roomPx) return short;
  }
  return null;
}

/** Returns the index of the first word that ends after a time. */
export function firstEndingAfter(words: readonly RulerWord[], timeS: number): number {
  let [from, to] = [0, words.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((words[middle] as RulerWord).end > timeS) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Returns what is said in a span, s: the words whose middle lies in it. At most `most` words, the rest as an ellipsis. */
export function textIn(words: readonly RulerWord[], [fromS, toS]: Span, most = 40): string {
  const said: string[] = [];
  for (let index = firstEndingAfter(words, fromS); index < words.length; index += 1) {
    const { start, end, text } = words[index] as RulerWord;
    if (start >= toS) break;
    const middleS = (start + end) / 2;
    if (middleS < fromS || middleS >= toS) continue;
    if (said.length === most) return `${said.join(' ')} …`;
    said.push(text.trim());
  }
  return said.join(' ');
}
