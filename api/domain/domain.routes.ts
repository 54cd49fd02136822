import { Hono } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '#api/app-env.ts';
import { domainConfigSchema } from '#api/contract/domain.ts';
import { describe } from '#api/docs/describe.ts';

/** What is switched on for this host (§3, §7). No host has tags or config of its own yet. */
export const createDomainRoutes = () =>
  new Hono<AppEnv>().get(
    '/domain-config',
    describe('domain', 'Tags and config of this host', { 200: { schema: domainConfigSchema } }),
    (c) => c.json<z.infer<typeof domainConfigSchema>>({ tags: [], config: {} }),
  );
