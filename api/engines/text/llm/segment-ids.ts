import type { Said, Source } from '#api/engines/text/text-engine.ts';

/** Maps ids of segments to the names that the prompts and answers use. */
export type SegmentIds = {
  /** Returns the name of a turn in the blocks. It is short and has no characters that citations use. */
  nameOf(id: string): string;
  /**
   * Returns the turn that a name in an answer stands for; null if there is none. Case and spaces of the name do not
   * matter.
   */
  find(name: string): Said | null;
  /**
   * Returns the turns of a range in their order. Of a range of more than `maxRange` turns, only the first and the last
   * are returned.
   */
  between(from: Said, to: Said): Said[];
  at(second: number): Said | null;
};

const fitting = /^[sd]\d{1,6}(?:\/\d{1,9})?$/;
/** Largest number of turns in a citation such as `s3-s10`. A longer range does not tell which turn is the source. */
const maxRange = 8;

/**
 * Gives the turns their names. Ids of another form, which the page may have created, get the names `x1`, `x2` and so
 * on.
 */
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
