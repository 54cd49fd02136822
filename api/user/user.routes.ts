import { Hono } from 'hono';
import type { AppEnv } from '#api/app-env.ts';
import { userConfigResponseSchema, userConfigSchema } from '#api/contract/auth.ts';
import { describe } from '#api/docs/describe.ts';
import { jsonBody } from '#api/lib/validate.ts';
import type { UserStore } from './user.store.ts';

/** The person's own settings (§7: user). Behind the guard. */
export function createUserRoutes({ users }: { users: UserStore }) {
  return new Hono<AppEnv>().post(
    '/config',
    describe(
      'user',
      'Keep the merged user config',
      { 200: { schema: userConfigResponseSchema } },
      {
        guarded: true,
      },
    ),
    jsonBody(userConfigSchema),
    async (c) => {
      const config = c.req.valid('json');
      const { host, id } = c.get('user');
      await users.saveConfig(host, id, config);
      return c.json({ config });
    },
  );
}
