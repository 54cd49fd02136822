/** For tests: in-memory stores for the work on this device. */
import type { Keep } from '#workers/keep/keep.client.ts';
import type { FileFacts, Kept, KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { EditsRecord, EditsStore } from './local-edits.ts';
import { createLocalWorkStore } from './local-work-store.ts';
import type { LocalWorkStore } from './local-work-store.ts';

/** A blob that cannot be read, like a blob of a deleted file. */
class GoneBlob extends Blob {
  override slice(): Blob {
    return new GoneBlob();
  }
  override arrayBuffer(): Promise<never> {
    return Promise.reject(new DOMException('gone', 'NotReadableError'));
  }
}

export type MemoryDevice = ReturnType<typeof createMemoryDevice>;

type Stored = Omit<Kept, 'draft' | 'isDraftLost'> & { draft: { chunks: number; samples: number } | null };

export function createMemoryDevice() {
  let stored: Stored | null = null;
  let holder: symbol | null = null;
  let freed: (() => void)[] = [];
  const edits = new Map<string, EditsRecord>();
  const faults = { areEditsFull: false, areEditsDead: false, isFull: false };

  function createKeep(tab: symbol): Keep {
    let refusal: KeepRefusal | null = null;
    let last: Promise<unknown> = Promise.resolve();
    const isOver = () => holder !== tab;
    /** Runs calls one after the other, as a worker does. A call whose page is closed by then never resolves. */
    const inTurn = <T>(act: () => T): Promise<T> => {
      const next = last.then(() => (isOver() ? new Promise<never>(() => {}) : act()));
      last = next;
      return next;
    };
    const save = (act: (kept: Stored) => void) =>
      inTurn(() => {
        if (refusal) return;
        if (faults.isFull) refusal = 'full';
        else if (stored) act(stored);
      });
    return {
      get refusal() {
        return refusal;
      },
      read() {
        refusal = null;
        return inTurn(() => stored && toKept(stored));
      },
      clear: () => inTurn(() => void (stored = null)),
      begin: (file, settings) =>
        inTurn(() => {
          stored = null;
          if (faults.isFull) refusal = 'full';
          else stored = { file, settings, analysis: null, draft: null, chunks: [], formerEdits: null };
        }),
      saveChunk: (index, chunk) =>
        save((kept) => {
          kept.chunks = [...kept.chunks.slice(0, index), chunk, ...kept.chunks.slice(index + 1)];
        }),
      saveAnalysis: (analysis, draft) =>
        save((kept) => {
          kept.analysis = analysis;
          kept.draft = draft && { chunks: draft.chunks.length, samples: draft.samples };
        }),
      [Symbol.dispose]: () => release(tab),
    };
  }

  function release(tab: symbol) {
    if (holder !== tab) return;
    holder = null;
    for (const tell of freed.splice(0)) tell();
  }

  const keyOf = (file: FileFacts) => JSON.stringify(file);
  const alive = () => {
    if (faults.areEditsDead) throw new DOMException('dead', 'UnknownError');
  };
  const createStore = (isOver: () => boolean): EditsStore => ({
    async read(file) {
      alive();
      return edits.get(keyOf(file)) ?? null;
    },
    write(file, record) {
      if (isOver()) return new Promise(() => {});
      if (faults.areEditsFull || faults.areEditsDead) {
        return Promise.reject(new DOMException('full', 'QuotaExceededError'));
      }
      edits.set(keyOf(file), structuredClone(record));
      return Promise.resolve();
    },
    async remove(file) {
      if (isOver()) return;
      alive();
      if (file) edits.delete(keyOf(file));
      else edits.clear();
    },
    [Symbol.dispose]() {},
  });

  return {
    faults,
    edits,
    stored: () => stored,
    put: (kept: Stored | null) => {
      stored = kept;
    },
    /** Makes the stored chunks unreadable. That is noticed only when they are used. */
    loseSound() {
      if (stored) stored.chunks = stored.chunks.map(() => new GoneBlob());
    },
    /** Opens a page of the session. `kill` ends it at once, at any point. */
    openPage(): { localWork: LocalWorkStore; kill(): void } {
      const tab = Symbol('tab');
      let isOver = false;
      const localWork = createLocalWorkStore({
        async openKeep() {
          await Promise.resolve();
          if (isOver) return new Promise(() => {});
          if (holder) return 'elsewhere';
          holder = tab;
          return createKeep(tab);
        },
        async keepIsFree(signal) {
          signal.throwIfAborted();
          if (!holder) return;
          await new Promise<void>((resolve, reject) => {
            freed.push(resolve);
            signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
          });
        },
        edits: createStore(() => isOver),
        now: () => Date.now(),
      });
      return {
        localWork,
        kill() {
          isOver = true;
          release(tab);
        },
      };
    },
  };
}

function toKept({ draft, ...kept }: Stored): Kept {
  const { settings, chunks } = kept;
  const isWhole = draft !== null && settings !== null && chunks.length >= draft.chunks;
  return {
    ...kept,
    draft: isWhole ? { settings, chunks: chunks.slice(0, draft.chunks), samples: draft.samples } : null,
    isDraftLost: draft !== null && !isWhole,
  };
}
