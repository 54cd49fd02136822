import { expect, it } from 'vitest';
import { createDomainRoutes } from './domain.routes.ts';

it.each([
  ['prod', 150_000_000],
  ['stage', 500_000_000],
])('tells the page the upload limit of %s (§5) and the mp3 to make', async (environment, maxBytes) => {
  const mp3 = { sample_rate: 24_000, bitrate: 64 } as const;
  const response = await createDomainRoutes({ environment, mp3 }).request('/domain-config');
  expect(await response.json()).toEqual({ tags: [], config: { max_upload_bytes: maxBytes, mp3 } });
});
