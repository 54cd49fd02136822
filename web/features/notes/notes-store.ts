import { log } from '#web/lib/log.ts';
import { createTabOutbox, createTabStore, lockNames } from '#web/lib/tab-outbox.ts';
import type { TabOutbox, TabStore } from '#web/lib/tab-outbox.ts';
import { moveFormerNotes } from './former-notes.ts';

/** Notes that the server does not have yet. */
export type KeptNotes = {
  text: string;
  /** The server's text and revision that they grew from. */
  base: { text: string; rev: number };
  /** Texts that were sent without an answer, the first three and the last: the server may have one of them. */
  sent?: readonly string[];
  /** True if somebody else has changed the notes meanwhile, so that a person has to choose. */
  asks?: boolean;
  /** True if their session was deleted. */
  isGone?: boolean;
};

/** Notes on this device, by person, session and tab. They survive a killed tab and a killed browser. */
export type NotesOutbox = TabOutbox<KeptNotes>;

export const notesLocks = lockNames('notes');

/** A store whose `list` waits until the notes of earlier versions of the page are moved into it. */
export function createNotesStore(database = 'unsent-notes', former = 'wortlaut-notes'): TabStore<KeptNotes> {
  const store = createTabStore<KeptNotes>(database);
  const moved = moveFormerNotes(former, (entry) => store.write({ put: entry })).catch((error: unknown) => {
    log.warn('notes.former_not_read', { error: String(error) });
  });
  return {
    ...store,
    async list(user, session) {
      await moved;
      return store.list(user, session);
    },
  };
}

export const createNotesOutbox = (
  users: () => readonly [string, ...string[]],
  session: string,
  tab: string,
): NotesOutbox => createTabOutbox({ store: createNotesStore(), names: notesLocks, users, session, tab });
