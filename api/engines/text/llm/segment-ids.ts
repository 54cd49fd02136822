import type { Said, Source } from '#api/engines/text/text-engine.ts';

/** Ids as they go to the model and come back. */
export type SegmentIds = {
  /** As blocks name it: short, and free of signs that could be taken for marks. */
  nameOf(id: string): string;
  /** What an answer names, however it is written; null: there is no such turn. */
  find(name: string): Said | null;
  /** Turns from one to the other, in order; the ends only where that would be many. */
  between(from: Said, to: Said): Said[];
  /** The turn that begins in this second. */
  at(second: number): Said | null;
};

const fitting = /^[sd]\d{1,6}(?:\/\d{1,9})?$/;
/** A longer stretch is no source for one sentence any more. */
const maxRange = 8;

/** Ids that a person's page has made up get names of their own, `x1`, `x2`, … */
export function createSegmentIds(segments: readonly Said[]): SegmentIds {
  const names = new Map<string, string>();
  const found = new Map<string, Said>();
  const order = new Map<string, number>();
  const starts = new Map<number, Said>();
  for (const [index, segment] of segments.entries()) {
    const name = fitting.test(segment.id) ? segment.id : `x${index + 1}`;
    names.set(segment.id, name);
    found.set(name, segment);
    order.set(segment.id, index);
    if (!starts.has(Math.floor(segment.start))) starts.set(Math.floor(segment.start), segment);
  }
  return {
    nameOf: (id) => names.get(id) ?? id,
    find: (name) => found.get(name.toLowerCase().replace(/\s/g, '')) ?? null,
    between(from, to) {
      const [first, last] = [order.get(from.id)!, order.get(to.id)!].toSorted((a, b) => a - b) as [
        number,
        number,
      ];
      return last - first < maxRange ? segments.slice(first, last + 1) : [from, to];
    },
    at: (second) => starts.get(second) ?? null,
  };
}

/** Gives numbers by first use. */
export function createNumbering(): { numberOf(segment: Said): number; sources: Source[] } {
  const numbers = new Map<string, number>();
  const sources: Source[] = [];
  return {
    sources,
    numberOf({ id, start }) {
      const known = numbers.get(id);
      if (known !== undefined) return known;
      const n = sources.length + 1;
      numbers.set(id, n);
      sources.push({ n, segment: id, at: start });
      return n;
    },
  };
}
