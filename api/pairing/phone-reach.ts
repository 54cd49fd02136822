import { limits } from '#api/contract/limits.ts';
import type { PhoneNotes, PhoneSession } from '#api/contract/pairing.ts';
import { personActor } from '#api/db/actor.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Phone } from '#api/http/app-env.ts';
import { AppError } from '#api/lib/error.ts';
import { hashOf } from '#api/lib/secret-text.ts';
import { titleOfPart } from '#api/shared/part-title.ts';
import { followingDraft } from '#api/session/session-row.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { withPhoneNotes } from './phone-notes.rules.ts';
import type { PhoneStore } from './phone.store.ts';

type Deps = { phones: PhoneStore; sessions: Pick<SessionStore, 'create' | 'createOnce'> };

export type PhoneReach = ReturnType<typeof createPhoneReach>;

/**
 * Creates the checks and changes of sessions, uploads and notes for a phone without a sign-in. The owner is the person of its pairing. Other
 * sessions and uploads of this person are reported as not found.
 */
export function createPhoneReach({ phones, sessions }: Deps) {
  /** @throws AppError `session.not_found` */
  const mustHaveSession = async (owner: Owner, { pairingId }: Phone, sessionId: string): Promise<void> => {
    if (!(await phones.hasSession(owner, pairingId, sessionId))) throw new AppError('session.not_found');
  };

  return {
    mustHaveSession,

    /**
     * Lets a phone name an upload that it has begun. An upload that was adopted passes if it was sent to a session of this phone, so that
     * the phone learns of the adoption.
     * @throws AppError `upload.not_found`
     */
    async mustHaveUpload(owner: Owner, phone: Phone, uploadId: string): Promise<void> {
      if (await phones.hasUpload(owner, phone.pairingId, uploadId)) return;
      const adoptedOf = await phones.adoptedOf(owner, uploadId);
      const isOwn = adoptedOf !== undefined && (await phones.hasSession(owner, phone.pairingId, adoptedOf));
      if (!isOwn) throw new AppError('upload.not_found');
    },

    /**
     * Makes the session into which a phone goes on recording ("… (2)"). Everything in it comes from the session of the pairing.
     * @throws AppError `pairing.not_found`, `session.key_reused`, `session.gone`, `session.day_limit`
     */
    async makeSession(owner: Owner, { pairingId }: Phone, key: string | undefined): Promise<PhoneSession> {
      const of = await phones.sessionOf(owner, pairingId);
      if (!of) throw new AppError('pairing.not_found');
      const acting = { ...owner, actor: personActor(owner.userId) };
      const draft = followingDraft(of.session, titleOfPart(of.session.title, of.made + 2));
      const info = of.session.integration_info;
      const integrationInfo = info === null ? undefined : (JSON.parse(info) as Record<string, unknown>);
      // The digest leaves the body out. So a repeated call gets the same session, even if its body has changed.
      const row =
        key === undefined
          ? await sessions.create(acting, draft, integrationInfo)
          : await sessions.createOnce(acting, draft, integrationInfo, {
              key,
              digest: hashOf(`phone ${pairingId}`),
            });
      await phones.addSession(pairingId, row.id);
      return { id: row.id, title: row.title, language: row.language };
    },

    /**
     * Writes the notes of a phone into a session, beside those that are there, which it never reads.
     * @throws AppError `session.not_found`, `request.invalid`
     */
    async putNotes(owner: Owner, { pairingId }: Phone, sessionId: string, text: string): Promise<PhoneNotes> {
      const rev = await phones.putNotes(owner, { pairingId, sessionId, text }, (there, before) => {
        const notes = withPhoneNotes(there, before, text);
        if (notes.length > limits.maxNotesLength) throw tooLong();
        return notes;
      });
      return { notes: { rev } };
    },
  };
}

const tooLong = (): AppError =>
  new AppError('request.invalid', { extra: { errors: [{ path: 'notes.text', message: 'is too long' }] } });
