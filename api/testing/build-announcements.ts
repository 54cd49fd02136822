import type { PutAnnouncement } from '#api/contract/announcement.ts';
import type { Db } from '#api/db/open.ts';
import { toColumns } from '#api/announcement/announcement.rules.ts';
import { addAnnouncement } from '#api/announcement/announcement.store.ts';
import { testHost } from './builders.ts';

/** Ids of the announcements that the routes change and delete. */
export const changedAnnouncement = 'geaendert';
export const removedAnnouncement = 'geloescht';

const inGerman = (de: string) => ({ de, en: '', fr: '', it: '' });

/** What a superuser sends: an announcement in German that is shown at once and without an end. */
export const announcement = (fields: Partial<PutAnnouncement> = {}): PutAnnouncement => ({
  type: 'info',
  title: inGerman('Wartung'),
  message: inGerman('Heute ab 22 Uhr.'),
  link: null,
  cta_text: inGerman(''),
  priority: 0,
  starts_at: null,
  expires_at: null,
  ...fields,
});

/** Stores an announcement of the host of the test. */
export const buildAnnouncement = (db: Db, { id }: { id: string }): Promise<void> =>
  addAnnouncement(db, { id, host: testHost, created_at: 0, ...toColumns(announcement()) });
