import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';

export type KeepScope = {
  userId: string;
  /** Id under which former versions of the page stored the work of this person. */
  formerId?: string;
  sessionId: string;
};

/** Facts by which a file is recognised when it is chosen again. */
export type FileFacts = { name: string; bytes: number; lastModifiedMs: number };

/** Edits that an earlier version of the page stored here; today they have their own store. */
export type FormerEdits = { value: unknown; atMs: number; isReadable: boolean };

/** What is stored of the work on a file, so that a reload can continue it. */
export type Kept = {
  file: FileFacts;
  /** Settings of the mp3 draft; null if no mp3 was wanted. */
  settings: Mp3Settings | null;
  /**
   * Result of the analysis; null if the pass was interrupted. If the file is chosen again, the pass continues with the
   * stored chunks.
   */
  analysis: Analysis | null;
  /** The whole mp3; null if it is unfinished, was not wanted, or is unreadable. */
  draft: Mp3Draft | null;
  /** True if the mp3 was complete but a chunk is now missing or damaged. */
  isDraftLost: boolean;
  chunks: readonly Blob[];
  formerEdits: FormerEdits | null;
};

/**
 * Reason why nothing can be stored. `elsewhere`: another tab has the keep of this session open. `none`: the browser offers
 * no storage. `full`: the storage is full.
 */
export type KeepRefusal = 'elsewhere' | 'none' | 'full';

export const factsOf = ({ name, size, lastModified }: File): FileFacts => ({
  name,
  bytes: size,
  lastModifiedMs: lastModified,
});

export const isSameFile = (a: FileFacts, b: FileFacts): boolean =>
  a.name === b.name && a.bytes === b.bytes && a.lastModifiedMs === b.lastModifiedMs;

export const isSameSettings = (a: Mp3Settings | null, b: Mp3Settings | null): boolean =>
  a?.sampleRate === b?.sampleRate && a?.bitrate === b?.bitrate;

/** Name of the folder in the origin-private file system that contains all keeps. */
export const keepRoot = 'kept-recordings';

/** Name of the Web Lock that a tab has while it writes into the keep of a session. */
export const keepLock = ({ userId, sessionId }: KeepScope): string => `${keepRoot}/${userId}/${sessionId}`;

/** Names of the locks of a session, in the order in which they are taken: a tab of a former version has the second. */
export const keepLocks = ({ userId, formerId, sessionId }: KeepScope): string[] =>
  [userId, formerId].filter((id) => id !== undefined).map((id) => keepLock({ userId: id, sessionId }));

export type KeepContract = {
  /** Opens the keep of a session and deletes expired work. Returns false if another tab of this browser has it open. */
  open: { input: { scope: KeepScope; nowMs: number }; output: boolean };
  read: { input: undefined; output: Kept | null };
  /** Deletes what is stored for the session, and begins the work on another file. */
  begin: { input: { file: FileFacts; settings: Mp3Settings | null; nowMs: number }; output: undefined };
  saveChunk: { input: { index: number; chunk: Blob }; output: undefined };
  /**
   * Stores the result of the analysis. `draft` states how many of the saved chunks form the whole mp3; it is null without an
   * mp3.
   */
  saveAnalysis: { input: { analysis: Analysis; draft: KeptDraft | null }; output: undefined };
  clear: { input: undefined; output: undefined };
  /** Deletes the stored work of one person, which lies under all their ids, or of all people if `userIds` is null. */
  clearAll: { input: { userIds: readonly string[] | null }; output: undefined };
};

/**
 * What is stored about a finished mp3. `bytes` is the size of all chunks together; the field is absent if an earlier version
 * of the page stored it.
 */
export type KeptDraft = { chunks: number; samples: number; bytes?: number };
