import { log } from '#web/lib/log.ts';
import { createTabOutbox, createTabStore, lockNames } from '#web/lib/tab-outbox.ts';
import type { TabOutbox, TabStore } from '#web/lib/tab-outbox.ts';
import { moveFormerNotes } from './former-notes.ts';

export type KeptNotes = {
  text: string;
  /** The server's text and revision on which this text is based. */
  base: { text: string; rev: number };
  /** Texts whose request got no answer: the first three and the last one. The server may have saved one of them. */
  sent?: readonly string[];
  /** True if the notes on the server have changed meanwhile, so that the person has to choose. */
  asks?: boolean;
  isGone?: boolean;
};

/** Unsent notes on this device by person, session and tab. They survive a killed tab and a killed browser. */
export type NotesOutbox = TabOutbox<KeptNotes>;

export const notesLocks = lockNames('notes');

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
