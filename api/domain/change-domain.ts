import type { AdminDomain, NewDomain, PutDomain } from '#api/contract/admin-domain.ts';
import type { Db } from '#api/db/open.ts';
import type { Admin } from '#api/http/admin-of.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import { changesNaming, lostKeys, withChanges } from './domain-change.rules.ts';
import { countsOf, removeRow, saveRow } from './domain-row.store.ts';
import { hostOfKey } from './domain.rules.ts';
import { namedHost, newRow } from './known-hosts.ts';
import { mustBeSuperuser } from './person.store.ts';
import { createDomainWriting, type DomainDeps } from './write-domain.ts';

export type DomainChanges = ReturnType<typeof createDomainChanges>;

/**
 * Changes hosts (§10.23). Each change is one transaction together with the comparison of `If-Match`, so that of two changes at
 * once one is refused.
 */
export function createDomainChanges(deps: DomainDeps) {
  const { db, clock, options, known } = deps;
  const { edited, viewOf, store } = createDomainWriting(deps);
  const inTransaction = <T>(admin: Admin, work: (trx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (trx) => {
      await mustBeSuperuser(trx, admin.userId);
      return work(trx);
    });

  return {
    /** Adds a host. @throws AppError `auth.forbidden`, `domain.name_taken`, and those of the fields */
    add: (admin: Admin, sent: NewDomain): Promise<AdminDomain> =>
      inTransaction(admin, async (trx) => {
        if (!admin.isPublic) throw new AppError('auth.forbidden');
        const reading = await known.read(trx);
        // The key of a host without a row is its own already, so the check of names does not see its people as strangers.
        if (reading.strangers.includes(sent.host)) throw new AppError('domain.name_taken');
        const isKeyTaken = reading.rows.some(({ key }) => key === sent.host);
        const fresh = newRow(isKeyTaken ? newId() : sent.host, sent.host);
        const row = { ...fresh, firstSuperuser: sent.first_superuser, createdAt: clock.now() };
        await store(trx, reading, { row: withChanges(row, sent), present: null, sent });
        return viewOf(trx, admin, row.key);
      }),

    /**
     * Changes the fields of a host that were sent. A host without a row gets one, with the key that its people have.
     * @throws AppError `auth.forbidden`, `domain.match_required`, `domain.changed`, `domain.name_taken`, and those of the fields
     */
    change: (
      admin: Admin,
      name: string,
      sent: PutDomain,
      ifMatch: string | undefined,
    ): Promise<AdminDomain> =>
      inTransaction(admin, async (trx) => {
        const { reading, host } = await edited(trx, admin, name, ifMatch);
        if (!admin.isPublic && changesNaming(host.row, sent)) throw new AppError('auth.forbidden');
        const { first_superuser: firstSuperuser = host.row.firstSuperuser } = sent;
        const createdAt = host.row.createdAt || clock.now();
        const row = { ...withChanges(host.row, sent), firstSuperuser, createdAt };
        await store(trx, reading, { row, present: host, sent });
        return viewOf(trx, admin, row.key);
      }),

    /**
     * Removes a host that has neither people nor sessions.
     * @throws AppError `auth.forbidden`, `domain.match_required`, `domain.changed`, `domain.name_taken` if it has either
     */
    remove: (admin: Admin, name: string, ifMatch: string | undefined): Promise<void> =>
      inTransaction(admin, async (trx) => {
        const { hosts, rows, strangers } = await known.read(trx);
        const { row, isPublic } = namedHost(hosts, admin, name);
        if (!admin.isPublic) throw new AppError('auth.forbidden');
        await edited(trx, admin, name, ifMatch);
        const { people, sessions } = await countsOf(trx, row.key);
        if (isPublic || people > 0 || sessions > 0) throw new AppError('domain.name_taken');
        await removeRow(trx, row.key);
        const left = rows.filter(({ key }) => key !== row.key);
        for (const key of lostKeys(left, strangers))
          await saveRow(trx, { ...newRow(key, hostOfKey(key)), createdAt: clock.now() });
      }),

    /** Returns a host to the shipped options. @throws AppError `domain.match_required`, `domain.changed` */
    resetOptions: (admin: Admin, name: string, ifMatch: string | undefined): Promise<AdminDomain> =>
      inTransaction(admin, async (trx) => {
        const { host } = await edited(trx, admin, name, ifMatch);
        await options.reset(host.row.key, trx);
        return viewOf(trx, admin, host.row.key);
      }),
  };
}
