import { log } from '#web/lib/log.ts';
import { createTabOutbox, createTabStore, lockNames } from '#web/lib/tab-outbox.ts';
import type { TabOutbox, TabStore } from '#web/lib/tab-outbox.ts';
import { moveFormerNotes } from './former-notes.ts';

/** Notes that the server does not have yet. */
export type KeptNotes = {
  text: string;
  /** The server's text and revision that they grew from. */
  base: { text: string; rev: number };
  /** Texts that were sent and never answered, the first few and the last: the server may have one of them. */
  sent?: readonly string[];
  /** Somebody else has written meanwhile: they wait for a person's choice. */
  asks?: boolean;
  /** Their session is gone from the server. */
  isGone?: boolean;
};

/** Notes on this device, by person, session and tab: they outlive a killed tab and a killed browser. */
export type NotesOutbox = TabOutbox<KeptNotes>;

export const notesLocks = lockNames('notes');

/** Has moved what earlier versions of the page kept, before anything is looked for. */
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
