import { Hono } from 'hono';
import { domainChangeHeaderSchema } from '#api/contract/admin-domain.ts';
import {
  adminAnnouncementSchema,
  adminAnnouncementsSchema,
  putAnnouncementSchema,
} from '#api/contract/announcement.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { adminOf } from '#api/http/admin-of.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { bodyOf } from '#api/http/body.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { headers, jsonBody } from '#api/http/validate.ts';
import { createAnnouncementChanges, type AnnouncementAdminDeps } from './change-announcements.ts';

/** Largest body, bytes: the longest valid texts, with every character escaped in JSON. */
const maxBodyBytes = 100_000;

const tagged = {
  schema: adminAnnouncementSchema,
  headers: { ETag: 'The version, for If-Match of a change.' },
};
const own = ['auth.forbidden', 'request.not_found'] as const satisfies readonly ErrorCode[];
const ofOne = {
  guarded: true,
  errors: [...own, 'announcement.not_found', 'domain.match_required', 'domain.changed'],
} as const;

/** Creates the routes of the announcements of a host (§10.24). They require a superuser. */
export function createAnnouncementAdminRoutes(deps: AnnouncementAdminDeps) {
  const announcements = createAnnouncementChanges(deps);

  return new Hono<AppEnv>()
    .get(
      '/domains/:host/announcements',
      describe(
        'announcement',
        'Announcements of a host, also past and future ones',
        { 200: { schema: adminAnnouncementsSchema } },
        { guarded: true, errors: own },
      ),
      async (c) => {
        const all = await announcements.list(adminOf(c), hostName(c.req.param('host')));
        return c.json({ announcements: all });
      },
    )
    .post(
      '/domains/:host/announcements',
      describe(
        'announcement',
        'Add an announcement',
        { 201: tagged },
        { guarded: true, errors: [...own, 'announcement.too_many'] },
      ),
      bodyOf({ maxBytes: maxBodyBytes }),
      jsonBody(putAnnouncementSchema),
      async (c) => {
        const host = hostName(c.req.param('host'));
        const added = await announcements.add(adminOf(c), host, c.req.valid('json'));
        c.get('log').info({ host, actor: c.get('user').id }, 'announcement: added');
        c.header('ETag', added.etag);
        return c.json(added, 201);
      },
    )
    .put(
      '/domains/:host/announcements/:id',
      describe('announcement', 'Replace an announcement', { 200: tagged }, ofOne),
      headers(domainChangeHeaderSchema),
      bodyOf({ maxBytes: maxBodyBytes }),
      jsonBody(putAnnouncementSchema),
      async (c) => {
        const host = hostName(c.req.param('host'));
        const which = { host, id: c.req.param('id'), ifMatch: c.req.header('if-match') };
        const replaced = await announcements.replace(adminOf(c), which, c.req.valid('json'));
        c.get('log').info({ host, actor: c.get('user').id }, 'announcement: changed');
        c.header('ETag', replaced.etag);
        return c.json(replaced);
      },
    )
    .delete(
      '/domains/:host/announcements/:id',
      describe('announcement', 'Delete an announcement', { 204: { description: 'It is deleted.' } }, ofOne),
      headers(domainChangeHeaderSchema),
      async (c) => {
        const host = hostName(c.req.param('host'));
        const which = { host, id: c.req.param('id'), ifMatch: c.req.header('if-match') };
        await announcements.remove(adminOf(c), which);
        c.get('log').info({ host, actor: c.get('user').id }, 'announcement: deleted');
        return c.body(null, 204);
      },
    );
}
