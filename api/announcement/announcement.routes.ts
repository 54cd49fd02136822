import { Hono } from 'hono';
import { announcementsSchema, type ShownAnnouncement } from '#api/contract/announcement.ts';
import type { Db } from '#api/db/open.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import type { Clock } from '#api/lib/clock.ts';
import { byImportance, isShown, rowToShown } from './announcement.rules.ts';
import { announcementsOf } from './announcement.store.ts';
import { dataProtection } from './data-protection.rules.ts';

export type AnnouncementDeps = { db: Db; clock: Clock };

/**
 * Creates the route that lists what this host announces now (§3.11). It needs no sign-in: a person who cannot sign in
 * can read here why. The announcement of shorter retention periods stands first.
 */
export const createAnnouncementRoutes = ({ db, clock }: AnnouncementDeps) =>
  new Hono<AppEnv>().get(
    '/announcements',
    describe('announcement', 'What this host announces now, the most important first', {
      200: { schema: announcementsSchema },
    }),
    async (c) => {
      const { key, retention, nextAnnouncedAt } = c.get('tenant');
      const nowMs = clock.now();
      const rows = (await announcementsOf(db, key)).filter((row) => isShown(row, nowMs));
      const ofPeriods = dataProtection(retention, nextAnnouncedAt, nowMs);
      const announcements: ShownAnnouncement[] = [
        ...(ofPeriods ? [ofPeriods] : []),
        ...rows.toSorted(byImportance).map(rowToShown),
      ];
      return c.json({ announcements });
    },
  );
