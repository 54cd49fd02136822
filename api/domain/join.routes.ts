import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { joinedPersonSchema, joinPersonSchema, type JoinedPerson } from '#api/contract/admin-domain.ts';
import { adminOf } from '#api/http/admin-of.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { jsonBody } from '#api/http/validate.ts';
import { bodyOf } from '#api/http/body.ts';
import { createPeopleJoin, type JoinPeopleDeps } from './join-people.ts';
import type { DomainAdmin } from './domain-admin.ts';
import { namedHost } from './known-hosts.ts';

export type JoinDeps = JoinPeopleDeps & { domainAdmin: Pick<DomainAdmin, 'known'> };

/**
 * Creates the route `POST /api/v1/admin/domains/{host}/people/{id}/join` (§10.23), which must be behind the guard for
 * superusers. Those of the public host may join people of every host, others those of their own.
 */
export function createJoinRoutes({ domainAdmin: { known }, ...deps }: JoinDeps) {
  const join = createPeopleJoin(deps);

  return new Hono<AppEnv>().post(
    '/domains/:host/people/:id/join',
    describe(
      'domain',
      'The sign-in of a person without content becomes one of another person, who keeps their sessions',
      { 200: { schema: joinedPersonSchema } },
      {
        guarded: true,
        errors: ['auth.forbidden', 'request.not_found', 'person.not_found', 'person.has_content'],
      },
    ),
    bodyOf({ maxBytes: 10_000 }),
    jsonBody(joinPersonSchema),
    async (c) => {
      const admin = adminOf(c);
      const { row } = namedHost(await known.mine(deps.db, admin), admin, hostName(c.req.param('host')));
      const people = { id: c.req.param('id'), personId: c.req.valid('json').person_id };
      const joined = await join(row, people, admin);
      c.get('log').info({ host: row.host }, 'domain: sign-ins joined');
      return c.json<JoinedPerson>(joined);
    },
  );
}
