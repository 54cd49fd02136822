import { personActor } from '#api/db/actor.ts';
import type { DomainAdmin } from '#api/domain/domain-admin.ts';
import { namedHost } from '#api/domain/known-hosts.ts';
import { mustBeSuperuser } from '#api/domain/person.store.ts';
import { endSignIns } from '#api/engines/identity/sign-in.store.ts';
import type { Admin } from '#api/http/admin-of.ts';
import { AppError } from '#api/lib/error.ts';
import { noteChange } from '#api/second-factor/factor-deps.ts';
import { dropAllFactors } from '#api/second-factor/second-factors.ts';
import { orNotLocal, type AccountDeps } from './account-deps.ts';
import { accountIdsOf, personOf } from './person-account.store.ts';
import type { TellFactorChange } from './second-factor-news.ts';

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'local'> & {
  known: DomainAdmin['known'];
  tell: TellFactorChange;
};

/**
 * Returns a function by which a superuser removes the second factor of a person who has lost it (§10.23). Otherwise nobody could sign
 * in to that account any more. All sign-ins of the person end. Superusers do not remove their own in this way: a stolen token would be
 * enough for it.
 * @throws AppError in the returned function: auth.forbidden, request.not_found, person.not_found, auth.not_local, auth.factor_off
 */
export const createFactorResets =
  ({ db, clock, local, known, tell }: Deps) =>
  async (admin: Admin, host: string, id: string, languages: string): Promise<void> => {
    const owner = await db.transaction().execute(async (trx) => {
      await mustBeSuperuser(trx, admin.userId);
      const { key } = namedHost((await known.read(trx)).hosts, admin, host).row;
      const owner = { host: key, userId: id };
      const person = await personOf(trx, owner);
      if (!person) throw new AppError('person.not_found');
      if (id === admin.userId || (person.is_superuser === 1 && !admin.isPublic))
        throw new AppError('auth.forbidden');
      const ids = await accountIdsOf(trx, orNotLocal(local).accounts.issuer, owner);
      if (ids.length === 0) throw new AppError('auth.not_local');
      let wasOn = false;
      for (const accountId of ids) wasOn = (await dropAllFactors(trx, accountId)) || wasOn;
      if (!wasOn) throw new AppError('auth.factor_off');
      await endSignIns(trx, ids);
      await noteChange(trx, 'reset', { owner, actor: personActor(admin.userId) }, clock.now());
      return owner;
    });
    tell(owner, 'reset', languages);
  };
