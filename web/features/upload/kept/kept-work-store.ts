import type { Mp3Draft } from '#workers/encode/encode.contract.ts';
import type { Keep } from '#workers/keep/keep.client.ts';
import { isSameFile } from '#workers/keep/keep.contract.ts';
import type { FileFacts, Kept, KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { EditsStore } from './kept-edits.ts';
import { chooseEdits, noEdits } from './kept-work.rules.ts';
import type { FoundEdits, KeptEdits, KeptWork } from './kept-work.rules.ts';

/** What survives a reload of an upload: workers store the analysis and the mp3, the page stores the edits. */
export type KeptWorkStore = Disposable & {
  /** The store for the analysis and the mp3; null if the browser cannot store them. */
  keep(): Promise<Keep | null>;
  /** Why nothing is kept; null if it is. Tries again to open a session that another tab had. */
  refusal(): Promise<KeepRefusal | null>;
  find(): Promise<KeptWork | null>;
  /** Returns the edits kept for a chosen file, or none if that file was discarded. `kept`: the result of `find`. */
  takeUp(file: FileFacts, kept: Kept | null): Promise<FoundEdits>;
  /** Starts the write at once. Resolves with false if it failed; the previous edits are then still stored. */
  saveEdits(file: FileFacts, edits: KeptEdits): Promise<boolean>;
  /** Deletes the unreadable analysis and mp3; keeps the edits. */
  dropSound(): Promise<void>;
  discard(file: FileFacts): Promise<void>;
  /** Resolves when another tab releases the session; never if this tab holds it. */
  whenFree(): Promise<void>;
};

export type KeptWorkStoreDeps = {
  openKeep(): Promise<Keep | KeepRefusal>;
  keepIsFree(signal: AbortSignal): Promise<void>;
  edits: EditsStore;
  now(): number;
};

export function createKeptWorkStore({ openKeep, keepIsFree, edits, now }: KeptWorkStoreDeps): KeptWorkStore {
  const controller = new AbortController();
  let held: Keep | null = null;
  const open = async () => {
    const opened = await openKeep();
    if (typeof opened === 'string') return opened;
    if (controller.signal.aborted) opened[Symbol.dispose]();
    held = opened;
    return opened;
  };
  let opening = open();

  const keep = async () => {
    const opened = await opening;
    return typeof opened === 'string' ? null : opened;
  };
  /** The latest deletion. Disposing waits for it before it ends the worker. */
  let deleting: Promise<unknown> = Promise.resolve();
  const discard = async (file: FileFacts) => {
    // If another tab holds the session, its kept work must stay.
    const mine = held;
    if (!mine) return;
    const record = { edits: null, isDiscarded: true, atMs: now() };
    const noted = edits.write(file, record).catch(() => {});
    const kept = await mine.read();
    if (kept && isSameFile(kept.file, file)) await mine.clear();
    await noted;
    await edits.remove(file).catch(() => {});
  };

  return {
    keep,
    async refusal() {
      const seen = opening;
      if ((await seen) === 'elsewhere' && seen === opening && !controller.signal.aborted) opening = open();
      const opened = await opening;
      return typeof opened === 'string' ? opened : opened.refusal;
    },
    async find() {
      const kept = await (await keep())?.read();
      if (!kept) return null;
      const record = await edits.read(kept.file).catch(() => undefined);
      const { isDiscarded, ...found } = chooseEdits(record, kept);
      if (!isDiscarded) return { ...kept, edits: found };
      await discard(kept.file);
      return null;
    },
    async takeUp(file, kept) {
      if (!(await keep())) return noEdits;
      const record = await edits.read(file).catch(() => undefined);
      const { isDiscarded, ...found } = chooseEdits(
        record,
        kept && isSameFile(kept.file, file) ? kept : null,
      );
      if (!isDiscarded) return found;
      await edits.remove(file).catch(() => {});
      return noEdits;
    },
    saveEdits(file, value) {
      if (!held) return Promise.resolve(true);
      return edits.write(file, { edits: value, isDiscarded: false, atMs: now() }).then(
        () => true,
        () => false,
      );
    },
    dropSound() {
      const dropping = held?.clear() ?? Promise.resolve();
      deleting = dropping;
      return dropping;
    },
    discard(file) {
      const discarding = discard(file);
      deleting = discarding;
      return discarding;
    },
    async whenFree() {
      const isHere = (await opening) !== 'elsewhere';
      await (isHere ? new Promise<never>(() => {}) : keepIsFree(controller.signal));
    },
    [Symbol.dispose]() {
      controller.abort();
      void deleting.finally(() => {
        held?.[Symbol.dispose]();
        edits[Symbol.dispose]();
      });
    },
  };
}

/** Reads the last byte of each mp3 chunk. False if a read fails: the browser has evicted or damaged the file. */
export async function isSoundReadable({ chunks }: Mp3Draft): Promise<boolean> {
  try {
    for (const chunk of chunks) await chunk.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
