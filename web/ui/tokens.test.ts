import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const asked = css.slice(css.indexOf('prefers-contrast: more'), css.indexOf("[data-theme='contrast']"));
const chosen = css.slice(css.indexOf("[data-theme='contrast']"), css.indexOf('forced-colors: active'));
const ordinary = css.slice(0, css.indexOf('@media'));

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const readTokens = (text: string) =>
  [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  );
const ordinaryTokens = new Map(readTokens(ordinary));
const sets = {
  ordinary: ordinaryTokens,
  'high contrast': new Map([...ordinaryTokens, ...readTokens(asked)]),
};

const papers = ['paper', 'paper-sunken', 'paper-raised'];
type Pair = [text: string, grounds: string[], least: number];
const texts: Pair[] = [
  ['ink', papers, 7],
  ['ink-soft', papers, 4.5],
  ['accent', [...papers, 'accent-soft'], 4.5],
  ['accent-strong', papers, 4.5],
  ['on-accent', ['accent', 'accent-strong'], 4.5],
  ['amber', [...papers, 'amber-soft'], 4.5],
  ['red', [...papers, 'red-soft'], 4.5],
  ['on-red', ['red', 'red-strong'], 4.5],
  ['green', [...papers, 'green-soft'], 4.5],
  ['ink', ['accent-soft', 'amber-soft', 'red-soft', 'green-soft'], 7],
  // Letters of speakers have the colour of paper on the speaker's colour.
  ...Array.from({ length: 8 }, (_, index): Pair => [`speaker-${index + 1}`, papers, 4.5]),
  // Non-text contrast: edges of fields, focus ring.
  ['line-strong', papers, 3],
  ['focus', papers, 3],
];
/** High contrast: text is AAA, and what is only a line or a mark is as legible as text is elsewhere. */
const inHighContrast: Pair[] = [
  ...texts.map(([text, grounds, least]): Pair => [text, grounds, least < 4.5 ? 4.5 : 7]),
  ['line', papers, 4.5],
  ['ruler-sound', papers, 4.5],
  ['ruler-silence', papers, 3],
];

test('High contrast is the same whether the device asks for it or the person has chosen it', () => {
  expect(readTokens(asked).length).toBeGreaterThan(10);
  expect(readTokens(chosen)).toEqual(readTokens(asked));
});

describe.each(Object.entries(sets))('Colours, %s', (name, tokens) => {
  test.each(['light', 'dark'] as const)('are legible when it is %s', (mode) => {
    const tooWeak = (name === 'ordinary' ? texts : inHighContrast).flatMap(([text, grounds, least]) =>
      grounds
        .map((ground) => ({
          pair: `${text} on ${ground}`,
          ratio: contrast(tokens.get(text)?.[mode] ?? '', tokens.get(ground)?.[mode] ?? ''),
          least,
        }))
        .filter(({ ratio }) => !(ratio >= least)),
    );
    expect(tooWeak).toEqual([]);
  });
});
