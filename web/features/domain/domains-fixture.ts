import { page } from 'vitest/browser';
import { expect } from 'vitest';
import type { AdminDomain, PutDomain } from '#api/contract/admin-domain.ts';
import type { Role } from '#api/contract/role.ts';
import { de } from '#web/i18n/de/index.ts';
import { domainFixture } from '#web/testing/domain-fixture.ts';
import type { TestApi } from '#web/testing/test-api.ts';

export const listCall = 'GET /api/v1/admin/domains';
export const putCall = (host = 'localhost') => `PUT /api/v1/admin/domains/${host}`;
export const rolesCall = (host = 'localhost') => `GET /api/v1/admin/domains/${host}/roles`;

/** For tests: a server with these hosts, which takes every change. */
export function serveDomains(
  api: TestApi,
  domains: readonly AdminDomain[],
  roles: readonly Role[] = [],
): void {
  api.on(listCall, () => ({ domains, may_add: domains.some(({ may_name }) => may_name) }));
  for (const domain of domains) {
    api.on(putCall(domain.host), (body) => savedOf(domain, body as PutDomain));
    api.on(rolesCall(domain.host), () => Response.json({ roles }, { headers: { etag: '"roles"' } }));
  }
}

/** For tests: a host as the server answers after a change. */
export const savedOf = (domain: AdminDomain, put: PutDomain): AdminDomain => {
  const { options, first_superuser, ...row } = put;
  return domainFixture({
    ...domain,
    ...(row as Partial<AdminDomain>),
    ...(first_superuser === undefined ? {} : { first_superuser }),
    ...(options ? { own: true, options: options.map((option) => ({ ...option, rev: 2 })) } : {}),
    etag: '"second"',
  });
};

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const box = (name: string | RegExp) => page.getByRole('textbox', { name });
export const save = () => button(de.domain.save);
/** Presses the button to save, and waits until nothing is unsaved. */
export async function saveAll(): Promise<void> {
  await save().click();
  await expect.element(page.getByText(de.domain.asSaved)).toBeVisible();
}
export const sentTo = (api: TestApi, call: string): unknown[] =>
  api.calls.filter((each) => each.call === call).map(({ body }) => body);
