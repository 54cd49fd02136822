import type { ResetLink } from '#api/contract/account.ts';
import { personActor } from '#api/db/actor.ts';
import type { DomainAdmin } from '#api/domain/domain-admin.ts';
import { namedHost } from '#api/domain/known-hosts.ts';
import { mustBeSuperuser } from '#api/domain/person.store.ts';
import type { Admin } from '#api/http/admin-of.ts';
import { isoTime } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotLocal, type AccountDeps } from './account-deps.ts';
import { dropFormerLinks, putLink } from './account-link.store.ts';
import { linkAddress } from './link-secret.rules.ts';
import { accountIdsOf, personOf } from './person-account.store.ts';

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'publicUrl' | 'local'> & { known: DomainAdmin['known'] };

/**
 * Returns a function that makes a link for a new password of a person, which a superuser hands over (§10.23).
 * @throws AppError in the returned function: auth.forbidden, request.not_found, person.not_found, auth.not_local
 */
export const createResetLinks =
  ({ db, clock, publicUrl, local, known }: Deps) =>
  (admin: Admin, host: string, id: string): Promise<ResetLink> =>
    db.transaction().execute(async (trx) => {
      // Another superuser may have locked or demoted this one since the request began.
      await mustBeSuperuser(trx, admin.userId);
      const { key } = namedHost((await known.read(trx)).hosts, admin, host).row;
      const owner = { host: key, userId: id };
      const person = await personOf(trx, owner);
      if (!person) throw new AppError('person.not_found');
      if (person.is_superuser === 1 && !admin.isPublic) throw new AppError('auth.forbidden');
      const [accountId] = await accountIdsOf(trx, orNotLocal(local).accounts.issuer, owner);
      const link = {
        kind: 'reset',
        owner,
        accountId: orNotLocal(accountId),
        email: person.email,
        actor: personActor(admin.userId),
        isMailed: false,
      } as const;
      const { secret, expiresAtMs } = await putLink(trx, link, clock.now());
      await dropFormerLinks(trx, secret);
      return { url: linkAddress(publicUrl, 'reset', secret), expires_at: isoTime(expiresAtMs) };
    });
