import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { offeredOptionsSchema } from '#api/contract/option.ts';
import { describe } from '#api/http/describe.ts';
import type { Choice } from './choice.ts';

export type OptionDeps = {
  choice: Pick<Choice, 'offered'>;
};

/** Creates the route with the results that this host offers to the person (§7: configuration). */
export const createOptionRoutes = ({ choice }: OptionDeps) =>
  new Hono<AppEnv>().get(
    '/ai-processing-options',
    describe(
      'option',
      'Processing options, enabled by default first',
      { 200: { schema: offeredOptionsSchema } },
      { guarded: true },
    ),
    async (c) => c.json({ options: await choice.offered(c.get('tenant'), c.get('user').id) }),
  );
