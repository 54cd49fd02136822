import type { Mp3Draft } from '#workers/encode/encode.contract.ts';
import type { Keep } from '#workers/encode/keep.client.ts';
import { isSameFile } from '#workers/encode/keep.contract.ts';
import type { FileFacts, Kept, KeepRefusal } from '#workers/encode/keep.contract.ts';
import type { EditsStore } from './kept-edits.ts';
import { chooseEdits, noEdits } from './kept-work.rules.ts';
import type { FoundEdits, KeptEdits, KeptWork } from './kept-work.rules.ts';

/** What outlives the page of one session's upload: the pass and its mp3 by the workers, what the person did to it beside them. */
export type Keeping = Disposable & {
  /** For the pass; null where nothing is kept. */
  keep(): Promise<Keep | null>;
  /** Why nothing is kept; tries again where it was another tab. */
  refusal(): Promise<KeepRefusal | null>;
  find(): Promise<KeptWork | null>;
  /** The edits of a file that is chosen; that it was once let go of does not count any more. `kept`: what was found. */
  takeUp(file: FileFacts, kept: Kept | null): Promise<FoundEdits>;
  /** Written at once. False where that failed: what was written before is still there. */
  saveEdits(file: FileFacts, edits: KeptEdits): Promise<boolean>;
  /** What cannot be read any more goes; the edits stay. */
  dropSound(): Promise<void>;
  /** What is kept of this file goes; of another file, it stays. */
  discard(file: FileFacts): Promise<void>;
  /** Resolves when another tab has let go of the session; never, where this one holds it. */
  whenFree(): Promise<void>;
};

export type KeepingDeps = {
  openKeep(): Promise<Keep | KeepRefusal>;
  keepIsFree(signal: AbortSignal): Promise<void>;
  edits: EditsStore;
  now(): number;
};

export function createKeeping({ openKeep, keepIsFree, edits, now }: KeepingDeps): Keeping {
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
  /** What was begun is ended before the workers are. */
  let deed: Promise<unknown> = Promise.resolve();
  const discard = async (file: FileFacts) => {
    // Another tab's work is not this one's to let go of.
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
      deed = dropping;
      return dropping;
    },
    discard(file) {
      const discarding = discard(file);
      deed = discarding;
      return discarding;
    },
    async whenFree() {
      const isHere = (await opening) !== 'elsewhere';
      await (isHere ? new Promise<never>(() => {}) : keepIsFree(controller.signal));
    },
    [Symbol.dispose]() {
      controller.abort();
      void deed.finally(() => {
        held?.[Symbol.dispose]();
        edits[Symbol.dispose]();
      });
    },
  };
}

/** False where a part of it is gone from the device. */
export async function isSoundReadable({ chunks }: Mp3Draft): Promise<boolean> {
  try {
    for (const chunk of chunks) await chunk.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
