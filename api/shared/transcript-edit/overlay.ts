import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { EditOp } from '#api/contract/edits.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { applyEdit, EditInvalid, type EditedState, textOver } from './apply-edit.ts';
import { isUnedited, type Origin, packOrigins, readOrigin, unpackOrigins, type Written } from './origin.ts';
import { createSegmentList, originOf } from './segment-list.ts';

export { EditInvalid, splitId } from './apply-edit.ts';
export { rootOf } from './origin.ts';

export type TranscriptSize = { segments: number; characters: number; words: number };

/** A transcript to which edits are applied. The engine's transcript stays unchanged. */
export type Overlay = {
  /** Applies an edit. @throws EditInvalid; the overlay is unchanged then */
  apply(op: EditOp): void;
  segment(id: string): Segment | undefined;
  /** Returns the segment before the one with this id; null if that is the first one or unknown. */
  before(id: string): Segment | null;
  /** Returns the segment after the one with this id; null if that is the last one or unknown. */
  after(id: string): Segment | null;
  /** Returns what the engine wrote where a segment is now; undefined if there is no such segment. */
  written(id: string): Written | undefined;
  /**
   * Returns what a segment would hold with this text, with times for its words; undefined if there is no such segment.
   */
  reading(id: string, text: string): Written | undefined;
  /** Returns the name of a speaker; undefined if there is no such speaker. */
  name(key: string): string | undefined;
  /** Returns all segments in order. One that did not change is the same object from call to call. */
  segments(): Segment[];
  transcript(): Transcript;
  size(): TranscriptSize;
};

/** Opens an overlay. The time that an edit takes grows with the segments that it changes, not with the transcript. */
export function createOverlay(machine: Transcript): Overlay {
  const state = openState(machine);
  const { segments, removed, speakers, unapplied } = state;

  const allSegments = () => Array.from(segments.inOrder(), ({ segment }) => segment);
  function* changedOrigins(): Generator<[string, Origin]> {
    for (const { segment, origin } of segments.inOrder())
      if (origin && !isUnedited(segment, origin)) yield [segment.id, origin];
    yield* removed;
  }

  return {
    apply: (op) => applyEdit(state, op),
    segment: (id) => segments.get(id)?.segment,
    before: (id) => segments.get(id)?.previous?.segment ?? null,
    after: (id) => segments.get(id)?.next?.segment ?? null,
    written(id) {
      const listed = segments.get(id);
      return listed && readOrigin(originOf(listed));
    },
    reading(id, text) {
      const listed = segments.get(id);
      return listed && textOver(originOf(listed), listed.segment, text);
    },
    name: (key) => speakers.get(key)?.name,
    segments: allSegments,
    size: () => sizeOf(state),
    transcript() {
      const packed = packOrigins(changedOrigins());
      const { version, engine, partial } = machine;
      const shown = allSegments();
      const draft = draftIn(machine, shown);
      return {
        version,
        engine,
        partial,
        speakers: Object.fromEntries(speakers),
        segments: shown,
        ...(draft ? { draft } : {}),
        unapplied: [...unapplied.values()],
        ...(packed ? { origins: packed } : {}),
      };
    },
  };
}

/** Returns the draft of a transcript after edits. The first segment of a whole draft may be another one then. */
function draftIn({ engine, draft }: Transcript, [first]: readonly Segment[]): Transcript['draft'] {
  if (!draft || !first) return undefined;
  return isDraftEngine(engine) ? { ...draft, from: first.id } : draft;
}

function openState(machine: Transcript): EditedState {
  const segments = createSegmentList();
  const origins = machine.origins ? unpackOrigins(machine.origins) : new Map<string, Origin>();
  let last: ReturnType<typeof segments.insert> | null = null;
  for (const segment of machine.segments) {
    last = segments.insert(last, segment, origins.get(segment.id) ?? null);
    origins.delete(segment.id);
  }
  return {
    segments,
    // These are the origins of segments that are not there any more.
    removed: origins,
    speakers: new Map(Object.entries(machine.speakers)),
    unapplied: new Map(machine.unapplied.map((each) => [each.id, each])),
  };
}

function sizeOf({ segments, speakers }: EditedState): TranscriptSize {
  const size = { segments: segments.count(), characters: 0, words: 0 };
  for (const [key, { name }] of speakers) size.characters += key.length + name.length;
  for (const { segment } of segments.inOrder()) {
    size.characters += segment.text.length;
    size.words += segment.words.length;
  }
  return size;
}

/**
 * Applies edits to an engine's transcript, in order.
 * @throws EditInvalid
 */
export function applyEdits(machine: Transcript, ops: readonly EditOp[]): Transcript {
  if (ops.length === 0) return machine;
  const overlay = createOverlay(machine);
  for (const op of ops) overlay.apply(op);
  return overlay.transcript();
}

type Applied = { transcript: Transcript; applied: EditOp[]; invalid: EditOp[] };

/**
 * Creates an overlay that applies edits one by one and collects those that are invalid: an unfinished version loses its
 * last segments for a moment when the engine starts again there.
 */
export function createLenientOverlay(machine: Transcript) {
  const overlay = createOverlay(machine);
  const [applied, invalid]: [EditOp[], EditOp[]] = [[], []];
  return {
    apply(op: EditOp): void {
      try {
        overlay.apply(op);
        applied.push(op);
      } catch (error) {
        if (!(error instanceof EditInvalid)) throw error;
        invalid.push(op);
      }
    },
    result: (): Applied => ({ transcript: overlay.transcript(), applied, invalid }),
  };
}

/** Applies the edits that are valid, in order. */
export function applyValid(machine: Transcript, ops: readonly EditOp[]): Applied {
  const overlay = createLenientOverlay(machine);
  for (const op of ops) overlay.apply(op);
  return overlay.result();
}
