import type { EditOp } from '#api/contract/edits.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { createOverlay, type Overlay } from '#api/shared/transcript-edit/overlay.ts';

/** The transcript with the local edits, as it is shown. */
type LocalTranscript = {
  readonly overlay: Overlay;
  /** The transcript to show. It is a new object after every edit, in which unchanged segments stay the same objects. */
  readonly shown: Transcript;
  /** Updates `shown` after one edit of the overlay. The cost is that of the edit and of copying one list. */
  reflect(op: EditOp): void;
  /** Updates `shown` after any number of edits of the overlay. The cost grows with the whole transcript. */
  reflectAll(): void;
};

/** Removes the original texts of the engine, which the screen does not need. */
function withoutOrigins(transcript: Transcript): Transcript {
  const shown = { ...transcript };
  delete shown.origins;
  return shown;
}

export function createLocalTranscript(server: Transcript): LocalTranscript {
  const overlay = createOverlay(server);
  let shown = withoutOrigins(server);
  /** Index of each segment by its id. */
  let indexes = new Map<string, number>();

  const show = (segments: Segment[]): void => {
    shown = { ...shown, segments };
    indexes = new Map(segments.map(({ id }, index) => [id, index]));
  };
  show(server.segments);

  return {
    overlay,
    get shown() {
      return shown;
    },
    reflect(op) {
      if (op.op === 'text' || op.op === 'assign') {
        const segments = [...shown.segments];
        segments[indexes.get(op.segment)!] = overlay.segment(op.segment)!;
        shown = { ...shown, segments };
      } else if (op.op === 'speaker') {
        const speakers = new Map(Object.entries(shown.speakers)).set(op.key, { name: op.name });
        shown = { ...shown, speakers: Object.fromEntries(speakers) };
      } else if (op.op === 'dismiss') {
        shown = { ...shown, unapplied: shown.unapplied.filter(({ id }) => id !== op.unapplied) };
      } else show(overlay.segments());
    },
    reflectAll() {
      shown = withoutOrigins(overlay.transcript());
      show(shown.segments);
    },
  };
}
