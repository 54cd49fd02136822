import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';

/** What is kept belongs to one person and one session. */
export type KeepScope = { userId: string; sessionId: string };

/** By these a file that is chosen again is known to be the same. */
export type FileFacts = { name: string; bytes: number; lastModifiedMs: number };

/** Edits that an earlier version of the page stored with the recording. Today they have a store of their own. */
export type FormerEdits = { value: unknown; atMs: number; isReadable: boolean };

/** What a reload finds again. */
export type Kept = {
  file: FileFacts;
  /** Of the mp3 that was being made; null: none was wanted. */
  settings: Mp3Settings | null;
  /** Null where the pass was interrupted: choosing the file again goes on with the chunks that are there. */
  analysis: Analysis | null;
  /** Null if it was not finished, not wanted, or can no longer be read. */
  draft: Mp3Draft | null;
  /** True if the mp3 was complete, and a chunk of it is now missing or damaged on the device. */
  isDraftLost: boolean;
  /** Finished chunks, in order. */
  chunks: readonly Blob[];
  formerEdits: FormerEdits | null;
};

/** Why nothing is kept. `elsewhere`: another tab holds the scope; `none`: there is no storage; `full`: it has no room. */
export type KeepRefusal = 'elsewhere' | 'none' | 'full';

export const isSameFile = (a: FileFacts, b: FileFacts): boolean =>
  a.name === b.name && a.bytes === b.bytes && a.lastModifiedMs === b.lastModifiedMs;

export const isSameSettings = (a: Mp3Settings | null, b: Mp3Settings | null): boolean =>
  a?.sampleRate === b?.sampleRate && a?.bitrate === b?.bitrate;

/** Folder of everything that is kept, in the origin-private file system. */
export const keepRoot = 'kept-recordings';

/** Name of the Web Lock of the tab that may write. */
export const keepLock = ({ userId, sessionId }: KeepScope): string => `${keepRoot}/${userId}/${sessionId}`;

export type KeepContract = {
  /** Returns false if another tab of this browser holds the scope. Deletes expired work. */
  open: { input: { scope: KeepScope; nowMs: number }; output: boolean };
  read: { input: undefined; output: Kept | null };
  /** Begins anew: whatever was kept in the scope goes. */
  begin: { input: { file: FileFacts; settings: Mp3Settings | null; nowMs: number }; output: undefined };
  saveChunk: { input: { index: number; chunk: Blob }; output: undefined };
  /** `draft` says how many of the saved chunks are the whole draft. */
  saveAnalysis: { input: { analysis: Analysis; draft: KeptDraft | null }; output: undefined };
  clear: { input: undefined; output: undefined };
  /** Without a person: everything that is kept in this browser. */
  clearAll: { input: { userId: string | null }; output: undefined };
};

/** `bytes`: size of all chunks together; absent if an earlier version of the page stored it. */
export type KeptDraft = { chunks: number; samples: number; bytes?: number };
