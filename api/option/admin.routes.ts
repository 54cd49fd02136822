import { Hono, type Context } from 'hono';
import type { AppEnv, CurrentUser } from '#api/http/app-env.ts';
import {
  adminDomainSchema,
  adminDomainsSchema,
  domainChangeHeaderSchema,
  putDomainSchema,
  type AdminDomain,
} from '#api/contract/option.ts';
import { describe } from '#api/http/describe.ts';
import { AppError } from '#api/lib/error.ts';
import { headers, jsonBody } from '#api/http/validate.ts';
import { hostName } from '#api/http/host.rules.ts';
import { bodyOf } from '#api/http/body.ts';
import { mayAdminister } from './option.rules.ts';
import type { OptionStore } from './option.store.ts';

export type AdminDeps = {
  options: Pick<OptionStore, 'domain' | 'hosts' | 'put' | 'reset'>;
  publicUrl: string;
};

/** The longest valid body, with every character escaped. */
const maxBodyBytes = 4_000_000;

const changed = {
  guarded: true,
  errors: ['auth.forbidden', 'request.not_found', 'domain.changed'],
} as const;
const own = { guarded: true, errors: ['auth.forbidden', 'request.not_found'] } as const;

/**
 * Creates the routes for the options that superusers set per host (§6). `If-Match` prevents overwriting another
 * person's change.
 */
export function createAdminRoutes({ options, publicUrl }: AdminDeps) {
  const publicHost = hostName(new URL(publicUrl).host);
  const mayChange = (user: CurrentUser, host: string) => mayAdminister(user.host, publicHost, host);
  /**
   * Returns the named host. @throws AppError `request.not_found` if the host is unknown or this person may not change
   * it
   */
  const known = async (user: CurrentUser, named: string): Promise<string> => {
    const host = hostName(named);
    if (!mayChange(user, host) || !(await options.hosts()).includes(host))
      throw new AppError('request.not_found');
    return host;
  };

  const answer = async (c: Context<AppEnv>, host: string) => {
    const domain = await options.domain(host);
    c.header('ETag', domain.etag);
    return c.json<AdminDomain>(domain);
  };

  return new Hono<AppEnv>()
    .use('/*', async (c, next) => {
      if (!c.get('user').isSuperuser) throw new AppError('auth.forbidden');
      await next();
    })
    .get(
      '/domains',
      describe('domain', 'Hosts with their options', { 200: { schema: adminDomainsSchema } }, own),
      async (c) => {
        const hosts = (await options.hosts()).filter((host) => mayChange(c.get('user'), host));
        return c.json({ domains: await Promise.all(hosts.map(options.domain)) });
      },
    )
    .get(
      '/domains/:host',
      describe('domain', 'A host with its options', { 200: { schema: adminDomainSchema } }, own),
      async (c) => {
        const host = await known(c.get('user'), c.req.param('host'));
        return answer(c, host);
      },
    )
    .put(
      '/domains/:host',
      describe('domain', 'Replace all options of a host', { 200: { schema: adminDomainSchema } }, changed),
      headers(domainChangeHeaderSchema),
      bodyOf({ maxBytes: maxBodyBytes }),
      jsonBody(putDomainSchema),
      async (c) => {
        const host = await known(c.get('user'), c.req.param('host'));
        await options.put(host, c.req.valid('json').options, c.req.header('if-match'));
        c.get('log').info({ host }, 'domain: options changed');
        return answer(c, host);
      },
    )
    .delete(
      '/domains/:host',
      describe('domain', 'Back to the shipped options', { 200: { schema: adminDomainSchema } }, changed),
      headers(domainChangeHeaderSchema),
      async (c) => {
        const host = await known(c.get('user'), c.req.param('host'));
        await options.reset(host, c.req.header('if-match'));
        c.get('log').info({ host }, 'domain: options reset');
        return answer(c, host);
      },
    );
}
