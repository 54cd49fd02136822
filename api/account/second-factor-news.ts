import { personActor } from '#api/db/actor.ts';
import type { Owner } from '#api/db/owner.ts';
import type { FactorChange } from '#api/outbox/outbox.store.ts';
import { noteChange } from '#api/second-factor/factor-deps.ts';
import { orNotLocal, type AccountDeps } from './account-deps.ts';
import { letterLanguage, sendLetter } from './account-letter.rules.ts';
import type { Background } from './background.ts';
import { personOf, personOfAccount } from './person-account.store.ts';
import { factorLetter } from './second-factor-letter.rules.ts';

export type TellFactorChange = ReturnType<typeof createSecondFactorNews>['tell'];

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'domains' | 'sender' | 'local'> & { background: Background };

/**
 * Creates the letters that tell a person what has changed of their second factor. They are sent after the answer to
 * the change. Without a mail server none is sent.
 */
export function createSecondFactorNews({ db, clock, domains, sender, local, background }: Deps) {
  const tell = (owner: Owner, change: FactorChange, languages: string): void => {
    if (!sender) return;
    background.start('account: a person was not told of a change of their second factor', async () => {
      const person = await personOf(db, owner);
      if (!person) return;
      const { host } = await domains.tenantOfKey(owner.host);
      const to = { email: person.email, language: letterLanguage(person.config, languages) };
      await sendLetter(sender, factorLetter(change, to, host));
    });
  };
  return {
    tell,

    /** Writes down that somebody has signed in with a recovery code, and tells the person. */
    onRecoveryCode: (accountId: string, languages: string): void =>
      background.start('account: the use of a recovery code was not written down', async () => {
        const { accounts } = orNotLocal(local);
        const account = await accounts.find(accountId);
        const person = account && (await personOfAccount(db, accounts.issuer, account));
        if (!person) return;
        const owner = { host: person.host, userId: person.id };
        await noteChange(db, 'recovery_used', { owner, actor: personActor(person.id) }, clock.now());
        tell(owner, 'recovery_used', languages);
      }),
  };
}
