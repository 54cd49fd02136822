import type { Lock, Locks } from '#web/lib/tab-locks.ts';
import { createTabOutbox, type LockNames, type TabKey, type TabStore } from '#web/lib/tab-outbox.ts';

/** Creates entries and locks in memory that the tabs of one device share. All reads and writes are asynchronous. */
export function createTestDevice<T>(names: LockNames) {
  const entries = new Map<string, T & TabKey>();
  const nameOf = ({ user, session, tab }: TabKey) => [user, session, tab].join(' ');
  const held = new Map<string, { isShared: boolean }[]>();
  const waiting = new Set<() => void>();
  const device = { isFull: false };

  function grant(name: string, isShared: boolean): Lock | null {
    const owners = held.get(name) ?? [];
    if (owners.some((owner) => !owner.isShared || !isShared)) return null;
    const own = { isShared };
    held.set(name, [...owners, own]);
    return {
      [Symbol.dispose]() {
        held.set(
          name,
          (held.get(name) ?? []).filter((each) => each !== own),
        );
        for (const look of waiting) look();
      },
    };
  }

  /** Creates the locks of one tab. `die` releases them all, like the end of the tab's process. */
  function createLocks(): Locks & { die(): void } {
    const own: Lock[] = [];
    let isDead = false;
    const keep = (lock: Lock): Lock => {
      own.push(lock);
      if (isDead) lock[Symbol.dispose]();
      return lock;
    };
    return {
      hold(name, { isPatient, isShared = false }) {
        const lock = grant(name, isShared);
        if (lock || !isPatient) return Promise.resolve(lock && keep(lock));
        return new Promise((resolve) => {
          const look = () => {
            const later = isDead ? null : grant(name, isShared);
            if (!later) return;
            waiting.delete(look);
            resolve(keep(later));
          };
          waiting.add(look);
        });
      },
      die() {
        isDead = true;
        for (const lock of own) lock[Symbol.dispose]();
      },
    };
  }

  /** Creates the store of one tab. While `isDead` returns true, no call of the tab reaches the device. */
  const createStore = (isDead: () => boolean = () => false): TabStore<T> => {
    const moment = async () => {
      await Promise.resolve();
      if (isDead()) await new Promise(() => {});
      if (device.isFull) throw new Error('The device keeps nothing.');
    };
    return {
      async get(key) {
        await moment();
        return structuredClone(entries.get(nameOf(key)) ?? null);
      },
      async list(user, session) {
        await moment();
        return structuredClone(
          [...entries.values()].filter(
            (entry) => entry.user === user && (session === undefined || entry.session === session),
          ),
        );
      },
      async write({ put, remove = [] }) {
        await moment();
        for (const key of remove) entries.delete(nameOf(key));
        if (put) entries.set(nameOf(put), structuredClone(put));
      },
      [Symbol.dispose]() {},
    };
  };

  let tabs = 0;
  return Object.assign(device, {
    entries,
    createLocks,
    createStore,
    /** Opens a tab with an outbox. `kill` ends it like a crash. */
    openTab(user: string, session: string) {
      let isDead = false;
      const locks = createLocks();
      const store = createStore(() => isDead);
      const tab = `tab${++tabs}`;
      const outbox = createTabOutbox<T>({ store, names, locks, users: () => [user], session, tab });
      return {
        outbox,
        kill() {
          isDead = true;
          locks.die();
        },
      };
    },
  });
}
export type TestDevice<T> = ReturnType<typeof createTestDevice<T>>;
