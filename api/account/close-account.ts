import { setTimeout as passed } from 'node:timers/promises';
import { personActor } from '#api/db/actor.ts';
import type { Owner } from '#api/db/owner.ts';
import { endSignIns } from '#api/engines/identity/sign-in.store.ts';
import { AppError } from '#api/lib/error.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { AccountDeps } from './account-deps.ts';
import {
  closingPeople,
  isLastSuperuser,
  markClosing,
  removeLateRows,
  removePerson,
  someSessionsOf,
} from './closing.store.ts';
import type { OwnAccount, Self } from './own-account.ts';

type Deps = Pick<AccountDeps, 'db' | 'log'> & {
  own: Pick<OwnAccount, 'checkPassword'>;
  sessions: Pick<SessionStore, 'remove'>;
  /** Stops the work on a session and removes its files. */
  clear(sessionId: string): Promise<void>;
  /** The answer waits for the deletion at most this long, ms. Page and proxies give up after 30 s or more. */
  answersWithinMs?: number;
};

/**
 * Creates the closing of accounts (§10.5). First nobody can sign in any more, then all data go. What a crash or a full disk leaves is
 * deleted by the keeper, at the next start or within an hour.
 */
export function createAccountClosing({ db, log, own, sessions, clear, answersWithinMs = 10_000 }: Deps) {
  const deleting = new Map<string, Promise<void>>();

  const deleteAll = async (owner: Owner): Promise<void> => {
    const acting = { ...owner, actor: personActor(owner.userId) };
    do {
      for (let ids = await someSessionsOf(db, owner); ids.length > 0; ids = await someSessionsOf(db, owner))
        for (const id of ids) {
          // The files are removed before the row, which is needed to find them.
          await clear(id);
          await sessions.remove(acting, id);
        }
    } while (!(await removePerson(db, owner)));
    log.info({ user_id: owner.userId }, 'account: closed, all data deleted');
  };

  const deleteOnce = (owner: Owner): Promise<void> => {
    const running = deleting.get(owner.userId);
    if (running) return running;
    const one = deleteAll(owner)
      .catch((err: unknown) =>
        log.error({ err, user_id: owner.userId }, 'account: data are left, later again'),
      )
      .finally(() => deleting.delete(owner.userId));
    deleting.set(owner.userId, one);
    return one;
  };

  return {
    /** Deletes what was left, now and every hour. */
    keep: (): Sweeper =>
      createSweeper({
        name: 'account',
        log,
        async sweep(signal) {
          for (const owner of await closingPeople(db)) if (!signal.aborted) await deleteOnce(owner);
          await removeLateRows(db);
        },
      }),

    /**
     * Closes the account of the present sign-in and all others that lead to the same person, and deletes all that is theirs. If
     * that takes longer than `answersWithinMs`, the rest is deleted after the answer.
     * @throws AppError as `checkPassword`, domain.last_superuser while other people are there
     */
    async close(self: Self, password: string): Promise<void> {
      const { ids } = await own.checkPassword(self, password);
      const owner = { host: self.user.host, userId: self.user.id };
      await db.transaction().execute(async (trx) => {
        // Another superuser may have promoted or demoted this person since the request began.
        if (await isLastSuperuser(trx, owner)) throw new AppError('domain.last_superuser');
        await endSignIns(trx, ids);
        await markClosing(trx, owner, ids);
      });
      await Promise.race([deleteOnce(owner), passed(answersWithinMs, undefined, { ref: false })]);
    },

    /** Waits for the deletion under way. */
    settled: async (): Promise<void> => void (await Promise.all(deleting.values())),
  };
}
