import { personActor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { MailSender } from '#api/engines/mail/mail.ts';
import type { Admin } from '#api/http/admin-of.ts';
import type { Tenant } from '#api/http/tenant.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import { joinPerson, type Joined } from '#api/user/join-person.store.ts';
import { joinLetter } from './join-letter.rules.ts';
import { mustBeSuperuser } from './person.store.ts';

export type JoinPeopleDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Null if outgoing mail is not set up. */
  sender: MailSender | null;
};

/**
 * Returns a function that joins the sign-in of `personId` to the person `id`, and tells both by mail. `told` is false if a letter
 * was not accepted, or if there is no mail.
 * @throws AppError in the returned function: `person.not_found`, `person.has_content`, `auth.forbidden`
 */
export function createPeopleJoin({ db, clock, log, sender }: JoinPeopleDeps) {
  const tell = async (host: string, { person, other }: Joined): Promise<boolean> => {
    if (!sender) return false;
    let isTold = true;
    const letters = new Map([person, other].map((to) => [to.email.toLowerCase(), joinLetter(host, to)]));
    for (const letter of letters.values())
      try {
        isTold = (await sender.send(letter)).failed.length === 0 && isTold;
      } catch (err) {
        // The people are joined already, so the answer says that they must be told in another way.
        log.warn({ err }, 'domain: a joined person could not be told');
        isTold = false;
      }
    return isTold;
  };

  return async (
    { key, host }: Pick<Tenant, 'key' | 'host'>,
    { id, personId }: { id: string; personId: string },
    { userId, isPublic }: Admin,
  ): Promise<{ told: boolean }> => {
    const joined = await db.transaction().execute(async (trx) => {
      await mustBeSuperuser(trx, userId);
      const by = { actor: personActor(userId), nowMs: clock.now() };
      const both = await joinPerson(trx, { host: key, id, personId }, by);
      // As with links for a new password: otherwise a superuser of a host could sign in as another one.
      if (both.person.is_superuser === 1 && !isPublic) throw new AppError('auth.forbidden');
      return both;
    });
    return { told: await tell(host, joined) };
  };
}
