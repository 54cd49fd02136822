import type { AdminAnnouncement, PutAnnouncement } from '#api/contract/announcement.ts';
import { limits } from '#api/contract/limits.ts';
import type { Db } from '#api/db/open.ts';
import type { DomainAdmin } from '#api/domain/domain-admin.ts';
import { requireMatch } from '#api/domain/entity-tag.ts';
import { namedHost } from '#api/domain/known-hosts.ts';
import { mustBeSuperuser } from '#api/domain/person.store.ts';
import type { Admin } from '#api/http/admin-of.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import { byImportance, rowToAdmin, toColumns, type AnnouncementRow } from './announcement.rules.ts';
import {
  addAnnouncement,
  announcementsOf,
  removeAnnouncement,
  replaceAnnouncement,
} from './announcement.store.ts';

export type AnnouncementAdminDeps = { db: Db; clock: Clock; domainAdmin: Pick<DomainAdmin, 'known'> };

/** An announcement that a superuser edits: the name of its host, its id, and the entity tag that was edited. */
export type Edited = { host: string; id: string; ifMatch: string | undefined };

/** Reads and changes the announcements of hosts for superusers (§10.24). Each has an entity tag of its own. */
export function createAnnouncementChanges({ db, clock, domainAdmin: { known } }: AnnouncementAdminDeps) {
  const keyOf = async (trx: Db, admin: Admin, host: string): Promise<string> =>
    namedHost((await known.read(trx)).hosts, admin, host).row.key;
  const inTransaction = <T>(admin: Admin, host: string, work: (trx: Db, key: string) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      await mustBeSuperuser(trx, admin.userId);
      return work(trx, await keyOf(trx, admin, host));
    });
  const edited = async (trx: Db, key: string, { id, ifMatch }: Edited): Promise<AnnouncementRow> => {
    const row = (await announcementsOf(trx, key)).find((each) => each.id === id);
    if (!row) throw new AppError('announcement.not_found');
    const present = rowToAdmin(row);
    requireMatch(ifMatch, present.etag, { announcement: present });
    return row;
  };

  return {
    /** @throws AppError `request.not_found` for a host of others */
    async list(admin: Admin, host: string): Promise<AdminAnnouncement[]> {
      const rows = await announcementsOf(db, await keyOf(db, admin, host));
      return rows.toSorted(byImportance).map(rowToAdmin);
    },

    /** @throws AppError `announcement.too_many` */
    add: (admin: Admin, host: string, sent: PutAnnouncement): Promise<AdminAnnouncement> =>
      inTransaction(admin, host, async (trx, key) => {
        const present = await announcementsOf(trx, key);
        if (present.length >= limits.maxAnnouncements) throw new AppError('announcement.too_many');
        const row = { id: newId(), host: key, created_at: clock.now(), ...toColumns(sent) };
        await addAnnouncement(trx, row);
        return rowToAdmin(row);
      }),

    /** @throws AppError `announcement.not_found`, `domain.match_required`, `domain.changed` */
    replace: (admin: Admin, which: Edited, sent: PutAnnouncement): Promise<AdminAnnouncement> =>
      inTransaction(admin, which.host, async (trx, key) => {
        const row = { ...(await edited(trx, key, which)), ...toColumns(sent) };
        await replaceAnnouncement(trx, row);
        return rowToAdmin(row);
      }),

    /** @throws AppError `announcement.not_found`, `domain.match_required`, `domain.changed` */
    remove: (admin: Admin, which: Edited): Promise<void> =>
      inTransaction(admin, which.host, async (trx, key) => {
        const { id } = await edited(trx, key, which);
        await removeAnnouncement(trx, id);
      }),
  };
}
