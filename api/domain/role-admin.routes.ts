import { Hono } from 'hono';
import { domainChangeHeaderSchema } from '#api/contract/admin-domain.ts';
import { rolesSchema } from '#api/contract/role.ts';
import { adminOf } from '#api/http/admin-of.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { bodyOf } from '#api/http/body.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { headers, jsonBody } from '#api/http/validate.ts';
import type { RoleChanges } from './change-roles.ts';

/** 100 roles with every character escaped. */
const maxBodyBytes = 400_000;

const tagged = { schema: rolesSchema, headers: { ETag: 'The version, for If-Match of a change.' } };

/** Creates the routes of the roles of a host (§10.23). They require a superuser. */
export const createRoleAdminRoutes = (roles: RoleChanges) =>
  new Hono<AppEnv>()
    .get(
      '/domains/:host/roles',
      describe(
        'domain',
        'Roles of a host',
        { 200: tagged },
        { guarded: true, errors: ['auth.forbidden', 'request.not_found'] },
      ),
      async (c) => {
        const { etag, roles: all } = await roles.list(adminOf(c), hostName(c.req.param('host')));
        c.header('ETag', etag);
        return c.json({ roles: all });
      },
    )
    .put(
      '/domains/:host/roles',
      describe(
        'domain',
        'Replace all roles of a host',
        { 200: tagged },
        {
          guarded: true,
          errors: ['auth.forbidden', 'request.not_found', 'domain.match_required', 'domain.changed'],
        },
      ),
      headers(domainChangeHeaderSchema),
      bodyOf({ maxBytes: maxBodyBytes }),
      jsonBody(rolesSchema),
      async (c) => {
        const host = hostName(c.req.param('host'));
        const sent = c.req.valid('json').roles;
        const { etag, roles: all } = await roles.replace(adminOf(c), host, sent, c.req.header('if-match'));
        c.get('log').info({ host, actor: c.get('user').id, rows: all.length }, 'domain: roles changed');
        c.header('ETag', etag);
        return c.json({ roles: all });
      },
    );
