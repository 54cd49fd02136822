import type { SessionDraft } from '#api/contract/session.ts';
import type { Tenant } from '#api/http/tenant.ts';
import type { Acting } from '#api/db/actor.ts';
import type { Choice } from '#api/option/choice.ts';
import type { Creation } from '#api/session/creation.store.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';

type Deps = {
  sessions: Pick<SessionStore, 'create' | 'createOnce' | 'isCreated'>;
  choice: Pick<Choice, 'followUps'>;
};

type Request = { session: SessionDraft; integrationInfo: Record<string, unknown> | undefined };

/**
 * Returns a function that creates a session, and decides which options follow by themselves on its transcript: by the role
 * that the person has now (§10.24).
 * @throws AppError in the returned function: `processing.option_unknown`, `domain.off`, and those of `sessions.createOnce`
 */
export function createSessionCreation({ sessions, choice }: Deps) {
  return async (
    tenant: Tenant,
    owner: Acting,
    { session, integrationInfo }: Request,
    creation: Creation | null,
  ): Promise<SessionRow> => {
    const decide = () =>
      choice.followUps(tenant, owner.userId, { settings: session.settings, path: 'session.settings' });
    if (!creation) return sessions.create(owner, { ...session, follow_ups: await decide() }, integrationInfo);
    // A repeated request gets its session, whatever has become of the person's role and the options since.
    const followUps = (await sessions.isCreated(owner, creation.key)) ? null : await decide();
    return sessions.createOnce(owner, { ...session, follow_ups: followUps }, integrationInfo, creation);
  };
}
