import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '#api/http/app-env.ts';
import type { Tenant } from '#api/http/tenant.ts';
import { createDomainRoutes, type DomainDeps } from './domain.routes.ts';

/** The routes behind a tenant with these tags. */
const routesOf = (deps: DomainDeps, tags: readonly string[] = ['share']) =>
  new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set('tenant', { tags } as Tenant);
      await next();
    })
    .route('/', createDomainRoutes(deps));

it.each([
  ['prod', 150_000_000],
  ['stage', 500_000_000],
])('tells the page the upload limit of %s (§5) and the mp3 to make', async (environment, maxBytes) => {
  const mp3 = { sample_rate: 24_000, bitrate: 64 } as const;
  const routes = routesOf({ environment, mp3, remoteDictation: false });
  const response = await routes.request('/domain-config');
  expect(await response.json()).toEqual({
    tags: ['share'],
    config: { max_upload_bytes: maxBytes, mp3, remote_dictation: false },
  });
});

it.each([true, false])('says whether dictation may send sound elsewhere: %s', async (remoteDictation) => {
  const mp3 = { sample_rate: 24_000, bitrate: 64 } as const;
  const response = await routesOf({ environment: 'prod', mp3, remoteDictation }).request('/domain-config');
  expect(await response.json()).toMatchObject({ config: { remote_dictation: remoteDictation } });
});
