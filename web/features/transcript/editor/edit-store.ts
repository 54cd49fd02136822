import { createTabOutbox, createTabStore, lockNames, type TabOutbox } from '#web/lib/tab-outbox.ts';
import type { StoredConflict, PendingEdit } from './edit.rules.ts';

/** Edits of a tab that the server does not have yet. */
export type KeptEdits = {
  version: number;
  edits: readonly PendingEdit[];
  conflicts: readonly StoredConflict[];
  /** True if the edits could not be sent in the background, so that the person has to look at them. */
  asks?: boolean;
  /** True if the session was deleted. */
  isGone?: boolean;
};

/** Unsent edits on this device by person, session and tab. Only their person sees them, also after a sign-out. */
export type EditOutbox = TabOutbox<KeptEdits>;

export const createEditStore = () => createTabStore<KeptEdits>('edits');
export const editLocks = lockNames('edits');

export const createEditOutbox = (
  users: () => readonly [string, ...string[]],
  session: string,
  tab: string,
): EditOutbox => createTabOutbox({ store: createEditStore(), names: editLocks, users, session, tab });
