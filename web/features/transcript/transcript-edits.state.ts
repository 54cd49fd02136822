import { proxy, ref } from 'valtio';
import type { EditOp, EditsPatch } from '#api/contract/edits.ts';
import { limits } from '#api/contract/limits.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { rebaseOps } from './transcript-edit.rules.ts';
import type { SpeakerOp } from './transcript-edit.rules.ts';

export type EditQueueDeps = {
  /** What the page knows of the server's: a version, and the revision of its changes. Null: there is no transcript. */
  current(): { version: number; edits: number } | null;
  /** Rejects with an `ApiError`; afterwards `current` tells the answer's. */
  send(patch: EditsPatch): Promise<unknown>;
  /** The server's own state is fetched again. */
  refresh(): Promise<unknown>;
  /** `conflict`: somebody has changed the same. The change is gone from the screen. */
  onFailure(error: unknown, kind: 'conflict' | 'failed'): void;
};

export type EditQueue = Disposable & {
  /** Not with the server yet, oldest first: they lie over what it tells. */
  readonly state: { pending: readonly SpeakerOp[] };
  add(ops: readonly SpeakerOp[]): void;
  /** Shown at once, sent after `holdMs`, or when the queue goes; `undo` takes it back until then. */
  hold(ops: readonly SpeakerOp[], holdMs: number): { undo(): void };
};

type Entry = { ops: readonly SpeakerOp[]; timer: ReturnType<typeof setTimeout> | null };

/**
 * Changes of a transcript on their way to the server, one after the other. Where others were faster, ours are sent again on
 * top of theirs, unless both changed the same (contract: edits).
 */
export function createEditQueue(deps: EditQueueDeps): EditQueue {
  const state = proxy<{ pending: readonly SpeakerOp[] }>({ pending: [] });
  const entries: Entry[] = [];
  let isSending = false;
  let isDisposed = false;

  const show = () => {
    state.pending = ref(entries.flatMap(({ ops }) => ops));
  };
  const drop = (entry: Entry) => {
    const index = entries.indexOf(entry);
    if (index >= 0) entries.splice(index, 1);
    show();
  };

  /** Sends `ops`, in parts where there are many. Resolves when they are with the server, or it is of no use any more. */
  async function deliver(ops: readonly SpeakerOp[]): Promise<void> {
    const version = deps.current()?.version;
    if (version === undefined) return;
    for (let from = 0; from < ops.length; from += limits.maxEditsPerPatch) {
      await deliverPart(ops.slice(from, from + limits.maxEditsPerPatch), version);
    }
  }

  async function deliverPart(part: readonly SpeakerOp[], version: number): Promise<void> {
    let left: SpeakerOp[] | null = [...part];
    let base = deps.current()?.edits ?? 0;
    while (left.length > 0) {
      try {
        await deps.send({ base, version, ops: left });
        return;
      } catch (error) {
        const have = conflictOf(error);
        if (!have) throw error;
        left = have.version === version && have.ops ? rebaseOps(left, have.ops) : null;
        if (left === null) throw error;
        base = have.edits;
      }
    }
    // nothing was left to send: theirs did the same
    await deps.refresh();
  }

  async function run(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let entry = nextReady(); entry; entry = nextReady()) {
      try {
        await deliver(entry.ops);
      } catch (error) {
        const isConflict = isApiError(error, 'session.edits_conflict');
        await deps.refresh().catch(() => {});
        if (!isDisposed) deps.onFailure(error, isConflict ? 'conflict' : 'failed');
      }
      drop(entry);
    }
    isSending = false;
  }
  const nextReady = () => entries.find(({ timer }) => timer === null);

  const put = (ops: readonly SpeakerOp[]): Entry => {
    const entry: Entry = { ops, timer: null };
    entries.push(entry);
    show();
    return entry;
  };
  const release = (entry: Entry) => {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    void run();
  };

  return {
    state,
    add(ops) {
      if (ops.length > 0) release(put(ops));
    },
    hold(ops, holdMs) {
      const entry = put(ops);
      entry.timer = setTimeout(() => release(entry), holdMs);
      return {
        undo() {
          if (entry.timer === null) return;
          clearTimeout(entry.timer);
          drop(entry);
        },
      };
    },
    [Symbol.dispose]() {
      isDisposed = true;
      for (const entry of entries) if (entry.timer !== null) release(entry);
    },
  };
}

type Conflict = { version: number; edits: number; ops: readonly EditOp[] | null };

function conflictOf(error: unknown): Conflict | null {
  if (!isApiError(error, 'session.edits_conflict')) return null;
  const have: unknown = error.body?.have;
  return typeof have === 'object' && have !== null && 'edits' in have ? (have as Conflict) : null;
}
