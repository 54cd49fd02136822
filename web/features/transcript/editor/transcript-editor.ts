import type { Transcript } from '#api/contract/transcript.ts';

/** Kind of a change, as in “undo: typing”; shown under `transcript.editor.kind.<kind>`. */
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

export type SaveState =
  /** All changes are on the server. */
  | { kind: 'saved' }
  /** Stored on this device and being sent. */
  | { kind: 'saving' }
  /** Stored on this device; sent automatically once the server answers. */
  | { kind: 'offline' }
  /** Stored on this device, but the server refuses it. `retry` tries again. */
  | { kind: 'failed'; error: unknown };

/** Two people, or two tabs, have changed the same place: both texts are shown until the person has chosen. */
export type EditConflict = {
  id: string;
  /** Null if the segment is gone: merged, deleted or replaced by a new version. */
  segment: string | null;
  /** Start of the original segment, s. */
  startS: number;
  mine: string;
  theirs: string;
};

export type EditEcho = { kind: EditKind; segment: string | null };

export type EditorState = {
  /** The server's transcript with the unsent edits. Segments that did not change keep their identity. */
  transcript: Transcript;
  save: SaveState;
  /** False if unsent changes cannot be stored on this device. */
  isKept: boolean;
  undoable: EditKind | null;
  redoable: EditKind | null;
  conflicts: readonly EditConflict[];
};

/**
 * A transcript while a person edits it. Every change is shown at once, stored on the device within a third of a second, sent in
 * order, and can be undone. Ids of segments that are gone are ignored.
 */
export type TranscriptEditor = Disposable & {
  readonly state: EditorState;
  /** Called on each key stroke; typing without a pause in one segment is one step of undo. */
  write(segment: string, text: string): void;
  /** The caret leaves the segment: the next key stroke begins a new step of undo. */
  endWriting(): void;
  rename(key: string, name: string): void;
  /** Assigns segments to a speaker. If `speaker` is null, they get a new one. */
  assign(segments: readonly string[], speaker: string | null): void;
  merge(segments: readonly string[]): void;
  /**
   * Splits before the word at this offset of the text, UTF-16 units. Returns the id of the second half; null if no word begins
   * there.
   */
  split(segment: string, offset: number): string | null;
  /** Inserts an empty segment of the same speaker after `after`, or before the first if that is null. Returns its id. */
  insert(after: string | null): string | null;
  remove(segments: readonly string[]): void;
  /** Marks a segment as correct: removes its doubt. */
  confirm(segment: string): void;
  replaceAll(changes: readonly { segment: string; text: string }[]): void;
  /** Removes an unapplied change from the list. The server gets it when the time for undo has passed. */
  dismiss(unapplied: string): { undo(): void };
  undo(): EditEcho | null;
  redo(): EditEcho | null;
  resolve(conflict: string, choice: 'mine' | 'theirs' | 'both'): void;
  retry(): void;
};
