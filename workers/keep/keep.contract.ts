import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';

export type KeepScope = { userId: string; sessionId: string };

/** Identifies a file that is chosen again. */
export type FileFacts = { name: string; bytes: number; lastModifiedMs: number };

/** Edits that an earlier version of the page stored here; today they have their own store. */
export type FormerEdits = { value: unknown; atMs: number; isReadable: boolean };

/** Stored work that a reload restores. */
export type Kept = {
  file: FileFacts;
  /** Settings of the mp3 draft; null: no mp3 was wanted. */
  settings: Mp3Settings | null;
  /** Null if the pass was interrupted; choosing the file again continues with the stored chunks. */
  analysis: Analysis | null;
  /** Null if unfinished, not wanted, or unreadable. */
  draft: Mp3Draft | null;
  /** True if the mp3 was complete but a chunk is now missing or damaged. */
  isDraftLost: boolean;
  chunks: readonly Blob[];
  formerEdits: FormerEdits | null;
};

/** Why work cannot be kept. `elsewhere`: another tab holds the scope; `none`: no storage; `full`: storage is full. */
export type KeepRefusal = 'elsewhere' | 'none' | 'full';

export const isSameFile = (a: FileFacts, b: FileFacts): boolean =>
  a.name === b.name && a.bytes === b.bytes && a.lastModifiedMs === b.lastModifiedMs;

export const isSameSettings = (a: Mp3Settings | null, b: Mp3Settings | null): boolean =>
  a?.sampleRate === b?.sampleRate && a?.bitrate === b?.bitrate;

/** Root folder in the origin-private file system. */
export const keepRoot = 'kept-recordings';

/** Name of the Web Lock that the writing tab holds. */
export const keepLock = ({ userId, sessionId }: KeepScope): string => `${keepRoot}/${userId}/${sessionId}`;

export type KeepContract = {
  /** Returns false if another tab of this browser holds the scope. Deletes expired work. */
  open: { input: { scope: KeepScope; nowMs: number }; output: boolean };
  read: { input: undefined; output: Kept | null };
  /** Deletes the scope's former work. */
  begin: { input: { file: FileFacts; settings: Mp3Settings | null; nowMs: number }; output: undefined };
  saveChunk: { input: { index: number; chunk: Blob }; output: undefined };
  /** `draft` tells how many saved chunks form the whole draft. */
  saveAnalysis: { input: { analysis: Analysis; draft: KeptDraft | null }; output: undefined };
  clear: { input: undefined; output: undefined };
  /** Null: deletes everything that this browser keeps. */
  clearAll: { input: { userId: string | null }; output: undefined };
};

/** `bytes`: size of all chunks together; absent if an earlier version of the page stored it. */
export type KeptDraft = { chunks: number; samples: number; bytes?: number };
