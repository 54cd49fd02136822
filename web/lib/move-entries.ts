import type { Locks } from './tab-locks.ts';
import type { LockNames, TabStore } from './tab-outbox.ts';

type Place<T> = { store: Pick<TabStore<T>, 'get' | 'list' | 'write'>; names: LockNames; locks: Locks };

/**
 * Moves the entries that lie under former ids of a person to the id that counts. An entry is put and removed in one
 * write, so a crash loses nothing. It is read again under the lock of its tab, so that two tabs move it once, and the
 * entry of a tab that is open stays: that tab would write it again under the former id. It is found there too, and moved
 * when its tab is closed.
 */
export async function moveEntries<T>(
  { store, names, locks }: Place<T>,
  [user, ...formerIds]: readonly string[],
): Promise<void> {
  if (user === undefined) return;
  for (const former of new Set(formerIds)) {
    if (former === user) continue;
    for (const { session, tab } of await store.list(former)) {
      using lock = await locks.hold(names.tab(tab), { isPatient: false });
      if (!lock) continue;
      const key = { user: former, session, tab };
      const kept = await store.get(key);
      if (!kept || (await store.get({ ...key, user }))) continue;
      await store.write({ put: { ...kept, user }, remove: [key] });
    }
  }
}
