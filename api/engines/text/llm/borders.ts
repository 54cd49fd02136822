import { setImmediate as turn } from 'node:timers/promises';
import type { TextLanguage } from '#api/contract/option.ts';
import { topicBorders } from '#api/engines/text/extract/extract.ts';
import type { Said } from '#api/engines/text/text-engine.ts';

/** Length of a piece, characters. The search blocks the event loop for about 10 ms per piece. */
const pieceChars = 12_000;
/** Overlap of two pieces as a share of their length. Near the ends of a piece the borders are unreliable. */
const overlap = 0.25;

type Find = (segments: readonly Said[], language: TextLanguage) => readonly number[];

/**
 * Returns the ids of the turns that begin a topic. The search goes through overlapping pieces of the transcript, so
 * that the event loop stays responsive.
 * @throws the reason of `signal`
 */
export async function findBorders(
  segments: readonly Said[],
  language: TextLanguage,
  signal: AbortSignal,
  find: Find = topicBorders,
): Promise<ReadonlySet<string>> {
  const borders = new Set<string>();
  for (let from = 0, known = 0; known < segments.length;) {
    signal.throwIfAborted();
    let to = from;
    for (let chars = 0; to < segments.length && chars < pieceChars; to += 1)
      chars += segments[to]!.text.length;
    const edge = Math.floor((to - from) * overlap);
    const last = to === segments.length ? to : Math.max(to - edge, known + 1);
    for (const index of find(segments.slice(from, to), language)) {
      const at = from + index;
      if (at >= known && at < last) borders.add(segments[at]!.id);
    }
    // Turns near the end of this piece are in the middle of the next one.
    known = last;
    from = Math.max(from + 1, last - edge);
    await turn();
  }
  return borders;
}
