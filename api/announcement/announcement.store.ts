import type { Db } from '#api/db/open.ts';
import type { AnnouncementRow } from './announcement.rules.ts';

/** Reads and changes announcements. `host` is the key of a tenant. */
export const announcementsOf = (db: Db, host: string): Promise<AnnouncementRow[]> =>
  db.selectFrom('announcement').selectAll().where('host', '=', host).execute();

export const addAnnouncement = async (db: Db, row: AnnouncementRow): Promise<void> => {
  await db.insertInto('announcement').values(row).execute();
};

export const replaceAnnouncement = async (db: Db, row: AnnouncementRow): Promise<void> => {
  await db.updateTable('announcement').set(row).where('id', '=', row.id).execute();
};

export const removeAnnouncement = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('announcement').where('id', '=', id).execute();
};
