import { expect, test } from 'vitest';
import { putDomainSchema } from '#api/contract/admin-domain.ts';
import { domainFixture } from '#web/testing/domain-fixture.ts';
import {
  bitratesOf,
  newDomainOf,
  problemsOfForm,
  toForm,
  toValues,
  type DomainForm,
} from './domain-form.rules.ts';
import { putOf, unitsOf, valuesOf, changedUnits } from './domain-values.rules.ts';

const today = '2026-11-27';
const domain = () =>
  domainFixture({
    names: ['a.example'],
    config: { greeting: 'Hallo', flag: true },
    retention: { audio_days: 60, content_months: 6, next: null },
    links: { chat_app: 'https://chat.example', support_desk: null },
  });
const form = (change: Partial<DomainForm> = {}): DomainForm => ({
  ...toForm(valuesOf(domain()), domain().options),
  ...change,
});
const problems = (change: Partial<DomainForm>, of = domain()) =>
  Object.fromEntries(problemsOfForm(form(change), of, today).fields);
const identity = { issuer: 'https://id.example', client_id: 'web', role_claim: '', roles: [] };
const periods = { audio_days: 60, content_months: 6 };

test('What is opened and saved again is what it was', () => {
  const identityOf = {
    issuer: 'https://id.example',
    client_id: 'web',
    role_claim: 'groups',
    roles: { a: 'doctor' },
  };
  for (const host of [
    domain(),
    domainFixture(),
    domainFixture({ identity: identityOf, app_store: { app_id: '1' } }),
  ]) {
    const values = toValues(toForm(valuesOf(host), host.options));
    expect(changedUnits(unitsOf(valuesOf(host)), unitsOf(values))).toEqual([]);
    expect(putOf(host, values)).toEqual({});
    expect(problemsOfForm(toForm(valuesOf(host), host.options), host, today).fields.size).toBe(0);
  }
});

test('Names are lines, in lower case and without blanks', () => {
  expect(toValues(form({ names: ' A.example \n\n*.b.example\n', host: ' C.Example' }))).toMatchObject({
    host: 'c.example',
    names: ['a.example', '*.b.example'],
  });
});

test.each<[string, Partial<DomainForm>, object]>([
  ['no name', { host: '' }, { host: 'host' }],
  ['an address in place of a name', { host: 'https://a.example' }, { host: 'host' }],
  ['a wrong further name', { names: 'a.example\nb c' }, { names: 'names' }],
  ['a wrong tag', { tags: ['Ä'] }, { tags: 'tag' }],
  [
    'a small file',
    { limits: { max_upload_bytes: 1, quota_bytes: null } },
    { 'limits.max_upload_bytes': 'upload' },
  ],
  ['no space', { limits: { max_upload_bytes: null, quota_bytes: 0 } }, { 'limits.quota_bytes': 'quota' }],
  ['a rate that does not fit', { mp3: { sample_rate: 48_000, bitrate: 24 } }, { mp3: 'mp3' }],
  ['no issuer', { identity: { ...identity, issuer: '' } }, { 'identity.issuer': 'issuer' }],
  ['no client id', { identity: { ...identity, client_id: ' ' } }, { 'identity.client_id': 'clientId' }],
  [
    'a value twice',
    {
      identity: {
        ...identity,
        roles: [
          { value: 'a', role: 'x' },
          { value: 'a ', role: 'y' },
        ],
      },
    },
    { 'identity.roles': 'identityRoles' },
  ],
  [
    'a value without a role',
    { identity: { ...identity, roles: [{ value: 'a', role: '' }] } },
    { 'identity.roles': 'identityRoles' },
  ],
  [
    'a link without https',
    { links: { chat_app: 'http://a.example', support_desk: '' } },
    { 'links.chat_app': 'link' },
  ],
  ['a long id of the app', { app_id: 'x'.repeat(101) }, { app_store: 'appId' }],
  ['a wrong e-mail address', { first_superuser: 'petra' }, { first_superuser: 'email' }],
  ['no key', { config: [{ key: ' ', text: '1' }] }, { 'config.0': 'configKey' }],
  [
    'a key twice',
    {
      config: [
        { key: 'a', text: '1' },
        { key: 'a', text: '2' },
      ],
    },
    { 'config.0': 'configKey', 'config.1': 'configKey' },
  ],
  ['a text without quotation marks', { config: [{ key: 'a', text: 'Hallo' }] }, { 'config.0': 'configJson' }],
  [
    'a large configuration',
    { config: [{ key: 'a', text: JSON.stringify('ä'.repeat(8_000)) }] },
    { config: 'configSize' },
  ],
])('Said at its field: %s', (_what, change, expected) => {
  expect(problems(change)).toEqual(expected);
});

