import { isDeepStrictEqual } from 'node:util';
import type { SessionPatch } from '#api/contract/session.ts';
import type { Acting } from '#api/db/actor.ts';
import type { Tenant } from '#api/http/tenant.ts';
import { AppError } from '#api/lib/error.ts';
import { namedOptions, type Choice } from '#api/option/choice.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import type { TranscriptEditing } from '#api/transcript/edit-transcript.ts';

export type ChangeDeps = {
  sessions: Pick<SessionStore, 'find' | 'updateOwned'>;
  edits: Pick<TranscriptEditing, 'apply'>;
  choice: Pick<Choice, 'followUps'>;
};

/**
 * Returns a function that changes fields, notes and transcript of a session: all of them, or none. Notes that were
 * changed meanwhile are not overwritten.
 * @throws AppError in the returned function: `session.not_found`, `session.notes_conflict`, `processing.option_unknown`, and
 * those of `edits.apply`
 */
export function createSessionChange({ sessions, edits, choice }: ChangeDeps) {
  /** Returns the options that follow on the transcript with these settings; nothing if they stay as they are. */
  const followUpsFor = async (tenant: Tenant, owner: Acting, id: string, settings: object) => {
    const session = orNotFound(await sessions.find(owner, id));
    const kept = JSON.parse(session.follow_ups ?? '[]') as string[];
    const before = namedOptions(JSON.parse(session.settings) as object);
    // What was decided when the session was created stays, unless somebody chooses otherwise, or takes a choice back. Sessions of
    // older versions may name options that were never offered.
    if (isDeepStrictEqual(namedOptions(settings), before)) return {};
    const labels = await choice.followUps(tenant, owner.userId, { settings, path: 'settings', kept });
    return { follow_ups: JSON.stringify(labels) };
  };

  return async (
    tenant: Tenant,
    owner: Acting,
    id: string,
    { edits: edited, ...patch }: SessionPatch,
  ): Promise<SessionRow> => {
    const followUps = patch.settings ? await followUpsFor(tenant, owner, id, patch.settings) : {};
    const fields = { ...patch, ...followUps };
    return edited
      ? edits.apply(owner, id, edited, (store) => changeFields(store, owner, id, fields))
      : changeFields(sessions, owner, id, fields);
  };
}

type Fields = Parameters<SessionStore['updateOwned']>[2];

async function changeFields(
  store: ChangeDeps['sessions'],
  owner: Acting,
  id: string,
  { notes, ...fields }: Fields,
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
