import type { Said, Source } from '#api/engines/text/text-engine.ts';

/** Maps ids of segments to the names that the model uses. */
export type SegmentIds = {
  /** Returns the name of a turn in the blocks: short, and without characters of citations. */
  nameOf(id: string): string;
  /** Returns the turn that a name in an answer stands for, in any notation, or null if there is none. */
  find(name: string): Said | null;
  /** Returns the turns of a range in order. Of a long range only the first and the last. */
  between(from: Said, to: Said): Said[];
  at(second: number): Said | null;
};

const fitting = /^[sd]\d{1,6}(?:\/\d{1,9})?$/;
/** Largest number of turns in a citation such as `s3-s10`. A model that cites more cites no source of one sentence. */
const maxRange = 8;

/** Names the turns. Ids of another form, which the page may have created, get the names `x1`, `x2` and so on. */
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
