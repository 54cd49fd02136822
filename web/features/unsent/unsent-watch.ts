import type { KeptNotes } from '#web/features/notes/index.ts';
import type { KeptEdits } from '#web/features/transcript/index.ts';
import type { Scope } from '#web/lib/scope.ts';
import { moveEntries } from '#web/lib/move-entries.ts';
import type { TabKey, TabStore } from '#web/lib/tab-outbox.ts';
import { sendLeft, type LeftKind, type PassDeps } from './send-left.ts';
import { unsentOf, unsentState } from './unsent.state.ts';

type WatchDeps = Omit<PassDeps, 'withMarked'> & {
  notes: LeftKind<KeptNotes>;
  edits: LeftKind<KeptEdits>;
  page: { window: EventTarget; document: EventTarget & { visibilityState: DocumentVisibilityState } };
  /** Calls `listener` each time the server is reachable again. Returns a function that ends this. */
  onBack(listener: () => void): () => void;
  /** Interval between two searches of this device for unsent entries, ms. */
  lookEveryMs: number;
  /** Delay before entries that could not be sent are tried again, ms. */
  againMs: number;
  now(): number;
  onFailure(error: unknown): void;
};

type UnsentWatch = {
  /** Deletes the entries of a deleted session from the device. Returns a function that restores them. */
  discard(session: string): Promise<() => Promise<void>>;
};

/**
 * Keeps `unsentState` current in every tab, and sends the entries of closed tabs, from one tab at a time. It ends when `scope` is
 * disposed of.
 */
export function watchUnsent(scope: Scope, deps: WatchDeps): UnsentWatch {
  const { notes, edits, users, page } = deps;
  /** Time before which no unsent entry is tried again, ms on the clock of `deps.now`. */
  let notBeforeMs = 0;

  async function look(): Promise<boolean> {
    const [keptNotes, keptEdits] = await Promise.all([
      listOf(notes.store, users),
      listOf(edits.store, users),
    ]);
    if (scope.signal.aborted) return false;
    const found = unsentOf({ notes: keptNotes, edits: keptEdits });
    // An equal state is not assigned, so that no row renders again.
    if (JSON.stringify(found) !== JSON.stringify(unsentState)) Object.assign(unsentState, found);
    return keptNotes.length + keptEdits.length > 0;
  }

  async function pass(withMarked: boolean): Promise<void> {
    if (!(await look())) return;
    using turn = await deps.locks.hold('unsent-delivery', { isPatient: false });
    if (!turn || scope.signal.aborted) return;
    // What cannot be moved, as on a full device, is sent from where it lies.
    await moveEntries({ ...notes, ...deps }, users).catch(onFailure);
    await moveEntries({ ...edits, ...deps }, users).catch(onFailure);
    const all = { ...deps, withMarked };
    const waits = [await sendLeft(notes, all), await sendLeft(edits, all)];
    if (waits.includes(true)) notBeforeMs = deps.now() + deps.againMs;
    await look();
  }

  const onFailure = (error: unknown): void => {
    if (!scope.signal.aborted) deps.onFailure(error);
  };
  const passes = createPasses({ pass, onFailure, signal: scope.signal });

  scope.listen(page.window, 'online', () => passes.request('all'));
  scope.defer(deps.onBack(() => passes.request('all')));
  scope.listen(page.document, 'visibilitychange', () => {
    if (page.document.visibilityState === 'visible') passes.request('unmarked');
  });
  scope.interval(() => {
    if (page.document.visibilityState !== 'visible' || passes.isRunning()) return;
    if (deps.now() >= notBeforeMs) passes.request('unmarked');
    else look().catch(onFailure);
  }, deps.lookEveryMs);
  scope.defer(() => {
    Object.assign(unsentState, { sessions: {}, stranded: [] });
    for (const { store } of [notes, edits]) store[Symbol.dispose]();
  });
  passes.request('all');

  return {
    async discard(session) {
      const restore = await removeStranded(deps, session);
      await look();
      return async () => {
        await restore();
        await look();
      };
    },
  };
}

/** Entries to send in a pass: all, or only those that do not wait for a choice of the person. */
type PassScope = 'unmarked' | 'all';

/** Runs one pass at a time. Requests made during a pass lead to one more pass after it. */
function createPasses(deps: {
  pass(withMarked: boolean): Promise<void>;
  onFailure(error: unknown): void;
  signal: AbortSignal;
}) {
  let isRunning = false;
  let requested: PassScope | null = null;
  function request(wanted: PassScope): void {
    if (deps.signal.aborted) return;
    if (isRunning) {
      if (requested !== 'all') requested = wanted;
      return;
    }
    isRunning = true;
    deps
      .pass(wanted === 'all')
      .catch(deps.onFailure)
      .finally(() => {
        isRunning = false;
        const next = requested;
        requested = null;
        if (next) request(next);
      });
  }
  return { request, isRunning: () => isRunning };
}

/** Returns the entries of all sessions that a store has under any id of the person. */
async function listOf<T>(store: TabStore<T>, users: readonly string[]): Promise<(T & TabKey)[]> {
  return (await Promise.all([...new Set(users)].map((user) => store.list(user)))).flat();
}

/** Deletes the entries of a deleted session from the device. Returns a function that restores them. */
async function removeStranded(
  { notes, edits, users }: Pick<WatchDeps, 'notes' | 'edits' | 'users'>,
  session: string,
): Promise<() => Promise<void>> {
  const isStranded = (entry: TabKey & { isGone?: boolean }) => entry.session === session && entry.isGone;
  const [allNotes, allEdits] = await Promise.all([listOf(notes.store, users), listOf(edits.store, users)]);
  const goneNotes = allNotes.filter(isStranded);
  const goneEdits = allEdits.filter(isStranded);
  await notes.store.write({ remove: goneNotes });
  await edits.store.write({ remove: goneEdits });
  return async () => {
    for (const put of goneNotes) await notes.store.write({ put });
    for (const put of goneEdits) await edits.store.write({ put });
  };
}
