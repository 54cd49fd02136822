import type { Locks } from '#web/lib/tab-locks.ts';
import type { LockNames, TabKey, TabStore } from '#web/lib/tab-outbox.ts';

/** `asks`: the person has to choose between two texts. `isGone`: the session of the entry was deleted. */
type Marks = { asks?: boolean; isGone?: boolean };

export type LeftKind<T extends Marks> = {
  store: TabStore<T>;
  names: LockNames;
  /**
   * Sends an entry. Resolves with null if the server has it now, and with undefined if it cannot be sent now. Otherwise
   * it resolves with the entry that replaces the stored one.
   */
  deliver(session: string, kept: T, keep: (kept: T) => Promise<void>): Promise<T | null | undefined>;
};

export type PassDeps = {
  users: readonly string[];
  locks: Locks;
  /**
   * True while the person of the entries is signed in. With the token of another person nothing may be sent, and a 404 does not
   * mean that the session was deleted.
   */
  isSignedIn(): boolean;
  isGone(error: unknown): boolean;
  isPassing(error: unknown): boolean;
  /** True if entries that are marked with `asks` or `isGone` are tried again too. */
  withMarked: boolean;
};

/**
 * Sends the entries that closed tabs have left on the device. That does not depend on the open screen. Entries of open
 * tabs are left out, and so are all entries of a session that is open in a tab. Returns true if an entry has to be
 * tried again later.
 */
export async function sendLeft<T extends Marks>(kind: LeftKind<T>, deps: PassDeps): Promise<boolean> {
  const { store } = kind;
  let waits = false;
  for (const user of new Set(deps.users)) {
    const entries = await store.list(user);
    for (const session of new Set(entries.map((entry) => entry.session))) {
      using gate = await deps.locks.hold(kind.names.session(session), { isPatient: false });
      if (!gate) continue;
      for (const entry of entries.filter((each) => each.session === session)) {
        if (!deps.isSignedIn()) return true;
        if (!(await deliverOne(kind, entry, deps))) waits = true;
      }
    }
  }
  return waits;
}

async function deliverOne<T extends Marks>(
  { store, names, deliver }: LeftKind<T>,
  { user, session, tab }: TabKey,
  deps: PassDeps,
): Promise<boolean> {
  const key = { user, session, tab };
  using lock = await deps.locks.hold(names.tab(tab), { isPatient: false });
  if (!lock) return true;
  const kept = await store.get(key);
  if (!kept || ((kept.asks || kept.isGone) && !deps.withMarked)) return true;
  const keep = (change: Partial<T>) => store.write({ put: { ...kept, ...change, ...key } });
  try {
    const left = await deliver(session, kept, keep);
    if (left === null) await store.write({ remove: [key] });
    else if (left) await store.write({ put: { ...left, ...key } });
    return left !== undefined;
  } catch (error) {
    if (!deps.isSignedIn() || deps.isPassing(error)) return false;
    await keep((deps.isGone(error) ? { isGone: true } : { asks: true }) as Partial<T>);
    return true;
  }
}
