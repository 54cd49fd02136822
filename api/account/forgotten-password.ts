import { randomInt } from 'node:crypto';
import { setTimeout as passed } from 'node:timers/promises';
import type { z } from 'zod';
import { emailKey } from '#api/auth/account.store.ts';
import { addressRule, createAttempts, takeAttempt } from '#api/auth/attempts.ts';
import type { resetSchema } from '#api/contract/account.ts';
import { personActor, personOfActor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import { isActiveSuperuser } from '#api/domain/person.store.ts';
import { endSignIns } from '#api/engines/identity/sign-in.store.ts';
import { AppError } from '#api/lib/error.ts';
import { addToOutbox } from '#api/outbox/outbox.store.ts';
import { letterRule, type AccountDeps, type LocalAccounts } from './account-deps.ts';
import { accountLetter, letterLanguage, sendLetter } from './account-letter.rules.ts';
import {
  dropFormerLinks,
  dropResetLinks,
  findLink,
  putLink,
  takeLink,
  type AccountLink,
} from './account-link.store.ts';
import type { Background } from './background.ts';
import { linkAddress } from './link-secret.rules.ts';
import { confirmAddress, personOf, personOfAccount, savePassword } from './person-account.store.ts';

/** Shortest and longest delay, ms, between the request for a link and the search for the account. */
const sendsAfterMs = [300, 1_500] as const;

/** Who asks: the IP address, and the languages of the browser. */
export type Asker = { address: string; languages: string };

type Deps = Omit<AccountDeps, 'local'> & {
  local: Pick<LocalAccounts, 'accounts' | 'signIns'> | null;
  background: Background;
};

/** Creates what somebody without their password does: ask for a link, and set a new password with it (§10.5). */
export function createForgottenPassword(deps: Deps) {
  const { db, clock, domains, publicUrl, sender, local, background } = deps;
  const asked = createAttempts(clock, letterRule);
  const places = createAttempts(clock, addressRule);
  const resets = createAttempts(clock, addressRule);

  const sendLink = async (email: string, languages: string): Promise<void> => {
    const account = await local?.accounts.findByEmail(email);
    const person = account && (await personOfAccount(db, local!.accounts.issuer, account));
    if (!sender || !account || !person || person.locked === 1) return;
    const owner = { host: person.host, userId: person.id };
    const link = { kind: 'reset', owner, accountId: account.id, email: account.email } as const;
    const made = { ...link, actor: personActor(person.id), isMailed: true };
    const { secret } = await putLink(db, made, clock.now());
    const { host } = await domains.tenantOfKey(person.host);
    const to = { email: account.email, language: letterLanguage(person.config, languages) };
    await sendLetter(
      sender,
      accountLetter('reset', to, { host, url: linkAddress(publicUrl, 'reset', secret) }),
    );
    await dropFormerLinks(db, secret);
  };

  return {
    /**
     * Sends a link if the address has an account. The work begins after the answer was sent, so that the time of the answer does
     * not tell whether there is an account. Attempts are counted in both cases.
     * @throws AppError auth.too_many_attempts, share.mail_missing, request.not_found without local accounts
     */
    ask(email: string, { address, languages }: Asker): void {
      if (!local) throw new AppError('request.not_found');
      if (!sender) throw new AppError('share.mail_missing');
      takeAttempt([
        [asked, emailKey(email)],
        [places, address],
      ]);
      background.start('account: a link was not sent', async () => {
        // Storing a link delays all answers of the process. A random delay hides when that happens.
        await passed(randomInt(...sendsAfterMs));
        await sendLink(email, languages);
      });
    },

    /**
     * Sets a new password by a link, ends all sign-ins, and tells the person.
     * @throws AppError auth.link_expired, auth.password_weak, auth.too_many_attempts, auth.busy
     */
    async reset(
      { token, password }: z.output<typeof resetSchema>,
      { address, languages }: Asker,
    ): Promise<void> {
      takeAttempt([[resets, address]]);
      const expired = new AppError('auth.link_expired');
      const found = await findLink(db, 'reset', token, clock.now());
      const account = found?.account_id ? await local?.accounts.find(found.account_id) : undefined;
      if (!local || !account) throw expired;
      const hash = await local.accounts.hashNew(password, account);
      const person = await db.transaction().execute(async (trx) => {
        const nowMs = clock.now();
        const link = await takeLink(trx, 'reset', token, nowMs);
        if (!link || !(await isStillMeant(trx, link)) || !(await savePassword(trx, account, hash)))
          throw expired;
        await endSignIns(trx, [account.id]);
        const owner = { host: link.host, userId: link.user_id };
        await dropResetLinks(trx, owner);
        if (link.is_mailed === 1) await confirmAddress(trx, owner, link.email);
        const payload = { mailed: link.is_mailed === 1 };
        const event = { kind: 'person.password_reset', owner, sessionId: null, payload } as const;
        await addToOutbox(trx, event, { actor: link.actor, nowMs });
        return personOf(trx, owner);
      });
      if (sender && person)
        background.start('account: a person was not told of their new password', async () => {
          const { host } = await domains.tenantOfKey(person.host);
          const to = { email: account.email, language: letterLanguage(person.config, languages) };
          await sendLetter(sender, accountLetter('was_reset', to, { host }));
        });
    },
  };
}

/** A link that a superuser has made ends with their rights: otherwise they could still take over accounts for an hour. */
const isStillMeant = async (trx: Db, link: AccountLink): Promise<boolean> =>
  link.is_mailed === 1 || (await isActiveSuperuser(trx, personOfActor(link.actor)));
