import type { Transcript } from '#api/contract/transcript.ts';

/** Kind of a change, such as typing. Its words, as in “undo: typing”, are under `transcript.editor.kind.<kind>`. */
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
  /** The changes are stored on this device and are being sent. */
  | { kind: 'saving' }
  /** The changes are stored on this device. They are sent automatically when the server answers again. */
  | { kind: 'offline' }
  /** The changes are stored on this device, but the server refuses them. `retry` tries again. */
  | { kind: 'failed'; error: unknown };

/**
 * A conflict of two people, or two tabs, that have changed the same place. Both texts are shown until the person has
 * chosen.
 */
export type EditConflict = {
  id: string;
  /** Id of the segment. Null if it is gone, because it was merged, deleted or replaced by a new version. */
  segment: string | null;
  /** Start of the original segment, s. */
  startS: number;
  mine: string;
  theirs: string;
};

export type EditEcho = { kind: EditKind; segment: string | null };

export type EditorState = {
  /** The server's transcript with the unsent edits. Segments that have not changed stay the same objects. */
  transcript: Transcript;
  save: SaveState;
  /** False if unsent changes cannot be stored on this device. */
  isKept: boolean;
  undoable: EditKind | null;
  redoable: EditKind | null;
  conflicts: readonly EditConflict[];
};

/**
 * A transcript while a person edits it. Every change is shown at once, is stored on the device within a third of a
 * second, and can be undone. Changes are sent in their order. Ids of segments that are gone are ignored.
 */
export type TranscriptEditor = Disposable & {
  readonly state: EditorState;
  /**
   * Writes the text of a segment. It is called on each key stroke. Typing without a pause in one segment is one step of
   * undo.
   */
  write(segment: string, text: string): void;
  /** Called when the caret leaves the segment. The next key stroke begins a new step of undo. */
  endWriting(): void;
  rename(key: string, name: string): void;
  /** Assigns segments to a speaker. If `speaker` is null, they are assigned to a new speaker. */
  assign(segments: readonly string[], speaker: string | null): void;
  merge(segments: readonly string[]): void;
  /**
   * Splits a segment before the word at this offset of the text, UTF-16 code units. Returns the id of the second half;
   * null if no word begins there.
   */
  split(segment: string, offset: number): string | null;
  /**
   * Inserts an empty segment of the same speaker after `after`, or before the first segment if `after` is null. Returns
   * its id; null if it cannot be inserted.
   */
  insert(after: string | null): string | null;
  remove(segments: readonly string[]): void;
  /** Marks a segment as correct, which removes its doubt. */
  confirm(segment: string): void;
  replaceAll(changes: readonly { segment: string; text: string }[]): void;
  /** Removes an unapplied change from the list. The removal is sent to the server when the time for undo has passed. */
  dismiss(unapplied: string): { undo(): void };
  undo(): EditEcho | null;
  redo(): EditEcho | null;
  resolve(conflict: string, choice: 'mine' | 'theirs' | 'both'): void;
  retry(): void;
};
