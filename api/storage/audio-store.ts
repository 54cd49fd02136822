import type { Readable } from 'node:stream';

/** `end` is exclusive. */
export type ByteRange = { start: number; end: number };

export type StorageFolder = 'audio' | 'peaks';

/**
 * Where audio and its peaks lie. A key is `folder/uuid`, made by us and never from what a person typed. What `append`
 * answered survives a power cut. Errors: `upload.disk_full`, `request.failed`.
 */
export type AudioStore = {
  /** An empty object; one that exists already is emptied. */
  create(key: string): Promise<void>;
  /**
   * Writes at `offset` and drops whatever lay behind it, so that a half-written part of a crash is written over. Answers
   * the new size. When the source fails, what came before is kept and synced, and the failure is thrown on.
   */
  append(key: string, offset: number, source: AsyncIterable<Uint8Array>): Promise<number>;
  /** Drops everything behind `bytes` and syncs, so that a power cut does not bring it back. */
  truncate(key: string, bytes: number): Promise<void>;
  /** Bytes; null where there is no such object. */
  size(key: string): Promise<number | null>;
  /** Hex digest of the whole. */
  sha256(key: string): Promise<string>;
  /** The bytes, or a range of them. */
  read(key: string, range?: ByteRange): Readable;
  /** A path on this machine with the content, for engines that want a file; it stays the store's. */
  localPath(key: string): Promise<string>;
  /** Nothing happens where there is no such object. */
  remove(key: string): Promise<void>;
  /** Keys below a folder, with the time of the last write in ms since the epoch. */
  list(folder: StorageFolder): AsyncIterable<{ key: string; writtenAt: number }>;
};

const keyPattern = /^(audio|peaks)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Keys of ours only: nothing in a key can leave the folder. */
export const isStorageKey = (key: string): boolean => keyPattern.test(key);
