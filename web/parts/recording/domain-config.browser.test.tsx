import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { limits } from '#api/contract/limits.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { lastConfigKey } from '#web/lib/domain-config-query.ts';
import { setTimings, sleep } from '#web/lib/time.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { useMaxUploadBytes } from './domain-config.ts';

const screen = createTestScreen();
const api = createTestApi();
const call = 'GET /api/v1/domain-config';
const small = domainConfigFixture(null, { max_upload_bytes: 7_000_000 });

let restore: () => void;
beforeEach(() => {
  restore = setTimings({ domainConfigPatienceMs: 80, retryBaseMs: 1 });
});
afterEach(() => restore());

function Limit() {
  return <output>{useMaxUploadBytes() ?? 'waits'}</output>;
}

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  screen.show(
    <QueryClientProvider client={client}>
      <Limit />
    </QueryClientProvider>,
  );
  return client;
}
const shown = () => screen.host.textContent;
const limit = page.getByRole('status');

test('A limit whose answer is slow is awaited for a moment only, and taken over when it comes', async () => {
  const answer = Promise.withResolvers<object>();
  api.on(call, () => answer.promise);
  show();
  expect(shown()).toBe('waits');
  await expect.element(limit).toHaveTextContent(String(limits.maxUploadBytes));
  answer.resolve(small);
  await expect.element(limit).toHaveTextContent('7000000');
});

test('A limit that the server does not tell is the default', async () => {
  restore();
  restore = setTimings({ domainConfigPatienceMs: 600_000, retryBaseMs: 1 });
  api.on(call, () => refusal(500, 'request.failed'));
  show();
  await expect.element(limit).toHaveTextContent(String(limits.maxUploadBytes));
});

test('A screen that has a limit keeps one while the server is asked again after a failure', async () => {
  restore();
  restore = setTimings({ domainConfigPatienceMs: 600_000, retryBaseMs: 1 });
  api.on(call, () => refusal(500, 'request.failed'));
  const client = show();
  await expect.element(limit).toHaveTextContent(String(limits.maxUploadBytes));
  const answer = Promise.withResolvers<object>();
  api.on(call, () => answer.promise);
  void client.refetchQueries();
  await expect.poll(() => client.isFetching()).toBe(1);
  await sleep(50);
  expect(shown()).toBe(String(limits.maxUploadBytes));
  answer.resolve(small);
  await expect.element(limit).toHaveTextContent('7000000');
});

test('The limit that was known last holds at once, before the answer', async () => {
  localStore.setItem(lastConfigKey(location.hostname), JSON.stringify(small));
  api.on(call, () => new Promise(() => {}));
  show();
  expect(shown()).toBe('7000000');
});
