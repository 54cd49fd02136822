import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { domainConfigSchema, type DomainConfig, type Mp3Format } from '#api/contract/domain.ts';
import { describe } from '#api/http/describe.ts';
import { maxUploadBytes } from '#api/upload/upload.rules.ts';

export type DomainDeps = { environment: string; mp3: Mp3Format; remoteDictation: boolean };

/** Creates the route with the tags and settings of this host (§3, §7). */
export const createDomainRoutes = (deps: DomainDeps) =>
  new Hono<AppEnv>().get(
    '/domain-config',
    describe('domain', 'Tags and config of this host', { 200: { schema: domainConfigSchema } }),
    (c) => {
      const { environment, mp3, remoteDictation } = deps;
      const config = {
        max_upload_bytes: maxUploadBytes(environment),
        mp3,
        remote_dictation: remoteDictation,
      };
      return c.json<DomainConfig>({ tags: [...c.get('tenant').tags], config });
    },
  );
