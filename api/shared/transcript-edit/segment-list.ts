import type { Segment } from '#api/contract/transcript.ts';
import { type Origin, wholeOf } from './origin.ts';

/** A segment in a doubly linked list. `origin` is null while the segment is its `source`. */
export type ListedSegment = {
  segment: Segment;
  readonly source: Segment;
  origin: Origin | null;
  previous: ListedSegment | null;
  next: ListedSegment | null;
};

export type SegmentList = ReturnType<typeof createSegmentList>;

/** Returns the engine's words under a segment. */
export const originOf = (listed: ListedSegment): Origin => (listed.origin ??= wholeOf(listed.source));

/**
 * Creates the list of the segments of an edited transcript in order. Insertion, removal and access by id take constant
 * time.
 */
export function createSegmentList() {
  const byId = new Map<string, ListedSegment>();
  // Sentinel before the first segment.
  const head: Pick<ListedSegment, 'next'> = { next: null };

  function* inOrder(): Generator<ListedSegment> {
    for (let listed = head.next; listed; listed = listed.next) yield listed;
  }

  return {
    get: (id: string): ListedSegment | undefined => byId.get(id),
    has: (id: string): boolean => byId.has(id),
    count: (): number => byId.size,
    inOrder,

    /** Returns the segment that follows `before`; with null the first one. */
    after: (before: ListedSegment | null): ListedSegment | null => (before ?? head).next,

    /** Inserts a segment after `before`; with null as the first one. */
    insert(before: ListedSegment | null, segment: Segment, origin: Origin | null): ListedSegment {
      const next = (before ?? head).next;
      const listed: ListedSegment = { segment, source: segment, origin, previous: before, next };
      (before ?? head).next = listed;
      if (next) next.previous = listed;
      byId.set(segment.id, listed);
      return listed;
    },

    remove(listed: ListedSegment): void {
      (listed.previous ?? head).next = listed.next;
      if (listed.next) listed.next.previous = listed.previous;
      byId.delete(listed.segment.id);
    },
  };
}
