import { Hono } from 'hono';
import type { AppEnv, CurrentUser } from '#api/http/app-env.ts';
import { joinedPersonSchema, joinPersonSchema, type JoinedPerson } from '#api/contract/admin-domain.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { actingOf } from '#api/http/owner-of.ts';
import type { Tenant } from '#api/http/tenant.ts';
import { jsonBody } from '#api/http/validate.ts';
import { bodyOf } from '#api/http/body.ts';
import { AppError } from '#api/lib/error.ts';
import { createPeopleJoin, type JoinPeopleDeps } from './join-people.ts';
import type { DomainStore } from './domain.store.ts';

export type JoinDeps = JoinPeopleDeps & { domains: Pick<DomainStore, 'tenantOf' | 'tenantOfKey'> };

/**
 * Creates the route `POST /api/v1/admin/domains/{host}/people/{id}/join` (§10.23), which must be behind the guard for
 * superusers. Those of the public host may join people of every host, others those of their own.
 */
export function createJoinRoutes({ domains, ...deps }: JoinDeps) {
  const join = createPeopleJoin(deps);

  /**
   * Returns the tenant of the named host, and whether the superuser is one of the public host.
   * @throws AppError `request.not_found` if this superuser does not administer the host
   */
  const administered = async (
    user: CurrentUser,
    named: string,
  ): Promise<{ tenant: Tenant; isPublic: boolean }> => {
    const tenant = await domains.tenantOf(hostName(named));
    const { isPublic } = await domains.tenantOfKey(user.host);
    if (!isPublic && tenant.key !== user.host) throw new AppError('request.not_found');
    return { tenant, isPublic };
  };

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
      const { tenant, isPublic } = await administered(c.get('user'), c.req.param('host'));
      const people = { id: c.req.param('id'), personId: c.req.valid('json').person_id };
      const joined = await join(tenant, people, { actor: actingOf(c).actor, isPublic });
      c.get('log').info({ host: tenant.host }, 'domain: sign-ins joined');
      return c.json<JoinedPerson>(joined);
    },
  );
}
