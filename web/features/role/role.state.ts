import { proxy } from 'valtio';
import { localStore } from '#web/lib/browser-storage.ts';
import { readSkipped, withoutPerson, withPerson } from './role.rules.ts';

/** Key in local storage (§3.13). It holds the ids of the people who have skipped the choice on this device. */
const skippedKey = 'skippedRoleSelection';

type RoleState = {
  /** Id of the signed-in person; null while it is not known. */
  personId: string | null;
  /** True if the person has another role to change to, so that the user menu offers it. */
  canChange: boolean;
  /** True if the person has asked for the dialog. */
  isAsked: boolean;
  /** True if the person has dismissed the dialog, or skipped it earlier. */
  isDismissed: boolean;
};

const start: RoleState = { personId: null, canChange: false, isAsked: false, isDismissed: false };

/** What the page remembers of the choice of a role. The roles themselves are the server's (`use-roles.ts`). */
export const roleState = proxy<RoleState>({ ...start });

/** To be called when a person is signed in. */
export function beginRoles(personId: string): void {
  Object.assign(roleState, start, { personId, isDismissed: skipped().includes(personId) });
}

/** To be called when nobody is signed in any more. A skipped choice stays on the device. */
export function clearRoles(): void {
  Object.assign(roleState, start);
}

export function openRoleDialog(): void {
  roleState.isAsked = true;
}

/** Closes the dialog. It is not shown by itself again until the next visit. */
export function dismissRoleDialog(): void {
  Object.assign(roleState, { isAsked: false, isDismissed: true });
}

/** Closes the dialog, and remembers on this device that the person has skipped the choice. */
export function skipRoleSelection(personId: string): void {
  store(withPerson(skipped(), personId));
  dismissRoleDialog();
}

/** Forgets a skipped choice, because the person has chosen. */
export function endRoleSelection(personId: string): void {
  store(withoutPerson(skipped(), personId));
  Object.assign(roleState, { isAsked: false, isDismissed: false });
}

const skipped = () => readSkipped(localStore.getItem(skippedKey));

function store(ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStore.removeItem(skippedKey);
    else localStore.setItem(skippedKey, JSON.stringify(ids));
  } catch {
    // The device is full, so that the next visit does not know of the choice.
  }
}
