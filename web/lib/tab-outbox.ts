import { createKeptStore } from './idb.ts';
import { tabLocks, type Lock, type Locks } from './tab-locks.ts';

/** Whose it is, of which session, and which tab has kept it. */
export type TabKey = { user: string; session: string; tab: string };

/** What tabs have not brought to the server yet, on this device. Rejects where the browser keeps nothing. */
export type TabStore<T> = Disposable & {
  get(key: TabKey): Promise<(T & TabKey) | null>;
  /** Of one session, or of all. */
  list(user: string, session?: string): Promise<(T & TabKey)[]>;
  /** All of it or nothing. */
  write(change: { put?: T & TabKey; remove?: readonly TabKey[] }): Promise<void>;
};

const pathOf = ({ user, session, tab }: TabKey): string[] => [user, session, tab];

export function createTabStore<T>(database: string): TabStore<T> {
  const store = createKeptStore<T & TabKey>(database, 'entry', ['user', 'session', 'tab']);
  return {
    async get(key) {
      return (await store.all(IDBKeyRange.only(pathOf(key))))[0] ?? null;
    },
    list(user, session) {
      const from = session === undefined ? [user] : [user, session];
      // an array comes after every text
      return store.all(IDBKeyRange.bound(from, [...from, []]));
    },
    write: ({ put, remove = [] }) =>
      store.write({ ...(put ? { put } : {}), remove: remove.map((key) => pathOf(key)) }),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

/** Names of locks. A living tab has its own, and shares that of the session it has open. */
export const lockNames = (kind: 'edits' | 'notes') => ({
  tab: (tab: string) => `${kind}:${tab}`,
  session: (session: string) => `${kind}-open:${session}`,
});
export type LockNames = ReturnType<typeof lockNames>;

export type Left<T> = {
  kept: T;
  /** It is part of what this tab keeps from now on: with the next `keep` it goes from where it lay. */
  accept(): void;
};

/** What a tab has not brought to the server yet, on this device: by person, session and tab. */
export type TabOutbox<T> = Disposable & {
  /** Instead of what was kept, and of what was accepted; null: nothing is left. Rejects where the browser keeps nothing. */
  keep(kept: T | null): Promise<void>;
  /** What tabs have left that are gone. Waits while it is on its way to the server without a screen. */
  takeOver(): Promise<Left<T>[]>;
};

export type TabOutboxDeps<T> = {
  store: TabStore<T>;
  names: LockNames;
  locks?: Locks;
  /** The ids of the person: what is kept lies under the first, what lies under others is taken over. */
  users(): readonly [string, ...string[]];
  session: string;
  tab: string;
};

export function createTabOutbox<T>(deps: TabOutboxDeps<T>): TabOutbox<T> {
  const { store, names, locks = tabLocks, users, session, tab } = deps;
  const [user] = users();
  const own = { user, session, tab };
  const held: Promise<Lock | null>[] = [];
  const hold = (name: string, isShared = false) => {
    const lock = locks.hold(name, { isPatient: true, isShared });
    held.push(lock.catch(() => null));
    return lock;
  };
  const alive = hold(names.tab(tab));
  const opened = hold(names.session(session), true);
  for (const lock of [alive, opened]) lock.catch(() => {});
  let accepted: TabKey[] = [];
  let hasEntry = false;
  let writing: Promise<void> = Promise.resolve();
  let isEnded = false;

  async function write(kept: T | null): Promise<void> {
    const taken = [...accepted];
    if (!kept && !hasEntry && taken.length === 0) return;
    await alive;
    const remove = kept ? taken : [...taken, own];
    await store.write({ ...(kept ? { put: { ...kept, ...own } } : {}), remove });
    hasEntry = kept !== null;
    accepted = accepted.filter((key) => !taken.includes(key));
  }

  /** Only under its lock it is known that nobody has it any more, and what it is. */
  async function take({ user, session, tab }: TabKey): Promise<Left<T> | null> {
    const lock = await locks.hold(names.tab(tab), { isPatient: false });
    if (!lock) return null;
    const kept = await store.get({ user, session, tab });
    if (!kept || isEnded) {
      lock[Symbol.dispose]();
      return null;
    }
    held.push(Promise.resolve(lock));
    return { kept, accept: () => void accepted.push({ user, session, tab }) };
  }

  return {
    keep(kept) {
      const written = writing.then(() => write(kept));
      writing = written.catch(() => {});
      return written;
    },
    async takeOver() {
      await opened;
      if (isEnded) return [];
      const left: Left<T>[] = [];
      for (const user of new Set(users())) {
        for (const entry of await store.list(user, session)) {
          if (entry.tab === tab) continue;
          const taken = await take(entry);
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

  async function end(): Promise<void> {
    await writing;
    store[Symbol.dispose]();
    for (const lock of held) (await lock)?.[Symbol.dispose]();
  }
}
