import type { Inline } from '#api/shared/markdown/rich-text.ts';
import type { Face, Faces } from './faces.ts';
import { breakLines, type Line, type Span, type Style } from './lines.ts';
import { page } from './pdf-document.ts';
import { keepEnds, type Bar, type Item, type Strip } from './strips.ts';
import type { Node } from './structure-node.ts';

/** Layout of the page, pt. Times stand in a gutter to the left of the column of text. */
export const measures = {
  gutterPt: 62,
  columnPt: 122,
  rightPt: page.widthPt - 70,
  topPt: 78,
  bottomPt: page.heightPt - 76,
};

/** Colours of the light theme (`web/ui/tokens.css`). */
export const colors = {
  ink: '#16211f',
  quiet: '#4b5a58',
  accent: '#0b5563',
  line: '#b9c1c6',
  shade: '#f2f4f5',
};

const styles = new Map<string, Style>();

/** Returns one object per style, so that equal pieces can be joined. */
export function styleOf(face: Face, sizePt: number, color = colors.ink): Style {
  const key = `${face} ${sizePt} ${color}`;
  const style = styles.get(key) ?? { face, sizePt, color };
  styles.set(key, style);
  return style;
}

export type Type = {
  family: 'serif' | 'sans';
  sizePt: number;
  leadingPt: number;
  isBold?: boolean;
  isItalic?: boolean;
  color?: string;
};

export const types = {
  title: { family: 'serif', sizePt: 23, leadingPt: 29, isBold: true },
  section: { family: 'serif', sizePt: 16, leadingPt: 21, isBold: true },
  heading: { family: 'sans', sizePt: 12, leadingPt: 16, isBold: true },
  subheading: { family: 'sans', sizePt: 10.5, leadingPt: 15, isBold: true },
  body: { family: 'serif', sizePt: 10.5, leadingPt: 15.5 },
  name: { family: 'sans', sizePt: 9.5, leadingPt: 14, isBold: true, color: colors.accent },
  time: { family: 'sans', sizePt: 8.5, leadingPt: 15.5, color: colors.quiet },
  note: { family: 'sans', sizePt: 9, leadingPt: 13, isItalic: true, color: colors.quiet },
  label: { family: 'sans', sizePt: 9.5, leadingPt: 14.5, color: colors.quiet },
  fact: { family: 'sans', sizePt: 9.5, leadingPt: 14.5 },
  cell: { family: 'sans', sizePt: 9.5, leadingPt: 13.5 },
  headCell: { family: 'sans', sizePt: 9.5, leadingPt: 13.5, isBold: true },
  code: { family: 'sans', sizePt: 9, leadingPt: 13 },
} as const satisfies Record<string, Type>;

export function typeStyle({ family, sizePt, isBold, isItalic, color }: Type): Style {
  const serif: Face = isBold
    ? isItalic
      ? 'serifBoldItalic'
      : 'serifBold'
    : isItalic
      ? 'serifItalic'
      : 'serif';
  const sans: Face = isBold ? 'sansBold' : isItalic ? 'sansItalic' : 'sans';
  return styleOf(family === 'serif' ? serif : sans, sizePt, color);
}

/** Converts rich text to spans of a type. Links become children of `node`. */
export function spansOf(inlines: readonly Inline[], type: Type, node: Node, link?: Node): Span[] {
  return inlines.flatMap((inline): Span[] => {
    const linked = link ? { link } : {};
    switch (inline.kind) {
      case 'strong':
        return spansOf(inline.inlines, { ...type, isBold: true }, node, link);
      case 'em':
        return spansOf(inline.inlines, { ...type, isItalic: true }, node, link);
      case 'strike':
        return spansOf(inline.inlines, type, node, link).map((span) => ({ ...span, isStruck: true }));
      case 'link': {
        const child: Node = { type: 'Link', parent: node, href: inline.href };
        return spansOf(inline.inlines, { ...type, color: colors.accent }, node, child);
      }
      case 'break':
        return [{ text: '\n', style: typeStyle(type) }];
      case 'code':
        return [{ text: inline.text, style: typeStyle({ ...type, family: 'sans' }), ...linked }];
      case 'source':
        return [{ text: `[${inline.n}]`, style: typeStyle({ ...type, color: colors.quiet }), ...linked }];
      case 'unsupported':
        return [{ text: '[?]', style: typeStyle({ ...type, color: colors.quiet }), ...linked }];
      default:
        return [{ text: inline.text, style: typeStyle(type), ...linked }];
    }
  });
}

/** Returns the baseline of a line within its strip, pt. */
export const baselineOf = ({ leadingPt, sizePt }: Pick<Type, 'leadingPt' | 'sizePt'>): number =>
  leadingPt / 2 + sizePt * 0.34;

type TextOptions = {
  type: Type;
  /** Space above, pt, unless the strip is the first on its page. */
  beforePt?: number;
  /** True if no page break may follow the text (keep with next). */
  isKept?: boolean;
  bookmark?: Strip['bookmark'];
  shade?: string;
};

/**
 * Creates a flow, which collects strips. `inset` indents what its function writes, and draws a bar beside it if `bar`
 * is given.
 */
export function createFlow(faces: Faces) {
  const strips: Strip[] = [];
  let xPt = measures.columnPt;
  let bars: Bar[] = [];
  let pending: { node: Node; line: Line; xPt: number }[] = [];

  /** Puts an item, such as a time or the sign of a list, before the next text, on its line. */
  const hang = (node: Node, text: string, type: Type, atPt: number): void => {
    const [line] = breakLines([{ text, style: typeStyle(type) }], Infinity, faces);
    pending.push({ node, line: line ?? [], xPt: atPt });
  };

  return {
    strips,
    hang,
    get xPt() {
      return xPt;
    },
    get widthPt() {
      return measures.rightPt - xPt;
    },

    text(node: Node, spans: readonly Span[], options: TextOptions): void {
      const { type, beforePt = 0, isKept = false, bookmark, shade } = options;
      const baselinePt = baselineOf(type);
      const first = pending.map((item): Item => ({ ...item, baselinePt }));
      pending = [];
      const background: Bar[] = shade
        ? [{ xPt: xPt - 6, widthPt: measures.rightPt - xPt + 6, color: shade }]
        : [];
      const lines = breakLines(spans, measures.rightPt - xPt, faces);
      strips.push(
        ...keepEnds(
          lines.map((line, index) => ({
            heightPt: type.leadingPt,
            beforePt: index === 0 ? beforePt : 0,
            items: [...(index === 0 ? first : []), { node, line, xPt, baselinePt }],
            bars: [...background, ...bars],
            isKept,
            ...(index === 0 && bookmark ? { bookmark } : {}),
          })),
        ),
      );
    },

    /** Adds a finished strip. Hanging items go to its first line. */
    add(strip: Strip): void {
      const baselinePt = strip.items[0]?.baselinePt ?? strip.heightPt;
      const first = pending.map((item): Item => ({ ...item, baselinePt }));
      pending = [];
      strips.push({ ...strip, items: [...first, ...strip.items], bars: [...(strip.bars ?? []), ...bars] });
    },

    inset(byPt: number, write: () => void, bar?: string): void {
      const before = { xPt, bars };
      if (bar) bars = [...bars, { xPt, widthPt: 1.5, color: bar }];
      // A column of 120 pt is left, however deep the nesting.
      xPt = Math.min(xPt + byPt, measures.rightPt - 120);
      write();
      ({ xPt, bars } = before);
    },
  };
}
export type Flow = ReturnType<typeof createFlow>;
