import type { EditOp } from '#api/contract/edits.ts';
import { splitId } from '#api/shared/transcript-edit/overlay.ts';
import type { Run } from './carry-runs.rules.ts';
import type { VersionWords } from './carry-words.rules.ts';

export type Pieces = ReturnType<typeof createPieces>;

/**
 * Creates the pieces of a version: its segments are split where carried edits begin and end. A piece is a segment, or a
 * part of a split one.
 */
export function createPieces({ tokens, segmentAt, isSeam }: VersionWords) {
  const cuts = new Set<number>();
  const ids = new Map<number, string>();

  const idAt = (place: number): string => ids.get(place) ?? segmentAt(place).id;
  const cut = (place: number): void => {
    if (!isSeam(place)) cuts.add(place);
  };

  return {
    /** Splits before a place, unless a segment begins there anyway. */
    cut,
    enclose({ from, to }: Run): void {
      cut(from);
      cut(to);
    },

    /** Returns the splits as edits. They come before all edits that name a piece (`idAt`). */
    splits(): EditOp[] {
      return [...cuts]
        .toSorted((a, b) => a - b)
        .map((place) => {
          const at = tokens[place]!.start;
          let piece = place - 1;
          while (!isSeam(piece) && !ids.has(piece)) piece--;
          const segment = idAt(piece);
          ids.set(place, splitId(segment, at));
          return { op: 'split', segment, at };
        });
    },

    /** Returns the id of the piece that begins at a place, after `splits`. */
    idAt,
    /** Returns the places in a run at which a piece begins. */
    startsIn({ from, to }: Run): number[] {
      const starts: number[] = [];
      for (let place = from; place < to; place++) if (isSeam(place) || cuts.has(place)) starts.push(place);
      return starts;
    },
  };
}
