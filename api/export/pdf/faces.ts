import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Pdf } from './pdf-document.ts';
import { woffToSfnt } from './woff.ts';

/** Files of the product's two font families (`web/ui/fonts.css`), which are embedded. */
const faces = {
  serif: ['source-serif-4', '400-normal'],
  serifItalic: ['source-serif-4', '400-italic'],
  serifBold: ['source-serif-4', '600-normal'],
  serifBoldItalic: ['source-serif-4', '600-italic'],
  sans: ['source-sans-3', '400-normal'],
  sansItalic: ['source-sans-3', '400-italic'],
  sansBold: ['source-sans-3', '600-normal'],
} as const;
export type Face = keyof typeof faces;

/**
 * Text in one font file. If no font can show a text, `actual` is that text, and `text` has a space for each of its
 * signs.
 */
export type Run = { font: string; text: string; actual?: string };

export type Faces = ReturnType<typeof createFaces>;

const require = createRequire(import.meta.url);
const folderOf = (family: string): string =>
  dirname(require.resolve(`@fontsource/${family}/files/${family}-latin-400-normal.woff`));

type Range = readonly [from: number, to: number];

const toRange = (text: string): Range => {
  const [from = '0', to = from] = text.replace('U+', '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
};

/** Returns the files of a family with the Unicode ranges that they cover, Latin first. */
function partsOf(family: string): { name: string; ranges: Range[] }[] {
  const path = join(folderOf(family), '..', 'unicode.json');
  const table = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  const order = ['latin', 'latin-ext'];
  return Object.entries(table)
    .map(([name, ranges]) => ({ name, ranges: ranges.split(',').map(toRange) }))
    .toSorted((a, b) => (order.indexOf(b.name) + 1 || 9) * -1 - (order.indexOf(a.name) + 1 || 9) * -1);
}

/**
 * Signs that look like a usual sign, which is written in their place. A reader who copies the text gets the usual sign.
 */
const usual: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u2011': '-',
  '\u2010': '-',
  '\u202f': ' ',
  '\u2007': ' ',
};

/** Width of a sign that no font has, em. */
export const missingSignEm = 0.62;

// These signs belong to the sign before them.
const isJoined = (sign: string): boolean => /^(?:\p{M}|\u200d|\ufe0e|\ufe0f|\p{Emoji_Modifier})$/u.test(sign);
const isInvisible = (sign: string): boolean =>
  /^[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]$/u.test(sign) && sign !== '\u200d';

/** Creates the faces, which choose the font files of a text, open each file once, and measure text. */
export function createFaces(pdf: Pdf) {
  const families = new Map(['source-serif-4', 'source-sans-3'].map((family) => [family, partsOf(family)]));
  const chosen = new Map<string, string | null>();
  const widths = new Map<string, number>();

  const opened = new Set<string>();
  const open = (path: string): void => {
    if (!opened.has(path)) pdf.registerFont(path, woffToSfnt(readFileSync(path)));
    opened.add(path);
    pdf.font(path);
  };

  /** Returns the file that has a sign, or null if none has. */
  const fileOf = (face: Face, sign: string): string | null => {
    const key = face + sign;
    const known = chosen.get(key);
    if (known !== undefined) return known;
    const [family, style] = faces[face];
    const codePoint = sign.codePointAt(0)!;
    const file =
      families
        .get(family)!
        .filter(({ ranges }) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to))
        .map(({ name }) => join(folderOf(family), `${family}-${name}-${style}.woff`))
        .find((path) => (open(path), pdf._font.font.hasGlyphForCodePoint(codePoint))) ?? null;
    chosen.set(key, file);
    return file;
  };

  return {
    /**
     * Splits a text by the fonts that have its signs. The text is normalised to NFC and loses its invisible characters.
     */
    runsOf(text: string, face: Face): Run[] {
      const runs: Run[] = [];
      const put = (sign: string): void => {
        const last = runs.at(-1);
        if (last?.actual !== undefined && (isJoined(sign) || last.actual.endsWith('\u200d'))) {
          last.actual += sign;
          return;
        }
        if (isInvisible(sign)) return;
        const font = fileOf(face, sign);
        if (font !== null) {
          if (last && last.font === font && last.actual === undefined) last.text += sign;
          else runs.push({ font, text: sign });
          return;
        }
        // A ligature or a full-width letter, for example, is replaced by plain letters.
        const plain = sign.normalize('NFKC');
        if (plain !== sign) for (const part of plain) put(usual[part] ?? part);
        else if (last?.actual !== undefined) {
          last.actual += sign;
          last.text += ' ';
        } else runs.push({ font: fileOf(face, ' ')!, text: ' ', actual: sign });
      };
      for (const sign of text.normalize('NFC').toWellFormed()) put(usual[sign] ?? sign);
      return runs;
    },

    /** Returns the width of a run, pt. */
    widthOf({ font, text, actual }: Run, sizePt: number): number {
      if (actual !== undefined) return text.length * missingSignEm * sizePt;
      const key = `${font}\n${text}`;
      let em = widths.get(key);
      if (em === undefined) {
        pdf.font(font).fontSize(1000);
        em = pdf.widthOfString(text) / 1000;
        widths.set(key, em);
      }
      return em * sizePt;
    },
  };
}
