import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { domainConfigSchema, type DomainConfig } from '#api/contract/domain.ts';
import { describe } from '#api/http/describe.ts';

export type DomainDeps = {
  remoteDictation: boolean;
  /** Null if page views are not counted. */
  pageViews: object | null;
};

/** Creates the route with the tags and settings of this host (§3, §7). Keys of its `config` never replace ours. */
export const createDomainRoutes = ({ remoteDictation, pageViews }: DomainDeps) =>
  new Hono<AppEnv>().get(
    '/domain-config',
    describe('domain', 'Tags and config of this host', { 200: { schema: domainConfigSchema } }),
    (c) => {
      const { tags, config, limits, mp3, links, appStore, retention } = c.get('tenant');
      return c.json<DomainConfig>({
        tags: [...tags],
        config: {
          ...config,
          max_upload_bytes: limits.maxUploadBytes,
          mp3,
          remote_dictation: remoteDictation,
          links,
          app_store: appStore,
          retention,
          page_views: pageViews !== null,
        },
      });
    },
  );
