import { expect, it } from 'vitest';
import { createDomainRoutes } from './domain.routes.ts';

it.each([
  ['prod', 150_000_000],
  ['stage', 500_000_000],
])('tells the page the upload limit of %s (§5)', async (environment, maxBytes) => {
  const response = await createDomainRoutes({ environment }).request('/domain-config');
  expect(await response.json()).toEqual({ tags: [], config: { max_upload_bytes: maxBytes } });
});
