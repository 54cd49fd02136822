import type { Transcript } from '#api/contract/transcript.ts';

/** What a change is, for words like “undo: typing”; shown under `transcript.editor.kind.<kind>`. */
export type EditKind =
  | 'text'
  | 'rename'
  | 'assign'
  | 'merge'
  | 'split'
  | 'insert'
  | 'remove'
  | 'replaceAll'
  | 'confirm';

/** Where what people changed is. */
export type SaveState =
  /** With the server, all of it. */
  | { kind: 'saved' }
  /** Kept on this device, on its way. */
  | { kind: 'saving' }
  /** Kept on this device; goes by itself once the server answers. */
  | { kind: 'offline' }
  /** The server refuses it: kept on this device, `retry` tries again. */
  | { kind: 'failed'; error: unknown };

/** Two people, or two tabs, have written at the same place: both texts are there until somebody has chosen. */
export type EditConflict = {
  id: string;
  /** Where; null where it is gone (merged, deleted, written anew). */
  segment: string | null;
  /** s, where it stood. */
  startS: number;
  mine: string;
  theirs: string;
};

/** What was just undone or done again, and the segment to show for it. */
type EditEcho = { kind: EditKind; segment: string | null };

export type EditorState = {
  /** As it is shown: the server's with what is on its way. Segments that did not change keep their identity. */
  transcript: Transcript;
  save: SaveState;
  /** False if changes that are not sent yet cannot be stored on this device. */
  isKept: boolean;
  undoable: EditKind | null;
  redoable: EditKind | null;
  conflicts: readonly EditConflict[];
};

/**
 * A transcript under the hands of a person. Every change is shown at once, kept on the device within a third of a second, sent
 * in order, and can be undone. Ids of segments that are not there any more are ignored.
 */
export type TranscriptEditor = Disposable & {
  readonly state: EditorState;
  /** Each key stroke; what is written without a pause in one segment is one step of undo. */
  write(segment: string, text: string): void;
  /** The caret leaves: the next stroke is a new step. */
  endWriting(): void;
  rename(key: string, name: string): void;
  /** null: somebody who was not there before. */
  assign(segments: readonly string[], speaker: string | null): void;
  /** Neighbours in order become one. */
  merge(segments: readonly string[]): void;
  /** Cuts before the word at this UTF-16 offset of its text; answers the id of the second half, null where there is no cut. */
  split(segment: string, offset: number): string | null;
  /** An empty turn behind a segment (null: before the first), of its speaker; answers its id. */
  insert(after: string | null): string | null;
  remove(segments: readonly string[]): void;
  /** Somebody listened and it is right as it stands: nothing in it is doubted any more. */
  confirm(segment: string): void;
  /** Many texts, one step of undo. */
  replaceAll(changes: readonly { segment: string; text: string }[]): void;
  /** Takes a change that found no place off the list; goes after the time for undo in its toast. */
  dismiss(unapplied: string): { undo(): void };
  undo(): EditEcho | null;
  redo(): EditEcho | null;
  resolve(conflict: string, choice: 'mine' | 'theirs' | 'both'): void;
  retry(): void;
};
