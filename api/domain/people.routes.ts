import { Hono } from 'hono';
import {
  peopleQuerySchema,
  peopleSchema,
  personSchema,
  putPersonSchema,
} from '#api/contract/admin-domain.ts';
import { adminOf } from '#api/http/admin-of.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { jsonBody, query } from '#api/http/validate.ts';
import type { People } from './people.ts';

/** Creates the routes of the people of a host (§10.23). They require a superuser. */
export const createPeopleRoutes = (people: People) =>
  new Hono<AppEnv>()
    .get(
      '/domains/:host/people',
      describe(
        'domain',
        'People of a host',
        { 200: { schema: peopleSchema } },
        { guarded: true, errors: ['auth.forbidden', 'request.not_found'] },
      ),
      query(peopleQuerySchema),
      async (c) => c.json(await people.list(adminOf(c), hostName(c.req.param('host')), c.req.valid('query'))),
    )
    .put(
      '/domains/:host/people/:id',
      describe(
        'domain',
        'Change roles, rights and lock of a person',
        { 200: { schema: personSchema } },
        {
          guarded: true,
          errors: ['auth.forbidden', 'request.not_found', 'person.not_found', 'domain.last_superuser'],
        },
      ),
      jsonBody(putPersonSchema),
      async (c) => {
        const { host, id } = c.req.param();
        const sent = c.req.valid('json');
        const person = await people.change(adminOf(c), hostName(host), id, sent);
        const fields = { host: hostName(host), user_id: person.id, actor: c.get('user').id };
        c.get('log').info({ ...fields, field: Object.keys(sent) }, 'person: changed');
        return c.json(person);
      },
    );
