import type { Locks } from '#web/lib/tab-locks.ts';
import type { LockNames, TabKey, TabStore } from '#web/lib/tab-outbox.ts';

/** Somebody must look at it; or its session is gone from the server. */
type Marks = { asks?: boolean; isGone?: boolean };

export type LeftKind<T extends Marks> = {
  store: TabStore<T>;
  names: LockNames;
  /** Null: the server has it. Undefined: not now. Otherwise what is to be kept in its place. Rejects as the calls do. */
  deliver(session: string, kept: T, keep: (kept: T) => Promise<void>): Promise<T | null | undefined>;
};

export type PassDeps = {
  users: readonly string[];
  locks: Locks;
  /** What somebody else would send is not theirs, and what they do not find is not gone. */
  isSignedIn(): boolean;
  /** The session is not on the server any more. */
  isGone(error: unknown): boolean;
  /** Nobody has said no: it may go later. */
  isPassing(error: unknown): boolean;
  /** Those too that were found to be a question, or without a session. */
  withMarked: boolean;
};

/**
 * Brings to the server what tabs have left that are gone, wherever the person is in the program. What a living tab has is its
 * own, and so is all of a session that is open in one. Answers whether something waits that may go later.
 */
export async function deliverLeft<T extends Marks>(kind: LeftKind<T>, deps: PassDeps): Promise<boolean> {
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

/** False: it waits, and may go later. */
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
