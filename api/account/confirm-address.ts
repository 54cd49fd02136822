import { createAttempts, registrationRule, takeAttempt } from '#api/auth/attempts.ts';
import { readRecipient } from '#api/contract/recipient.ts';
import type { Acting } from '#api/db/actor.ts';
import { MailError } from '#api/engines/mail/mail.ts';
import { AppError } from '#api/lib/error.ts';
import { isVerified } from '#api/user/user.rules.ts';
import { letterRule, type AccountDeps } from './account-deps.ts';
import { accountLetter, letterLanguage, sendLetter } from './account-letter.rules.ts';
import { dropFormerLinks, putLink, takeLink } from './account-link.store.ts';
import type { Asker } from './forgotten-password.ts';
import { linkAddress } from './link-secret.rules.ts';
import { confirmAddress, personOf } from './person-account.store.ts';

/** Creates what proves that the address of a person is theirs (§10.5), whichever provider they sign in at. */
export function createAddressConfirmation({ db, clock, log, domains, publicUrl, sender }: AccountDeps) {
  const asked = createAttempts(clock, letterRule);
  // As with registrations: after an update all people of an organisation confirm on the same day.
  const places = createAttempts(clock, registrationRule);

  return {
    /**
     * Sends the letter with the link. A confirmed address gets none.
     * @throws AppError share.mail_missing, share.mail_failed, share.recipient_refused, auth.too_many_attempts
     */
    async ask(acting: Acting, { languages }: Pick<Asker, 'languages'>): Promise<void> {
      const person = await personOf(db, acting);
      if (!person) throw new AppError('auth.required');
      if (isVerified(person)) return;
      if (!sender) throw new AppError('share.mail_missing');
      if (readRecipient(person.email).address === null) throw new AppError('share.recipient_refused');
      takeAttempt([[asked, `${acting.host} ${acting.userId}`]]);
      const { email } = person;
      const link = { kind: 'confirm', owner: acting, accountId: null, email, actor: acting.actor } as const;
      const { secret } = await putLink(db, { ...link, isMailed: true }, clock.now());
      const { host } = await domains.tenantOfKey(acting.host);
      const to = { email, language: letterLanguage(person.config, languages) };
      const letter = accountLetter('confirm', to, { host, url: linkAddress(publicUrl, 'confirm', secret) });
      try {
        await sendLetter(sender, letter);
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        log.warn(
          { user_id: acting.userId, fault: error.fault },
          'account: an address was not asked to confirm',
        );
        throw new AppError(error.fault === 'recipient' ? 'share.recipient_refused' : 'share.mail_failed');
      }
      await dropFormerLinks(db, secret);
    },

    /** Confirms the address that a link was sent to, if it is still that of the person. @throws AppError auth.link_expired */
    async confirm(token: string, { address }: Pick<Asker, 'address'>): Promise<void> {
      takeAttempt([[places, address]]);
      const isConfirmed = await db.transaction().execute(async (trx) => {
        const link = await takeLink(trx, 'confirm', token, clock.now());
        return link && (await confirmAddress(trx, { host: link.host, userId: link.user_id }, link.email));
      });
      if (!isConfirmed) throw new AppError('auth.link_expired');
    },
  };
}
