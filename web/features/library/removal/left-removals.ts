import { dayMs, minuteMs } from '#api/contract/time.ts';
import type { Lock, Locks } from '#web/lib/tab-locks.ts';

/** Start of the keys in local storage. What follows is the tab. Never changed: people have entries under it. */
const prefix = 'removal-';
/** Age, ms, at which an entry is deleted unused: by then the person may have worked on the session elsewhere. */
const longestMs = dayMs;
/** Age, ms, at which an entry counts as left in a browser that does not tell whether its tab is open. */
const unlockedMs = 10 * minuteMs;

type Entry = { user: string; ids: readonly string[]; atMs: number };

/**
 * Ids of removed sessions whose deletion has no answer yet, stored on this device. A tab that closes sends its deletions,
 * but the browser may lose requests of a closing page, and a killed tab sends none. The next visit sends what is left.
 */
type LeftRemovals = {
  /** Replaces the ids of this tab. */
  keep(user: string, ids: readonly string[]): void;
  /** Passes on the ids that closed tabs of this person have left within a day, and forgets them. */
  take(users: readonly string[], onTaken: (ids: readonly string[]) => void): Promise<void>;
};

export type LeftRemovalsDeps = {
  /** It is read late, because a browser may refuse it. */
  storage(): Storage;
  tab(): string;
  /** Null if the browser has no Web Locks. */
  locks: Pick<Locks, 'hold'> | null;
  nowMs(): number;
};

export function createLeftRemovals({ storage, tab, locks, nowMs }: LeftRemovalsDeps): LeftRemovals {
  let own: string | undefined;
  const ownKey = () => (own ??= prefix + tab());
  let ownLock: Promise<Lock | null> | undefined;
  const drop = (key: string) => {
    try {
      storage().removeItem(key);
    } catch {
      // The device stores nothing, so nothing is left.
    }
  };
  const keys = () =>
    Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? '').filter(
      (key) => key.startsWith(prefix) && key !== own,
    );
  async function takeEntry(key: string, users: readonly string[], onTaken: (ids: readonly string[]) => void) {
    using lock = locks && (await locks.hold(key, { isPatient: false }));
    if (locks && !lock) return;
    const entry = readEntry(storage().getItem(key));
    const ageMs = entry ? nowMs() - entry.atMs : Infinity;
    if (entry && ageMs <= longestMs) {
      if (!users.includes(entry.user) || (!locks && ageMs < unlockedMs)) return;
      // The ids are stored under this tab before the entry goes.
      onTaken(entry.ids);
    }
    drop(key);
  }
  return {
    keep(user, ids) {
      if (ids.length === 0) {
        drop(ownKey());
        void ownLock?.then((lock) => lock?.[Symbol.dispose]());
        ownLock = undefined;
        return;
      }
      ownLock ??= locks?.hold(ownKey(), { isPatient: true }).catch(() => null);
      try {
        storage().setItem(ownKey(), JSON.stringify({ user, ids, atMs: nowMs() } satisfies Entry));
      } catch {
        // The device is full. An older entry may hold what was undone since.
        drop(ownKey());
      }
    },
    async take(users, onTaken) {
      for (const key of keys()) await takeEntry(key, users, onTaken);
    },
  };
}

function readEntry(text: string | null): Entry | null {
  try {
    const { user, ids, atMs } = JSON.parse(text ?? '') as Partial<Entry>;
    const isWhole = typeof user === 'string' && Array.isArray(ids) && typeof atMs === 'number';
    return isWhole ? { user, ids, atMs } : null;
  } catch {
    return null;
  }
}
