import { log } from '#web/lib/log.ts';
import { createKeptStore } from '#web/lib/idb.ts';
import type { KeptConflict, PendingEdit } from './transcript-edit.rules.ts';

/** What a tab has not brought to the server yet. */
export type KeptEdits = {
  /** Of the transcript that they are about. */
  version: number;
  edits: readonly PendingEdit[];
  conflicts: readonly KeptConflict[];
};

/** Edits on this device, by person, session and tab: only their person sees them, also after a sign-out. */
export type EditOutbox = Disposable & {
  /** Instead of what was kept, and of what was taken over; null: nothing is left. */
  keep(kept: KeptEdits | null): Promise<void>;
  /** What tabs have left that are gone. It stays on the device until the next `keep`. */
  takeOver(): Promise<KeptEdits[]>;
};

type Entry = KeptEdits & { user: string; session: string; tab: string };

const lockOf = (tab: string): string => `edits:${tab}`;

type Lock = Disposable;

/** Resolves with a lock that is held until it is disposed of; null where another tab holds it and `isPatient` is false. */
function hold(name: string, isPatient: boolean): Promise<Lock | null> {
  // without locks no tab can tell whether another one lives: it counts as gone
  if (!('locks' in navigator)) return Promise.resolve({ [Symbol.dispose]() {} });
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: !isPatient }, (lock) => {
        if (!lock) return resolve(null);
        const { promise, resolve: release } = Promise.withResolvers<void>();
        resolve({ [Symbol.dispose]: release });
        return promise;
      })
      .catch(reject);
  });
}

export function createEditOutbox(user: string, session: string, tab: string): EditOutbox {
  const store = createKeptStore<Entry>('edits', 'entry', ['user', 'session', 'tab']);
  const own = hold(lockOf(tab), true);
  const locks: Lock[] = [];
  const taken = new Set<string>();
  let writing: Promise<void> = Promise.resolve();
  let isWarned = false;
  let hasEntry = false;

  const warn = (error: unknown): void => {
    if (!isWarned) log.warn('transcript: edits cannot be kept on this device', { error: String(error) });
    isWarned = true;
  };
  const write = async (kept: KeptEdits | null): Promise<void> => {
    if (!kept && !hasEntry && taken.size === 0) return;
    await own;
    const remove = [...taken, ...(kept ? [] : [tab])].map((other) => [user, session, other]);
    await store.write({ ...(kept ? { put: { ...kept, user, session, tab } } : {}), remove });
    hasEntry = kept !== null;
    taken.clear();
  };

  return {
    keep(kept) {
      writing = writing.then(() => write(kept)).catch(warn);
      return writing;
    },
    async takeOver() {
      try {
        const entries = await store.all(IDBKeyRange.bound([user, session], [user, session, []]));
        const left: KeptEdits[] = [];
        for (const entry of entries) {
          if (entry.tab === tab || taken.has(entry.tab)) continue;
          const lock = await hold(lockOf(entry.tab), false);
          if (!lock) continue;
          locks.push(lock);
          taken.add(entry.tab);
          left.push(entry);
        }
        return left;
      } catch (error) {
        warn(error);
        return [];
      }
    },
    [Symbol.dispose]() {
      void end();
    },
  };

  async function end(): Promise<void> {
    await writing;
    store[Symbol.dispose]();
    for (const lock of locks) lock[Symbol.dispose]();
    (await own)?.[Symbol.dispose]();
  }
}
