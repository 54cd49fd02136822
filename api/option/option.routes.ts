import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { offeredOptionsSchema } from '#api/contract/option.ts';
import { describe } from '#api/http/describe.ts';
import { isFormOff } from './option.rules.ts';
import type { OptionStore } from './option.store.ts';

export type OptionDeps = {
  options: Pick<OptionStore, 'offered'>;
  hasModel: boolean;
};

/** Creates the route with the results that this host offers (§7: configuration). No host uses roles yet. */
export const createOptionRoutes = ({ options, hasModel }: OptionDeps) =>
  new Hono<AppEnv>().get(
    '/ai-processing-options',
    describe(
      'option',
      'Processing options, enabled by default first',
      { 200: { schema: offeredOptionsSchema } },
      { guarded: true },
    ),
    async (c) => {
      const offered = await options.offered(c.get('user').host, null, hasModel);
      return c.json({ options: offered.filter(({ form }) => !isFormOff(form, c.get('tenant').tags)) });
    },
  );
