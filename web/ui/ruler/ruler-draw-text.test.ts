import { describe, expect, it } from 'vitest';
import { drawText, firstEndingAfter, textIn, type RulerWord } from './ruler-draw-text.ts';
import type { RulerPalette } from './ruler-palette.ts';
import type { Span } from './ruler.rules.ts';

const words: RulerWord[] = [
  { start: 1, end: 1.4, text: 'Guten' },
  { start: 1.5, end: 2, text: ' Tag,' },
  { start: 2, end: 3, text: 'Donaudampfschifffahrtsgesellschaft' },
  { start: 3, end: 3.1, text: 'ja' },
  { start: 3.12, end: 3.4, text: 'genau' },
  { start: 8, end: 9, text: 'Ende.' },
];

const palette = { text: 'text', axis: 'axis', font: '12px sans' } as RulerPalette;

/** Records what is drawn. A letter is 7 px wide. */
function drawn(fromS: number, toS: number, kept: Span[] | null = null, upToS = 10) {
  const texts: [string, number, string][] = [];
  const rects: [number, number, number, string][] = [];
  const context = {
    fillStyle: '',
    font: '',
    textBaseline: '',
    measureText: (text: string) => ({ width: 7 * text.length }),
    fillText: (text: string, left: number) => void texts.push([text, left, context.fillStyle]),
    fillRect: (left: number, _top: number, width: number, height: number) =>
      void rects.push([left, width, height, context.fillStyle]),
  };
  drawText(
    context as unknown as CanvasRenderingContext2D,
    { fromS, toS, widthPx: 1_000 },
    { words, upToS },
    kept,
    0,
    palette,
  );
  return { texts, rects };
}

describe('the text of a ruler', () => {
  it('stands at its times where there is room, and no word reaches the next one', () => {
    const { texts } = drawn(0, 10);
    expect(texts.map(([text]) => text)).toEqual(['Guten', 'Tag,', 'Donaudampfsc…', 'genau', 'Ende.']);
    for (const [index, [text, left]] of texts.entries())
      expect(left + 7 * text.length).toBeLessThan(texts[index + 1]?.[1] ?? Infinity);
  });

  it('is a line where words have no room', () => {
    const { texts, rects } = drawn(0, 100, null, 100);
    expect(texts).toEqual([]);
    expect(rects.map(([left, width]) => [left, left + width])).toEqual([
      [10, 14],
      [15, 34],
      [80, 90],
    ]);
  });

  it('is struck through where it was cut out', () => {
    const { texts, rects } = drawn(0, 10, [
      [0, 1.6],
      [2.1, 10],
    ]);
    expect(texts.filter(([, , ink]) => ink === 'axis').map(([text]) => text)).toEqual(['Tag,']);
    expect(rects.filter(([, , height, ink]) => height === 1 && ink === 'axis')).toEqual([
      [150, 28, 1, 'axis'],
    ]);
  });

  it('has dots where nothing is transcribed yet', () => {
    const { rects } = drawn(0, 100, null, 50);
    const dots = rects.filter(([, width]) => width === 2);
    expect(dots.length).toBeGreaterThan(50);
    expect(Math.min(...dots.map(([left]) => left))).toBeGreaterThanOrEqual(500);
  });

  it('is told for a span, shortened if it is long', () => {
    expect(textIn(words, [1.5, 3.2])).toBe('Tag, Donaudampfschifffahrtsgesellschaft ja');
    expect(textIn(words, [0, 10], 2)).toBe('Guten Tag, …');
    expect(textIn(words, [4, 7])).toBe('');
    expect(firstEndingAfter(words, 1.4)).toBe(1);
  });
});
