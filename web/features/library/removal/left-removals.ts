import { tabLocks, type Lock, type Locks } from '#web/lib/tab-locks.ts';

/** Start of the keys in local storage. What follows is the tab. Never changed: people have entries under it. */
const prefix = 'removal-';

type Entry = { user: string; ids: readonly string[] };

/**
 * Ids of removed sessions whose deletion has no answer yet, stored on this device. A tab that closes sends its deletions,
 * but the browser may lose requests of a closing page, and a killed tab sends none. The next visit sends what is left.
 */
export type LeftRemovals = {
  /** Replaces the ids of this tab. */
  keep(user: string, ids: readonly string[]): void;
  /** Takes the ids that closed tabs of this person have left. */
  take(users: readonly string[]): Promise<string[]>;
};

export function createLeftRemovals(
  storage: Storage,
  tab: string,
  locks: Pick<Locks, 'hold'> = tabLocks,
): LeftRemovals {
  const ownKey = prefix + tab;
  let ownLock: Promise<Lock | null> | undefined;
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter(
      (key) => key.startsWith(prefix) && key !== ownKey,
    );
  const read = (key: string): Entry | null => {
    try {
      return JSON.parse(storage.getItem(key) ?? 'null') as Entry | null;
    } catch {
      return null;
    }
  };
  return {
    keep(user, ids) {
      // Without a lock, another tab takes these ids early, and their undo fails. So the lock is requested first.
      ownLock ??= locks.hold(ownKey, { isPatient: true }).catch(() => null);
      try {
        if (ids.length > 0) storage.setItem(ownKey, JSON.stringify({ user, ids } satisfies Entry));
        else storage.removeItem(ownKey);
      } catch {
        // The device stores nothing. The deletions are sent all the same.
      }
    },
    async take(users) {
      const taken: string[] = [];
      for (const key of keys()) {
        const lock = await locks.hold(key, { isPatient: false });
        if (!lock) continue;
        const entry = read(key);
        if (entry && users.includes(entry.user)) {
          taken.push(...entry.ids);
          storage.removeItem(key);
        }
        lock[Symbol.dispose]();
      }
      return taken;
    },
  };
}
