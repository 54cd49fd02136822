import { createMutex } from '#api/shared/mutex.ts';
import { createKeptStore } from './idb.ts';
import { tabLocks, type Lock, type Locks } from './tab-locks.ts';
import { timings } from './time.ts';

export type TabKey = { user: string; session: string; tab: string };

/** The unsent entries of all tabs on this device. Its functions reject if the browser stores nothing. */
export type TabStore<T> = Disposable & {
  get(key: TabKey): Promise<(T & TabKey) | null>;
  /** Returns the entries of one session of a person, or of all sessions if `session` is left out. */
  list(user: string, session?: string): Promise<(T & TabKey)[]>;
  write(change: { put?: T & TabKey; remove?: readonly TabKey[] }): Promise<void>;
};

const pathOf = ({ user, session, tab }: TabKey): string[] => [user, session, tab];

export function createTabStore<T>(database: string): TabStore<T> {
  const store = createKeptStore<T & TabKey>(database, ['user', 'session', 'tab']);
  return {
    async get(key) {
      return (await store.all(IDBKeyRange.only(pathOf(key))))[0] ?? null;
    },
    list(user, session) {
      const from = session === undefined ? [user] : [user, session];
      // IndexedDB orders arrays after all strings.
      return store.all(IDBKeyRange.bound(from, [...from, []]));
    },
    write: ({ put, remove = [] }) =>
      store.write({ ...(put ? { put } : {}), remove: remove.map((key) => pathOf(key)) }),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

/** Returns the names of the locks. An open tab holds its own lock and a shared lock of the session that it shows. */
export const lockNames = (kind: 'edits' | 'notes') => ({
  tab: (tab: string) => `${kind}:${tab}`,
  session: (session: string) => `${kind}-open:${session}`,
});
export type LockNames = ReturnType<typeof lockNames>;

/** Unsent changes that a closed tab has left. */
type Left<T> = {
  kept: T;
  /** Marks the entry as taken over by this tab. The next `keep` removes it from the device. */
  accept(): void;
};

/** Unsent changes of one tab, stored on this device. */
export type TabOutbox<T> = Disposable & {
  /**
   * Replaces this tab's entry and removes accepted entries. With null this tab's entry is removed, because nothing is
   * unsent. Rejects if the browser stores nothing.
   */
  keep(kept: T | null): Promise<void>;
  /**
   * Returns the entries that closed tabs left for this session. Waits while a tab is sending them in the background.
   * The first call takes all of them. A later call takes only those whose tab was found closed `timings.reloadWithinMs`
   * earlier, so that a tab that is being reloaded gets its own entry back.
   */
  takeOver(): Promise<Left<T>[]>;
};

type TabOutboxDeps<T> = {
  store: TabStore<T>;
  names: LockNames;
  locks?: Locks;
  /** Returns the ids of the person. Entries are written under the first id and read from all. */
  users(): readonly [string, ...string[]];
  session: string;
  tab: string;
};

export function createTabOutbox<T>(deps: TabOutboxDeps<T>): TabOutbox<T> {
  const { store, names, locks = tabLocks, users, session, tab } = deps;
  const [user] = users();
  const own = { user, session, tab };
  const held = createHeldLocks(locks);
  const ownLock = held.wait(names.tab(tab));
  const sessionLock = held.wait(names.session(session), { isShared: true });
  const mayTakeOver = createReloadWait();
  /** Entries of closed tabs whose content this tab has taken over. The next `keep` removes them. */
  let accepted: TabKey[] = [];
  let hasEntry = false;
  const inTurn = createMutex();
  let isEnded = false;
  let isFirstLook = true;

  async function write(kept: T | null): Promise<void> {
    const taken = [...accepted];
    if (!kept && !hasEntry && taken.length === 0) return;
    await ownLock;
    const remove = kept ? taken : [...taken, own];
    await store.write({ ...(kept ? { put: { ...kept, ...own } } : {}), remove });
    hasEntry = kept !== null;
    accepted = accepted.filter((key) => !taken.includes(key));
  }

  /**
   * Takes the entry of a closed tab; null if it cannot be taken. The entry is read again under the lock of its tab,
   * because only then no other tab can have or change it.
   */
  async function take({ user, session, tab }: TabKey, isFirst: boolean): Promise<Left<T> | null> {
    const lock = await locks.hold(names.tab(tab), { isPatient: false });
    if (!lock) return null;
    const kept = mayTakeOver(tab, isFirst) ? await store.get({ user, session, tab }) : null;
    if (!kept || isEnded) {
      lock[Symbol.dispose]();
      return null;
    }
    held.add(lock);
    return { kept, accept: () => void accepted.push({ user, session, tab }) };
  }

  async function end(): Promise<void> {
    await inTurn(async () => store[Symbol.dispose]());
    await held.release();
  }

  return {
    keep(kept) {
      return inTurn(() => write(kept));
    },
    async takeOver() {
      await sessionLock;
      if (isEnded) return [];
      const left: Left<T>[] = [];
      const isFirst = isFirstLook;
      isFirstLook = false;
      for (const user of new Set(users())) {
        for (const entry of await store.list(user, session)) {
          if (entry.tab === tab) continue;
          const taken = await take(entry, isFirst);
          if (taken) left.push(taken);
        }
      }
      return left;
    },
    [Symbol.dispose]() {
      if (isEnded) return;
      isEnded = true;
      void end();
    },
  };
}

type HeldLocks = {
  /** Waits for a lock and holds it until `release`. */
  wait(name: string, wish?: { isShared: boolean }): Promise<Lock | null>;
  /** Holds a lock until `release`. */
  add(lock: Lock): void;
  /** Ends all locks, in the order in which they were requested. */
  release(): Promise<void>;
};

function createHeldLocks(locks: Locks): HeldLocks {
  const held: Promise<Lock | null>[] = [];
  return {
    wait(name, { isShared } = { isShared: false }) {
      const lock = locks.hold(name, { isPatient: true, isShared });
      held.push(lock.catch(() => null));
      return lock;
    },
    add: (lock) => void held.push(Promise.resolve(lock)),
    async release() {
      for (const lock of held) (await lock)?.[Symbol.dispose]();
    },
  };
}

/**
 * Returns a function that says whether the entry of a closed tab may be taken. If `isFirst` is true, it may be taken at
 * once. Otherwise the tab must have been found closed at least `timings.reloadWithinMs` ago, because before that it may
 * be reloading.
 */
function createReloadWait(): (tab: string, isFirst: boolean) => boolean {
  /** The times at which tabs were first found closed, ms of `performance.now`. */
  const closedSince = new Map<string, number>();
  return (tab, isFirst) => {
    const now = performance.now();
    const since = closedSince.get(tab) ?? now;
    closedSince.set(tab, since);
    return isFirst || now - since >= timings.reloadWithinMs;
  };
}
