import type { Draft } from '#api/contract/draft.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { putDraft } from './draft.store.ts';

export type DraftDeps = { db: Db; clock: Clock };

/**
 * Returns a function that makes a text of the device the draft of a session, whole (§10.14). The status of the session stays.
 * @throws AppError in the returned function: `session.not_found`, `session.draft_closed`
 */
export const createDraftPut =
  ({ db, clock }: DraftDeps) =>
  (owner: Owner, sessionId: string, draft: Draft): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const sessions = createSessionStore(trx, clock);
      const session = orNotFound(await sessions.find(owner, sessionId));
      if (!(await putDraft(trx, session, draft, clock.now()))) throw new AppError('session.draft_closed');
      await sessions.update(session.id, {});
    });
