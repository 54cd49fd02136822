import { proxy, ref, subscribe } from 'valtio';
import { isUnsafe } from '#web/features/recording/index.ts';
import { createScope, type Scope } from '#web/lib/scope.ts';
import { type Locks, tabLocks } from '#web/lib/tab-locks.ts';
import type { PhonePairing } from './phone-pairing.state.ts';

export type HeldPairing = {
  /** Null before this page has the lock of the pairing. */
  phone: PhonePairing | null;
  /** True while another tab has the lock. Two tabs would take each other's commands. */
  isElsewhere: boolean;
};

/**
 * The pairing of this page. It does not depend on the screen: while the recording runs, the desktop goes on seeing it, also when
 * the phone shows the library.
 */
let current: { pairingId: string; held: HeldPairing; scope: Scope; stopWaiting(): void } | null = null;

/** Returns the pairing of the page with this id, or makes it the one of the page as soon as no other tab has it. */
export function holdPhonePairing(
  pairingId: string,
  open: () => PhonePairing,
  locks: Locks = tabLocks,
): HeldPairing {
  current?.stopWaiting();
  if (current?.pairingId === pairingId) return current.held;
  endPhonePairing();
  const held = proxy<HeldPairing>({ phone: null, isElsewhere: false });
  const scope = createScope();
  current = { pairingId, held, scope, stopWaiting() {} };
  void openAlone({ pairingId, open, locks, held, scope });
  return held;
}

type Opening = { pairingId: string; open: () => PhonePairing; locks: Locks; held: HeldPairing; scope: Scope };

async function openAlone({ pairingId, open, locks, held, scope }: Opening): Promise<void> {
  const name = `pairing-${pairingId}`;
  let lock = await locks.hold(name, { isPatient: false }).catch(unlocked);
  if (!lock && !scope.signal.aborted) {
    held.isElsewhere = true;
    lock = await locks.hold(name, { isPatient: true }).catch(unlocked);
  }
  // A page that has left the pairing meanwhile releases the lock at once.
  if (lock) scope.use(lock);
  if (scope.signal.aborted) return;
  held.isElsewhere = false;
  held.phone = ref(scope.use(open()));
}

/** A browser that refuses locks does not keep the phone from its pairing. */
const unlocked = (): Disposable => ({ [Symbol.dispose]() {} });

/** Called when the screen of the pairing is left. It ends with the recording that is under way. */
export function leavePhonePairing(): void {
  const recording = current?.held.phone?.recording();
  if (!current || !recording || !isUnsafe(recording.state.stage)) return endPhonePairing();
  current.stopWaiting = subscribe(recording.state, () => {
    if (!isUnsafe(recording.state.stage)) endPhonePairing();
  });
}

/** Ends the pairing of the page, also while it records, as the end of the page does. */
export function endPhonePairing(): void {
  const ended = current;
  current = null;
  ended?.stopWaiting();
  ended?.scope[Symbol.dispose]();
}
