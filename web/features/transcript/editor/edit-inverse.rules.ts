import type { EditOp } from '#api/contract/edits.ts';
import { splitId, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import { wordsOf } from '#api/shared/transcript-edit/realign.ts';
import type { Segment, Word } from '#api/contract/transcript.ts';

/**
 * Applies an edit and returns its inverse. That is the opposite edit if it is exact, otherwise a replacement of the
 * segments. A new speaker cannot be removed again, but a speaker without segments is not shown. A dismissal has no
 * inverse.
 * @throws EditInvalid, and leaves the overlay unchanged.
 */
export function applyInvertibly(overlay: Overlay, op: EditOp): EditOp[] {
  const back = inverseOf(overlay, op);
  overlay.apply(op);
  return back();
}

/**
 * Returns a function that gives the inverse. It must be called after the edit, because only then it is known whether
 * the opposite edit is exact.
 */
function inverseOf(overlay: Overlay, op: EditOp): () => EditOp[] {
  const former = (ids: readonly string[]): Segment[] => ids.flatMap((id) => overlay.segment(id) ?? []);
  switch (op.op) {
    case 'text': {
      const [was] = former([op.segment]);
      return () => {
        const again = was && overlay.reading(op.segment, was.text);
        if (!was || !again) return [];
        const isExact =
          again.text === was.text && again.doubt === was.doubt && isSameWords(again.words, was.words);
        return [isExact ? { ...op, text: was.text } : { op: 'replace', segments: [op.segment], by: [was] }];
      };
    }
    case 'speaker': {
      const name = overlay.name(op.key);
      return () => (name === undefined ? [] : [{ ...op, name }]);
    }
    case 'assign': {
      const [was] = former([op.segment]);
      return () => (was ? [{ ...op, speaker: was.speaker }] : []);
    }
    case 'merge': {
      const by = former(op.segments);
      return () => [{ op: 'replace', segments: [op.segments[0]!], by }];
    }
    case 'split': {
      const [was] = former([op.segment]);
      const segments = [op.segment, splitId(op.segment, op.at)];
      return () => {
        const [first, second] = former(segments);
        if (!was || !first || !second) return [];
        if (isJoined(was, first, second)) return [{ op: 'merge', segments }];
        return [{ op: 'replace', segments, by: [was] }];
      };
    }
    case 'insert':
      return () => [{ op: 'replace', segments: [op.id], by: [] }];
    case 'replace': {
      const by = former(op.segments);
      const after = overlay.before(op.segments[0]!)?.id ?? null;
      const [first] = by;
      if (op.by.length > 0) return () => [{ op: 'replace', segments: op.by.map(({ id }) => id), by }];
      if (!first) return () => [];
      const { id, speaker, start, end, text } = first;
      return () => [
        { op: 'insert', id, after, speaker, start, end, text },
        { op: 'replace', segments: [id], by },
      ];
    }
    case 'dismiss':
      return () => [];
  }
}

const isSameWords = (a: readonly Word[], b: readonly Word[]): boolean =>
  a.length === b.length &&
  a.every((word, index) => {
    const other = b[index]!;
    return (
      word === other ||
      (word.text === other.text &&
        word.start === other.start &&
        word.end === other.end &&
        word.confidence === other.confidence)
    );
  });

const isJoined = (whole: Segment, first: Segment, second: Segment): boolean =>
  [first.text, second.text].filter((text) => text !== '').join(' ') === whole.text &&
  Math.min(first.start, second.start) === whole.start &&
  Math.max(first.end, second.end) === whole.end &&
  (first.doubt ?? second.doubt) === whole.doubt &&
  isSameWords([...wordsOf(first), ...wordsOf(second)], whole.words);

/** The state of an edit's target. If two looks are equal, nobody has changed the target between them. */
export type Look = readonly (string | null)[];

export function lookAt(overlay: Overlay, op: EditOp): Look {
  if (op.op === 'speaker') return [overlay.name(op.key) ?? null];
  if (op.op === 'text') return [overlay.segment(op.segment)?.text ?? null];
  if (op.op === 'assign') return [overlay.segment(op.segment)?.speaker ?? null];
  return touchedBy(op).map((id) => {
    const segment = overlay.segment(id);
    return segment ? `${segment.speaker}\n${segment.text}` : null;
  });
}

export const isSameLook = (a: Look, b: Look): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

export function touchedBy(op: EditOp): string[] {
  switch (op.op) {
    case 'text':
    case 'assign':
      return [op.segment];
    case 'merge':
      return op.segments;
    case 'split':
      return [op.segment, splitId(op.segment, op.at)];
    case 'insert':
      return [op.id];
    case 'replace':
      return [...new Set([...op.segments, ...op.by.map(({ id }) => id)])];
    default:
      return [];
  }
}
