import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { userConfigResponseSchema, userConfigSchema } from '#api/contract/auth.ts';
import { correctionAnswerSchema, correctionSchema, type CorrectionAnswer } from '#api/contract/edits.ts';
import { describe } from '#api/http/describe.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { mustBeSmall } from '#api/lib/json-size.ts';
import { jsonBody } from '#api/http/validate.ts';
import type { CorrectionStore } from './correction.store.ts';
import type { UserStore } from './user.store.ts';

export type UserDeps = { users: UserStore; corrections: Pick<CorrectionStore, 'add'> };

/** Creates the routes for the person's own settings and corrections (§7: user). They require a user. */
export function createUserRoutes({ users, corrections }: UserDeps) {
  return new Hono<AppEnv>()
    .post(
      '/config',
      describe(
        'user',
        'Keep the merged user config',
        { 200: { schema: userConfigResponseSchema } },
        {
          guarded: true,
          errors: ['user.config_too_large'],
        },
      ),
      jsonBody(userConfigSchema),
      async (c) => {
        const config = c.req.valid('json');
        mustBeSmall(config, 'user.config_too_large');
        const { host, id } = c.get('user');
        await users.saveConfig(host, id, config);
        return c.json({ config });
      },
    )
    .post(
      '/correction',
      describe(
        'user',
        'Tell how a word is written',
        { 200: { schema: correctionAnswerSchema } },
        { guarded: true },
      ),
      jsonBody(correctionSchema),
      async (c) => {
        await corrections.add(ownerOf(c), [c.req.valid('json')]);
        return c.json<CorrectionAnswer>({ status: 'success' });
      },
    );
}
