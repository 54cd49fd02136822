import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DomainConfig } from '#api/contract/domain.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { domainConfigQuery, lastConfigKey } from './domain-config-query.ts';

const minuteMs = 60_000;
let entries: Map<string, string>;
let answer: () => unknown;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T10:00:00Z') });
  entries = new Map();
  asked = [];
  answer = () => domainConfigFixture(['share']);
});
afterEach(() => {
  vi.useRealTimers();
});

const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
};

/** Opens a page: `use` is what a screen does that needs the configuration. */
function openPage(host = 'a.ch', device: Pick<Storage, 'getItem' | 'setItem'> = storage) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const query = domainConfigQuery({
    host,
    storage: device,
    async fetchConfig() {
      asked.push(host);
      return answer();
    },
  });
  const known = (): DomainConfig | undefined => client.getQueryData(query.queryKey);
  return { known, use: () => client.prefetchQuery(query) };
}

const fail = () => {
  throw new TypeError('no connection');
};

it('is asked for at most every 5 minutes, and then again when a screen needs it', async () => {
  const page = openPage();
  await page.use();
  vi.setSystemTime(Date.now() + 5 * minuteMs - 1);
  await page.use();
  expect(asked).toHaveLength(1);
  answer = () => domainConfigFixture(['preview']);
  vi.setSystemTime(Date.now() + 1);
  await page.use();
  expect(asked).toHaveLength(2);
  expect(page.known()?.tags).toEqual(['preview']);
});

it('belongs to its host, also on the device', async () => {
  await openPage('a.ch').use();
  answer = fail;
  const other = openPage('b.ch');
  await other.use();
  expect(other.known()).toBeUndefined();
  expect([...entries.keys()]).toEqual([lastConfigKey('a.ch')]);
});

it('stays as it was after a failure, in this page and after a reload', async () => {
  const first = openPage();
  await first.use();
  answer = fail;
  vi.setSystemTime(Date.now() + 6 * minuteMs);
  await first.use();
  expect(first.known()?.tags).toEqual(['share']);
  const reloaded = openPage();
  await reloaded.use();
  expect(reloaded.known()?.tags).toEqual(['share']);
  expect(asked).toHaveLength(3);
});

it('is asked for at each load of the page, and what was stored holds until the answer is there', async () => {
  await openPage().use();
  const late = Promise.withResolvers<unknown>();
  answer = () => late.promise;
  const reloaded = openPage();
  const using = reloaded.use();
  expect(reloaded.known()?.tags).toEqual(['share']);
  late.resolve(domainConfigFixture([]));
  await using;
  expect(reloaded.known()?.tags).toEqual([]);
});

it.each([
  ['no JSON', '{'],
  ['another shape', '{"tags":"share"}'],
  ['an unknown mp3', JSON.stringify(domainConfigFixture(['share'])).replace('24000', '11025')],
  ['null', 'null'],
])('is not known if what was stored is %s', async (_name, stored) => {
  entries.set(lastConfigKey('a.ch'), stored);
  answer = fail;
  const page = openPage();
  await page.use();
  expect(page.known()).toBeUndefined();
});

it('counts an answer that it cannot read as a failure, and does not store it', async () => {
  answer = () => ({ tags: ['share'] });
  const page = openPage();
  await page.use();
  expect(page.known()).toBeUndefined();
  expect(entries.size).toBe(0);
});

it('holds in a browser that stores nothing', async () => {
  const page = openPage('a.ch', { getItem: fail, setItem: fail });
  await page.use();
  expect(page.known()?.tags).toEqual(['share']);
});
