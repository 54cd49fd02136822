import type { Line } from './lines.ts';
import type { Node } from './structure-node.ts';

/**
 * A line of text in a strip. `xPt` is counted from the page's left edge, `baselinePt` from the strip's top. `node` is
 * null if the text is no content, such as a repeated head of a table.
 */
export type Item = { node: Node | null; line: Line; xPt: number; baselinePt: number };

/**
 * A painted rectangle, which is never content. Lengths are in points. `yPt` and `heightPt` default to those of the
 * strip.
 */
export type Bar = { xPt: number; widthPt: number; yPt?: number; heightPt?: number; color: string };

/** A horizontal band that is never cut. Pages break between strips. */
export type Strip = {
  heightPt: number;
  /** Space above, pt. It is left out at the top of a page. */
  beforePt: number;
  items: Item[];
  bars?: Bar[];
  /** True if no page break may follow the strip (keep with next). */
  isKept: boolean;
  /** Title of the outline's entry for this strip. `level` counts from 1. */
  bookmark?: { level: number; title: string };
  /** Head of a table, repeated at the top of each further page. */
  head?: Strip[];
};

/** A strip with its position, points from the page's top. */
type Placed = { strip: Strip; yPt: number };
export type Page = Placed[];

/**
 * Divides strips into pages of `heightPt`. Strips kept with the next one move to the next page together, if one page
 * can hold them. A table repeats its head on each page.
 */
export function paginate(strips: readonly Strip[], topPt: number, heightPt: number): Page[] {
  const pages: Page[] = [];
  let page: Page = [];
  let usedPt = 0;
  const endPage = (): void => {
    pages.push(page);
    page = [];
    usedPt = 0;
  };
  const put = (strip: Strip): void => {
    const beforePt = usedPt === 0 ? 0 : strip.beforePt;
    page.push({ strip, yPt: topPt + usedPt + beforePt });
    usedPt += beforePt + strip.heightPt;
  };
  for (let at = 0; at < strips.length;) {
    const group = groupAt(strips, at, heightPt);
    const groupPt = group.reduce((sum, { beforePt, heightPt }) => sum + beforePt + heightPt, 0);
    const first = group[0]!;
    const isTooTall = groupPt - first.beforePt > heightPt;
    const taken = isTooTall ? [first] : group;
    const takenPt = isTooTall ? first.beforePt + first.heightPt : groupPt;
    if (usedPt > 0 && usedPt + takenPt > heightPt) {
      endPage();
      for (const repeated of first.head ?? []) put(asArtifact(repeated));
    }
    for (const strip of taken) put(strip);
    at += taken.length;
  }
  if (page.length > 0) endPage();
  return pages;
}

/** Returns the strip at `at` and those that must stay with it. The search stops once they exceed a page. */
function groupAt(strips: readonly Strip[], at: number, heightPt: number): Strip[] {
  let end = at;
  let usedPt = strips[at]!.heightPt;
  while (strips[end]!.isKept && end + 1 < strips.length && usedPt <= heightPt) {
    end++;
    usedPt += strips[end]!.beforePt + strips[end]!.heightPt;
  }
  return strips.slice(at, end + 1);
}

const asArtifact = (strip: Strip): Strip => ({
  ...strip,
  items: strip.items.map((item) => ({ ...item, node: null })),
});

/** Keeps the first two and the last two lines of a text together (no orphans, no widows). */
export const keepEnds = (strips: Strip[]): Strip[] =>
  strips.map((strip, index) => ({
    ...strip,
    isKept: strip.isKept || (strips.length > 1 && (index === 0 || index === strips.length - 2)),
  }));
