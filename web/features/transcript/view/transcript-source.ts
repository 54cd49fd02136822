import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { isEditable } from '#web/features/transcript/editor/edit.rules.ts';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import type { Doubt } from '#web/parts/transcript/doubt.rules.ts';

/** The data that the screen shows. */
export type DrawnTranscript = {
  transcript: Transcript;
  /** The doubts of this transcript, ascending. */
  doubts: readonly Doubt[];
  /** Null if the transcript cannot be edited here. */
  editor: TranscriptEditor | null;
  player: Player | null;
};

/** Gives access to the transcript of the screen. */
export type TranscriptSource = {
  /**
   * The data that was drawn last. While a person writes in a segment, its text here may be older than in `segments`.
   */
  readonly drawn: DrawnTranscript;
  draw(drawn: DrawnTranscript): void;
  /** Returns the segments with every change so far. */
  segments(): readonly Segment[];
  /** Returns the index of a segment; -1 if there is none. */
  indexOf(id: string): number;
  find(id: string): Segment | undefined;
  neighbour(id: string, step: 1 | -1): Segment | undefined;
  isEditable(id: string): boolean;
};

export function createTranscriptSource(first: DrawnTranscript): TranscriptSource {
  let drawn = first;
  const segments = (): readonly Segment[] => (drawn.editor?.state ?? drawn).transcript.segments;
  const indexOf = (id: string): number => segments().findIndex((one) => one.id === id);
  const find = (id: string): Segment | undefined => segments()[indexOf(id)];
  return {
    get drawn() {
      return drawn;
    },
    draw(next) {
      drawn = next;
    },
    segments,
    indexOf,
    find,
    neighbour: (id, step) => segments()[indexOf(id) + step],
    isEditable: (id) =>
      drawn.editor !== null && find(id) !== undefined && isEditable(drawn.editor.state.transcript, id),
  };
}
