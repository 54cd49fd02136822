/** Baselines that an engine must beat. They select segments without any understanding. */
import type { Conversation } from './corpus.ts';
import type { Found, Place } from './score.ts';

/** Segments are taken in one of these orders until enough are chosen. */
export type Baseline = { name: 'first' | 'random' | 'longest'; orders: (of: Conversation) => string[][] };

const seeds = 200;

/** Returns random numbers in [0, 1): Mulberry32 (T. Ettinger, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled(ids: readonly string[], seed: number): string[] {
  const random = createRandom(seed);
  const left = [...ids];
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [left[last], left[other]] = [left[other]!, left[last]!];
  }
  return left;
}

const idsOf = ({ segments }: Conversation) => segments.map(({ id }) => id);

export const baselines: Baseline[] = [
  { name: 'first', orders: (of) => [idsOf(of)] },
  {
    name: 'random',
    orders: (of) => Array.from({ length: seeds }, (_, seed) => shuffled(idsOf(of), seed + 1)),
  },
  {
    name: 'longest',
    orders: ({ segments }) => [
      segments.toSorted((a, b) => b.text.length - a.text.length).map(({ id }) => id),
    ],
  },
];

const wordsOf = (text: string): number => text.split(/\s+/).length;

/** Takes segments of `order` until they have as many words as `like`, or up to one segment more. */
function asManyWords(order: readonly string[], like: readonly string[], of: Conversation): string[] {
  const words = new Map(of.segments.map(({ id, text }) => [id, wordsOf(text)]));
  let left = [...new Set(like)].reduce((sum, id) => sum + (words.get(id) ?? 0), 0);
  const taken: string[] = [];
  for (const id of order) {
    if (left <= 0) break;
    taken.push(id);
    left -= words.get(id) ?? 0;
  }
  return taken;
}

/**
 * Returns what a baseline finds if it may choose as much as the engine: as many segments, or as many words. Long
 * segments are marked more often, so equal words are the harder comparison for an engine that prefers long ones. A
 * baseline's date is the whole text of its segment.
 */
export function foundBy(
  order: readonly string[],
  like: Found,
  of: Conversation,
  equal: 'segments' | 'words',
): Found {
  const take = (segments: readonly string[]) =>
    equal === 'words' ? asManyWords(order, segments, of) : order.slice(0, new Set(segments).size);
  const places = (found: readonly Place[]) =>
    take(found.flatMap(({ segments }) => segments)).map((segment) => ({ segments: [segment] }));
  const texts = new Map(of.segments.map(({ id, text }) => [id, text]));
  return {
    key: take(like.key),
    decisions: places(like.decisions),
    tasks: places(like.tasks).map((place) => ({ ...place, who: null, due: null })),
    dates: take(like.dates.map(({ segment }) => segment)).map((segment) => ({
      segment,
      text: texts.get(segment) ?? '',
    })),
    questions: places(like.questions),
  };
}