test.each<[string, DomainForm['retention'], object]>([
  ['no days', { audio_days: null, content_months: 6, next: null }, { 'retention.audio_days': 'days' }],
  [
    'too many months',
    { audio_days: 60, content_months: 241, next: null },
    { 'retention.content_months': 'months' },
  ],
  ['longer at once', { audio_days: 61, content_months: 7, next: null }, {}],
  [
    'shorter at once',
    { audio_days: 59, content_months: 6, next: null },
    { 'retention.audio_days': 'shorter' },
  ],
  [
    'fewer months at once',
    { audio_days: 60, content_months: 5, next: null },
    { 'retention.content_months': 'shorter' },
  ],
  ['the shorter default at once', null, { 'retention.audio_days': 'shorter' }],
  ['announced in time', { ...periods, next: { ...periods, audio_days: 30, effective: '2026-12-27' } }, {}],
  [
    'announced late',
    { ...periods, next: { ...periods, audio_days: 30, effective: '2026-12-26' } },
    { 'retention.next.effective': 'effective' },
  ],
  [
    'longer as an announcement',
    { ...periods, next: { ...periods, audio_days: 61, effective: '2026-12-27' } },
    { 'retention.next.audio_days': 'longer' },
  ],
  [
    'no day',
    { ...periods, next: { ...periods, effective: '' } },
    { 'retention.next.effective': 'effective' },
  ],
])('Retention: %s', (_what, retention, expected) => {
  expect(problems({ retention })).toEqual(expected);
});

test('An announcement that is not touched stays, whatever its day', () => {
  const retention = { ...periods, next: { audio_days: 30, content_months: 6, effective: '2026-12-01' } };
  expect(problems({ retention }, domainFixture({ retention }))).toEqual({});
});

test('What has no problem is taken by the contract', () => {
  const values = toValues(
    form({
      tags: ['share', 'own:mark'],
      identity,
      app_id: '12',
      limits: { max_upload_bytes: 5_000_000, quota_bytes: null },
    }),
  );
  expect(putDomainSchema.safeParse(putOf(domain(), values)).success).toBe(true);
});

test('An option says in its own place what is wrong', () => {
  const [first, ...rest] = form().options;
  const { fields, options } = problemsOfForm(
    form({ options: [{ ...first!, names: { ...first!.names, fr: '' } }, ...rest] }),
    domain(),
    today,
  );
  expect(fields.size).toBe(0);
  expect([...options]).toEqual([['minutes', { fr: 'nameRequired' }]]);
});

test('A new host needs a name and the address of its first superuser', () => {
  const empty = newDomainOf({ host: '', names: '', first_superuser: '' });
  expect(Object.fromEntries(empty.problems)).toEqual({ host: 'host', first_superuser: 'email' });
  const right = newDomainOf({
    host: ' Neu.example',
    names: 'a.example',
    first_superuser: ' petra@example.ch ',
  });
  expect(right.problems.size).toBe(0);
  expect(right.body).toEqual({
    host: 'neu.example',
    names: ['a.example'],
    first_superuser: 'petra@example.ch',
  });
});

test('Bit rates are those that go with the sample rate', () => {
  expect(bitratesOf(16_000)).toEqual([24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]);
  expect(bitratesOf(48_000)).toEqual([32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]);
});
