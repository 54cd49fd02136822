import { expect, test } from 'vitest';
import { domainFixture } from '#web/testing/domain-fixture.ts';
import {
  changedUnits,
  conflictsOf,
  merged,
  putOf,
  unitsOf,
  valuesOf,
  valuesOfUnits,
  type DomainValues,
} from './domain-values.rules.ts';

const full = () =>
  domainFixture({
    names: ['b.example', 'a.example'],
    tags: ['share', 'dictation'],
    config: { greeting: 'Hallo', nested: { b: 1, a: [2] } },
    limits: { max_upload_bytes: 5_000_000, quota_bytes: null },
    links: { chat_app: 'https://chat.example', support_desk: null },
    app_store: { app_id: '42' },
  });
const changed = (change: Partial<DomainValues>): DomainValues => ({ ...valuesOf(full()), ...change });
const units = (change: Partial<DomainValues> = {}) => unitsOf(changed(change));

test('Nothing differs between a host and itself, and values come back from their units', () => {
  expect(changedUnits(units(), units())).toEqual([]);
  const back = valuesOfUnits(units());
  expect(changedUnits(units(), unitsOf(back))).toEqual([]);
  expect(back).toMatchObject({
    limits: { max_upload_bytes: 5_000_000, quota_bytes: null },
    names: ['b.example', 'a.example'],
  });
  expect(valuesOfUnits(units({ limits: null })).limits).toBeNull();
});

test('The order of functions and of keys in JSON is no difference, the order of names is one', () => {
  expect(changedUnits(units(), units({ tags: ['dictation', 'share'] }))).toEqual([]);
  expect(changedUnits(units(), units({ config: { nested: { a: [2], b: 1 }, greeting: 'Hallo' } }))).toEqual(
    [],
  );
  expect(changedUnits(units(), units({ names: ['a.example', 'b.example'] }))).toEqual(['names']);
});

test.each<[string, Partial<DomainValues>, string[]]>([
  ['a limit', { limits: { max_upload_bytes: 5_000_000, quota_bytes: 9_000_000 } }, ['limits.quota_bytes']],
  ['no limits', { limits: null }, ['limits.max_upload_bytes']],
  [
    'an entry of the configuration',
    { config: { greeting: 'Grüezi', nested: { b: 1, a: [2] } } },
    ['config.greeting'],
  ],
  ['an entry less', { config: { greeting: 'Hallo' } }, ['config.nested']],
  ['no list of functions', { tags: null }, ['tags']],
  ['an option less', { options: valuesOf(full()).options.slice(1) }, ['options.minutes']],
])('The unit that differs is named: %s', (_what, change, expected) => {
  expect(changedUnits(units(), units(change))).toEqual(expected);
});

test('What only one person has changed stays as that person has set it', () => {
  const mine = units({ limits: { max_upload_bytes: 6_000_000, quota_bytes: null }, app_store: null });
  const theirs = units({
    limits: { max_upload_bytes: 5_000_000, quota_bytes: 7_000_000 },
    config: { greeting: 'Hallo' },
  });
  const both = valuesOfUnits(merged(units(), mine, theirs, new Set()));
  expect(both).toMatchObject({
    limits: { max_upload_bytes: 6_000_000, quota_bytes: 7_000_000 },
    app_store: null,
    config: { greeting: 'Hallo' },
    links: { chat_app: 'https://chat.example', support_desk: null },
  });
  expect(conflictsOf(units(), mine, theirs)).toHaveLength(4);
  expect(conflictsOf(units(), mine, theirs).some(({ isMine, isTheirs }) => isMine && isTheirs)).toBe(false);
});

test('Where both have changed the same, mine stays unless it is given up', () => {
  const mine = units({ app_store: { app_id: 'mine' }, tags: [] });
  const theirs = units({ app_store: { app_id: 'theirs' } });
  const unit = 'app_store.app_id';
  expect(conflictsOf(units(), mine, theirs).find((each) => each.unit === unit)).toMatchObject({
    base: '42',
    mine: 'mine',
    theirs: 'theirs',
    isMine: true,
    isTheirs: true,
  });
  expect(merged(units(), mine, theirs, new Set()).get(unit)).toBe('mine');
  const given = merged(units(), mine, theirs, new Set([unit]));
  expect(given.get(unit)).toBe('theirs');
  expect(given.get('tags')).toEqual([]);
});

test('An option that I removed is gone, one that the other person added is there', () => {
  const { options } = valuesOf(full());
  const added = { ...options[1]!, label: 'letter' };
  const both = merged(
    units(),
    units({ options: options.slice(1) }),
    units({ options: [...options, added] }),
    new Set(),
  );
  expect(valuesOfUnits(both).options.map(({ label }) => label)).toEqual([
    ...options.slice(1).map(({ label }) => label),
    'letter',
  ]);
});

test('Only fields that differ are sent, and options that did not change exactly as they came', () => {
  const domain = full();
  domain.options[1]!.prompt = ' Sum it up.\n';
  expect(putOf(domain, valuesOf(domain))).toEqual({});
  expect(putOf(domain, { ...valuesOf(domain), tags: null, app_store: null })).toEqual({
    tags: null,
    app_store: null,
  });
  const { options } = valuesOf(domain);
  const renamed = options.map((option) =>
    option.label === 'minutes'
      ? { ...option, names: { ...option.names, de: 'Notiz' } }
      : { ...option, prompt: option.prompt.trim() },
  );
  expect(putOf(domain, { ...valuesOf(domain), options: renamed })).toEqual({
    options: [renamed[0], ...options.slice(1)],
  });
});
