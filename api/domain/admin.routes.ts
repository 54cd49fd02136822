import { Hono, type Context, type MiddlewareHandler } from 'hono';
import {
  adminDomainSchema,
  adminDomainsSchema,
  domainChangeHeaderSchema,
  newDomainSchema,
  putDomainSchema,
  type AdminDomain,
} from '#api/contract/admin-domain.ts';
import { adminOf } from '#api/http/admin-of.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { bodyOf } from '#api/http/body.ts';
import { describe } from '#api/http/describe.ts';
import { hostName } from '#api/http/host.rules.ts';
import { headers, jsonBody } from '#api/http/validate.ts';
import { AppError } from '#api/lib/error.ts';
import type { DomainAdmin } from './domain-admin.ts';
import { sentFields } from './domain-change.rules.ts';
import { namedHost } from './known-hosts.ts';
import { createPeopleRoutes } from './people.routes.ts';
import { createRoleAdminRoutes } from './role-admin.routes.ts';

export type AdminDeps = { domainAdmin: DomainAdmin };

/** The longest valid body, with every character escaped. */
const maxBodyBytes = 4_000_000;

const own = { guarded: true, errors: ['auth.forbidden', 'request.not_found'] } as const;
const matched = {
  guarded: true,
  errors: [...own.errors, 'domain.match_required', 'domain.changed'],
} as const;
const ofFields = ['domain.name_taken', 'domain.retention_notice', 'domain.config_too_large'] as const;
const tagged = { schema: adminDomainSchema, headers: { ETag: 'The version, for If-Match of a change.' } };

const answer = (c: Context<AppEnv>, domain: AdminDomain, status: 200 | 201 = 200) => {
  c.header('ETag', domain.etag);
  return c.json<AdminDomain, 200 | 201>(domain, status);
};
const publicOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!adminOf(c).isPublic) throw new AppError('auth.forbidden');
  await next();
};
const named = (c: Context<AppEnv>): string => hostName(c.req.param('host') ?? '');

/**
 * Creates the routes of hosts (§10.23), which must be behind the guard for superusers: those of the host of `PUBLIC_URL` for
 * all hosts, others for their own. `If-Match` prevents overwriting another person's change.
 */
export function createAdminRoutes({ domainAdmin }: AdminDeps) {
  return new Hono<AppEnv>()
    .route('/', createDomainRowRoutes(domainAdmin))
    .route('/', createPeopleRoutes(domainAdmin.people))
    .route('/', createRoleAdminRoutes(domainAdmin.roles));
}

function createDomainRowRoutes({ db, known, changes }: DomainAdmin) {
  return new Hono<AppEnv>()
    .get(
      '/domains',
      describe('domain', 'Hosts with their settings', { 200: { schema: adminDomainsSchema } }, own),
      async (c) => {
        const admin = adminOf(c);
        const hosts = await known.mine(db, admin);
        const domains = await Promise.all(hosts.map((host) => known.view(db, admin, host)));
        return c.json({ domains, may_add: admin.isPublic });
      },
    )
    .post(
      '/domains',
      describe('domain', 'Add a host', { 201: tagged }, { ...own, errors: ['auth.forbidden', ...ofFields] }),
      publicOnly,
      bodyOf({ maxBytes: maxBodyBytes }),
      jsonBody(newDomainSchema),
      async (c) => {
        const domain = await changes.add(adminOf(c), c.req.valid('json'));
        c.get('log').info({ host: domain.host, actor: c.get('user').id }, 'domain: added');
        return answer(c, domain, 201);
      },
    )
    .get(
      '/domains/:host',
      describe('domain', 'A host with its settings', { 200: tagged }, own),
      async (c) => {
        const admin = adminOf(c);
        const host = namedHost(await known.mine(db, admin), admin, named(c));
        return answer(c, await known.view(db, admin, host));
      },
    )
    .put(
      '/domains/:host',
      describe(
        'domain',
        'Change a host',
        { 200: tagged },
        { ...matched, errors: [...matched.errors, ...ofFields] },
      ),
      headers(domainChangeHeaderSchema),
      bodyOf({ maxBytes: maxBodyBytes }),
      jsonBody(putDomainSchema),
      async (c) => {
        const sent = c.req.valid('json');
        const domain = await changes.change(adminOf(c), named(c), sent, c.req.header('if-match'));
        const fields = { host: domain.host, actor: c.get('user').id, field: sentFields(sent) };
        c.get('log').info(fields, 'domain: changed');
        return answer(c, domain);
      },
    )
    .delete(
      '/domains/:host',
      describe(
        'domain',
        'Remove a host without people and sessions',
        { 204: { description: 'It is removed.' } },
        { ...matched, errors: [...matched.errors, 'domain.name_taken'] },
      ),
      headers(domainChangeHeaderSchema),
      async (c) => {
        await changes.remove(adminOf(c), named(c), c.req.header('if-match'));
        c.get('log').info({ host: named(c), actor: c.get('user').id }, 'domain: removed');
        return c.body(null, 204);
      },
    )
    .delete(
      '/domains/:host/options',
      describe('domain', 'Back to the shipped options', { 200: tagged }, matched),
      headers(domainChangeHeaderSchema),
      async (c) => {
        const domain = await changes.resetOptions(adminOf(c), named(c), c.req.header('if-match'));
        c.get('log').info({ host: domain.host, actor: c.get('user').id }, 'domain: options reset');
        return answer(c, domain);
      },
    );
}
