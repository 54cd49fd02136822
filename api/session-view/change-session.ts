import type { SessionPatch } from '#api/contract/session.ts';
import type { Acting } from '#api/db/actor.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import type { TranscriptEditing } from '#api/transcript/edit-transcript.ts';

type Deps = {
  sessions: Pick<SessionStore, 'find' | 'updateOwned'>;
  edits: Pick<TranscriptEditing, 'apply'>;
};

/**
 * Returns a function that changes fields, notes and transcript of a session: all of them, or none. Notes that were
 * changed meanwhile are not overwritten.
 * @throws AppError in the returned function: `session.not_found`, `session.notes_conflict`, and those of `edits.apply`
 */
export function createSessionChange({ sessions, edits }: Deps) {
  return async (owner: Acting, id: string, { edits: edited, ...fields }: SessionPatch): Promise<SessionRow> =>
    edited
      ? edits.apply(owner, id, edited, (store) => changeFields(store, owner, id, fields))
      : changeFields(sessions, owner, id, fields);
}

async function changeFields(
  store: Deps['sessions'],
  owner: Acting,
  id: string,
  { notes, ...fields }: Omit<SessionPatch, 'edits'>,
): Promise<SessionRow> {
  const changed = await store.updateOwned(owner, id, notes ? { ...fields, notes } : fields);
  if (changed) return changed;
  const row = orNotFound(await store.find(owner, id));
  // The notes are saved already, because the answer to the same change was lost. The other fields follow.
  if (notes?.text === row.notes) return orNotFound(await store.updateOwned(owner, id, fields));
  throw new AppError('session.notes_conflict', {
    extra: { have: { text: row.notes, rev: row.notes_rev } },
  });
}
