import type { KeptNotes } from '#web/features/notes/index.ts';
import type { KeptEdits } from '#web/features/transcript/index.ts';
import type { Scope } from '#web/lib/scope.ts';
import type { TabKey, TabStore } from '#web/lib/tab-outbox.ts';
import { sendLeft, type LeftKind, type PassDeps } from './send-left.ts';
import { unsentOf, unsentState } from './unsent.state.ts';

type WatchDeps = Omit<PassDeps, 'withMarked'> & {
  notes: LeftKind<KeptNotes>;
  edits: LeftKind<KeptEdits>;
  page: { window: EventTarget; document: EventTarget & { visibilityState: DocumentVisibilityState } };
  /** Calls `listener` when the server is reachable again. Returns a function that stops this. */
  onBack(listener: () => void): () => void;
  /** Interval of looking for unsent entries, ms. */
  lookEveryMs: number;
  /** Delay before entries that could not be sent are tried again, ms. */
  againMs: number;
  now(): number;
  onFailure(error: unknown): void;
};

export type UnsentWatch = {
  /** Deletes the entries of a deleted session from the device. Returns a function that restores them. */
  discard(session: string): Promise<() => Promise<void>>;
};

/** Keeps `unsentState` current in every tab and sends entries of closed tabs, from one tab at a time. Ends with `scope`. */
export function watchUnsent(scope: Scope, deps: WatchDeps): UnsentWatch {
  const { notes, edits, users } = deps;
  let running: Promise<void> | null = null;
  let isAsked: 'no' | 'yes' | 'withMarked' = 'no';
  let notBefore = 0;

  const listAll = async <T>(store: TabStore<T>): Promise<(T & TabKey)[]> =>
    (await Promise.all([...new Set(users)].map((user) => store.list(user)))).flat();

  async function look(): Promise<boolean> {
    const [keptNotes, keptEdits] = await Promise.all([listAll(notes.store), listAll(edits.store)]);
    if (scope.signal.aborted) return false;
    const found = unsentOf({ notes: keptNotes, edits: keptEdits });
    // An unchanged state is not assigned, so that no row renders again.
    if (JSON.stringify(found) !== JSON.stringify(unsentState)) Object.assign(unsentState, found);
    return keptNotes.length + keptEdits.length > 0;
  }

  async function pass(withMarked: boolean): Promise<void> {
    if (!(await look())) return;
    using turn = await deps.locks.hold('unsent-delivery', { isPatient: false });
    if (!turn || scope.signal.aborted) return;
    const all = { ...deps, withMarked };
    const waits = [await sendLeft(notes, all), await sendLeft(edits, all)];
    if (waits.includes(true)) notBefore = deps.now() + deps.againMs;
    await look();
  }

  const fail = (error: unknown): void => {
    if (!scope.signal.aborted) deps.onFailure(error);
  };

  function run(wish: 'yes' | 'withMarked'): void {
    if (scope.signal.aborted) return;
    if (running) {
      if (isAsked !== 'withMarked') isAsked = wish;
      return;
    }
    running = pass(wish === 'withMarked')
      .catch(fail)
      .finally(() => {
        running = null;
        const next = isAsked;
        isAsked = 'no';
        if (next !== 'no') run(next);
      });
  }

  scope.listen(deps.page.window, 'online', () => run('withMarked'));
  scope.defer(deps.onBack(() => run('withMarked')));
  scope.listen(deps.page.document, 'visibilitychange', () => {
    if (deps.page.document.visibilityState === 'visible') run('yes');
  });
  scope.interval(() => {
    if (deps.page.document.visibilityState !== 'visible' || running) return;
    if (deps.now() >= notBefore) run('yes');
    else look().catch(fail);
  }, deps.lookEveryMs);
  scope.defer(() => {
    Object.assign(unsentState, { sessions: {}, stranded: [] });
    for (const { store } of [notes, edits]) store[Symbol.dispose]();
  });
  run('withMarked');

  const strandedIn = async <T extends { isGone?: boolean }>(store: TabStore<T>, session: string) =>
    (await listAll(store)).filter((entry) => entry.session === session && entry.isGone);

  return {
    async discard(session) {
      const [keptNotes, keptEdits] = await Promise.all([
        strandedIn(notes.store, session),
        strandedIn(edits.store, session),
      ]);
      await notes.store.write({ remove: keptNotes });
      await edits.store.write({ remove: keptEdits });
      await look();
      return async () => {
        for (const put of keptNotes) await notes.store.write({ put });
        for (const put of keptEdits) await edits.store.write({ put });
        await look();
      };
    },
  };
}
