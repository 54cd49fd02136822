import { Hono } from 'hono';
import { resetLinkSchema, type ResetLink } from '#api/contract/account.ts';
import { adminOf } from '#api/http/admin-of.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import type { AccountRoutesDeps } from './link.routes.ts';

/** Creates the route by which superusers make a link for a new password of a person (§10.23). It must be behind
 * the guards. */
export const createResetLinkRoutes = ({ selfService }: Pick<AccountRoutesDeps, 'selfService'>) =>
  new Hono<AppEnv>().post(
    '/domains/:host/people/:id/reset-link',
    describe(
      'domain',
      'A link that sets a new password of a person once, within an hour',
      { 200: { schema: resetLinkSchema } },
      {
        guarded: true,
        errors: ['auth.forbidden', 'request.not_found', 'person.not_found', 'auth.not_local'],
      },
    ),
    async (c) => {
      const { host, id } = c.req.param();
      const link = await selfService.resetLink(adminOf(c), hostName(host), id);
      const fields = { host: hostName(host), user_id: id, actor: c.get('user').id };
      c.get('log').info(fields, 'person: a link for a new password was made');
      return c.json<ResetLink>(link);
    },
  );
