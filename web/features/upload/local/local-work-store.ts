import type { Mp3Draft } from '#workers/encode/encode.contract.ts';
import type { Keep } from '#workers/keep/keep.client.ts';
import { isSameFile } from '#workers/keep/keep.contract.ts';
import type { FileFacts, Kept, KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { EditsStore } from './local-edits.ts';
import { chooseEdits, noEdits } from './local-work.rules.ts';
import type { FoundEdits, LocalEdits, LocalWork } from './local-work.rules.ts';

/**
 * Stores the work on an upload, so that it survives a reload. Workers store the analysis and the mp3, the page stores
 * the edits.
 */
export type LocalWorkStore = Disposable & {
  /** The store for the analysis and the mp3; null if the browser cannot store them. */
  keep(): Promise<Keep | null>;
  /**
   * Returns why nothing can be stored; null if the work can be stored. If another tab had the session, the store is
   * opened again.
   */
  refusal(): Promise<KeepRefusal | null>;
  /** Returns the stored work of this session; null if there is none. */
  find(): Promise<LocalWork | null>;
  /** Returns the stored edits of a chosen file; `noEdits` if that file was discarded. `kept`: the result of `find`. */
  takeUp(file: FileFacts, kept: Kept | null): Promise<FoundEdits>;
  /**
   * Stores the edits. The write starts before this returns. Resolves with the reason if it failed; the former edits are
   * then still stored.
   */
  saveEdits(file: FileFacts, edits: LocalEdits): Promise<KeepRefusal | null>;
  /** Deletes the analysis and the mp3, which cannot be read any more. The edits stay. */
  dropSound(): Promise<void>;
  /** Deletes the stored work of a file and its edits. */
  discard(file: FileFacts): Promise<void>;
  /** Resolves when the other tab that holds the session releases it. Never resolves if this tab holds it. */
  whenFree(): Promise<void>;
};

type LocalWorkStoreDeps = {
  openKeep(): Promise<Keep | KeepRefusal>;
  keepIsFree(signal: AbortSignal): Promise<void>;
  edits: EditsStore;
  now(): number;
};

export function createLocalWorkStore({
  openKeep,
  keepIsFree,
  edits,
  now,
}: LocalWorkStoreDeps): LocalWorkStore {
  const controller = new AbortController();
  const access = createKeepAccess(openKeep, controller.signal);
  /** The latest deletion. Disposing waits for it before it ends the worker. */
  let deleting: Promise<unknown> = Promise.resolve();

  const discard = async (file: FileFacts) => {
    // If another tab holds the session, its stored work must stay.
    const keep = access.held();
    if (!keep) return;
    const record = { edits: null, isDiscarded: true, atMs: now() };
    const noted = edits.write(file, record).catch(() => {});
    const kept = await keep.read();
    if (kept && isSameFile(kept.file, file)) await keep.clear();
    await noted;
    await edits.remove(file).catch(() => {});
  };
  const readEdits = async (file: FileFacts, kept: Kept | null) => {
    const record = await edits.read(file).catch(() => undefined);
    const { isDiscarded, ...found } = chooseEdits(record, kept);
    return isDiscarded ? null : found;
  };

  return {
    keep: access.keep,
    refusal: access.refusal,
    async find() {
      const kept = await (await access.keep())?.read();
      if (!kept) return null;
      const found = await readEdits(kept.file, kept);
      if (found) return { ...kept, edits: found };
      await discard(kept.file);
      return null;
    },
    async takeUp(file, kept) {
      if (!(await access.keep())) return noEdits;
      const found = await readEdits(file, kept && isSameFile(kept.file, file) ? kept : null);
      if (found) return found;
      await edits.remove(file).catch(() => {});
      return noEdits;
    },
    saveEdits(file, value) {
      if (!access.held()) return Promise.resolve(null);
      return edits.write(file, { edits: value, isDiscarded: false, atMs: now() }).then(
        () => null,
        (error: unknown) => (isFull(error) ? 'full' : 'none'),
      );
    },
    dropSound() {
      const dropping = access.held()?.clear() ?? Promise.resolve();
      deleting = dropping;
      return dropping;
    },
    discard(file) {
      const discarding = discard(file);
      deleting = discarding;
      return discarding;
    },
    async whenFree() {
      const isHere = (await access.opened()) !== 'elsewhere';
      await (isHere ? new Promise<never>(() => {}) : keepIsFree(controller.signal));
    },
    [Symbol.dispose]() {
      controller.abort();
      void deleting.finally(() => {
        access.held()?.[Symbol.dispose]();
        edits[Symbol.dispose]();
      });
    },
  };
}

const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Opens the store of the analysis and the mp3 at once. If another tab had the session, `refusal` opens it again. */
function createKeepAccess(openKeep: LocalWorkStoreDeps['openKeep'], signal: AbortSignal) {
  let held: Keep | null = null;
  const open = async () => {
    const opened = await openKeep();
    if (typeof opened === 'string') return opened;
    if (signal.aborted) opened[Symbol.dispose]();
    held = opened;
    return opened;
  };
  let opening = open();
  return {
    /** The open store; null while it is being opened, and if it was refused. */
    held: () => held,
    opened: () => opening,
    async keep() {
      const opened = await opening;
      return typeof opened === 'string' ? null : opened;
    },
    async refusal() {
      const seen = opening;
      if ((await seen) === 'elsewhere' && seen === opening && !signal.aborted) opening = open();
      const opened = await opening;
      return typeof opened === 'string' ? opened : opened.refusal;
    },
  };
}

/** Reads the last byte of each mp3 chunk. Returns false if a read fails, because the browser has evicted or damaged a file. */
export async function isSoundReadable({ chunks }: Mp3Draft): Promise<boolean> {
  try {
    for (const chunk of chunks) await chunk.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
