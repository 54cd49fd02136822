import { expect, test } from 'vitest';
import { domainFixture } from '#web/testing/domain-fixture.ts';
import { readFile, readJson, toJson } from './domain-json.rules.ts';
import { changedUnits, unitsOf, valuesOf } from './domain-values.rules.ts';

const words = { syntax: 'No JSON.', naming: 'Not yours.' };
const domain = domainFixture({ tags: ['share'], config: { a: 1 } });
const present = valuesOf(domain);
const read = (text: string, of = domain) => readJson(text, present, of, words);

test('What is written as JSON is read again', () => {
  const { values, faults } = read(toJson(present));
  expect(faults).toEqual([]);
  expect(changedUnits(unitsOf(present), unitsOf(values))).toEqual([]);
});

test('Fields that are left out stay, others are taken', () => {
  const { values, faults } = read('{"tags":null,"config":{"b":[2]},"options":null}');
  expect(faults).toEqual([]);
  expect(values).toMatchObject({
    tags: null,
    config: { b: [2] },
    host: 'localhost',
    options: present.options,
  });
});

test('A text that is no JSON is told', () => {
  const { values, faults } = read('{"tags":');
  expect(values).toBe(present);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ path: '' });
  expect(faults[0]?.message).toContain('No JSON.');
});

test('What violates the contract is told with its path', () => {
  const { values, faults } = read('{"retention":{"audio_days":0,"content_months":6,"next":null},"colour":1}');
  expect(values).toBe(present);
  expect(faults.map(({ path }) => path)).toEqual(['retention.audio_days', '']);
  expect(faults[1]?.message).toContain('colour');
});

test('Whoever may not name hosts cannot change what others decide', () => {
  const own = { ...domain, may_name: false };
  const { values, faults } = read(
    '{"host":"other.example","limits":{"max_upload_bytes":5000000,"quota_bytes":null},"tags":[]}',
    own,
  );
  expect(values).toBe(present);
  expect(faults).toEqual([
    { path: 'host', message: 'Not yours.' },
    { path: 'limits', message: 'Not yours.' },
  ]);
  expect(read('{"tags":[]}', own)).toMatchObject({ faults: [], values: { tags: [] } });
});

test('A file of another host does not bring its name along', () => {
  const other = toJson({
    ...present,
    host: 'other.example',
    names: ['b.example'],
    limits: { max_upload_bytes: 5_000_000, quota_bytes: null },
    tags: [],
  });
  const { values, faults } = readFile(other, present, domain, words);
  expect(faults).toEqual([]);
  expect(values).toMatchObject({
    host: 'localhost',
    names: [],
    tags: [],
    limits: { max_upload_bytes: 5_000_000 },
  });
  const own = readFile(other, present, { ...domain, may_name: false }, words);
  expect(own).toMatchObject({ faults: [], values: { host: 'localhost', limits: null, tags: [] } });
});
