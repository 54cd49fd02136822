import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PutDomain } from '#api/contract/admin-domain.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { domainFixture, roleFixture } from '#web/testing/domain-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { box, button, putCall, save, saveAll, savedOf, sentTo, serveDomains } from './domains-fixture.ts';
import { DomainsScreen } from './domains-screen.tsx';
import { partKeys, type PartKey } from './form/parts.rules.ts';
import { earliestDay, toDay } from './form/retention.rules.ts';

const screen = createTestScreen();
const api = createTestApi();
const words = de.domain;
const doctor = roleFixture('doctor', 'Ärztin', { role_name_fr: 'Médecin', is_default: true });

beforeEach(() => serveDomains(api, [domainFixture()], [doctor]));
afterEach(() => {
  queryClient.clear();
  document.documentElement.removeAttribute('data-theme');
});

const show = async (part: PartKey, host = 'localhost') => {
  const routed = createRoutedScreen('/admin/domains', DomainsScreen);
  screen.show(routed.element);
  await routed.go(`/admin/domains?host=${host}&part=${part}`);
  await expect.element(page.getByRole('heading', { name: words.part[part], exact: true })).toBeVisible();
  return routed;
};
const sent = () => sentTo(api, putCall()) as PutDomain[];
const choose = (text: string) => page.getByRole('region').getByText(text, { exact: true }).click();
const number = async (name: string, value: string) => {
  await page.getByRole('textbox', { name }).fill(value);
  await userEvent.tab();
};

test('Functions: a list of one’s own begins with the usual ones; a switch and a tag without one are saved', async () => {
  await show('functions');
  await choose(words.functions.own);
  await expect
    .element(page.getByRole('checkbox', { name: new RegExp(`^${words.tag.share.name}`) }))
    .toBeChecked();
  await choose(words.tag.share.name);
  for (const tag of ['Anderes', 'Eigenes:1']) {
    await box(words.functions.tag).fill(tag);
    await userEvent.keyboard('{Enter}');
  }
  await button(words.functions.remove.replace('{{tag}}', 'anderes')).click();
  await expect.element(box(words.functions.tag)).toHaveFocus();
  await saveAll();
  expect(sent()).toEqual([
    { tags: ['dictation', 'preview', 'pairing', 'fact_check', 'audio_download', 'eigenes:1'] },
  ]);
  await choose(words.functions.standard);
  await saveAll();
  expect(sent().at(-1)).toEqual({ tags: null });
});

test('Functions: a tag that the contract does not take is told at once', async () => {
  await show('functions');
  await choose(words.functions.own);
  await box(words.functions.tag).fill('nicht so');
  await button(words.functions.add).click();
  await expect.element(page.getByText(words.problem.tag)).toBeVisible();
});

test('Limits: an empty field is the default, a number is saved in bytes', async () => {
  await show('limits');
  await expect.element(page.getByText('Vorgabe: 300 MB')).toBeVisible();
  await number(words.limits.upload, '500');
  await number(words.limits.quota, '20');
  await saveAll();
  expect(sent()).toEqual([{ limits: { max_upload_bytes: 500_000_000, quota_bytes: 20_000_000_000 } }]);
  await number(words.limits.upload, '');
  await number(words.limits.quota, '');
  await saveAll();
  expect(sent().at(-1)).toEqual({ limits: null });
});

test('Whoever may not name hosts reads names, limits and sign-in, and changes nothing of them', async () => {
  const identity = { issuer: 'https://id.example', client_id: 'web', role_claim: null, roles: {} };
  serveDomains(api, [domainFixture({ may_name: false, names: ['b.example'], identity })]);
  const routed = await show('names');
  await expect.element(page.getByText('b.example')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await routed.go('/admin/domains?host=localhost&part=limits');
  await expect.element(page.getByText('300 MB')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
  await routed.go('/admin/domains?host=localhost&part=identity');
  await expect.element(page.getByText('https://id.example')).toBeVisible();
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

test('Retention: a shorter period is refused until it is announced 30 days ahead', async () => {
  await show('retention');
  await choose(words.retention.own);
  await number(words.retention.audio, '20');
  await save().click();
  await expect.element(page.getByText(words.problem.shorter)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: words.retention.audio })).toHaveFocus();
  await number(words.retention.audio, '30');
  await choose(words.retention.announce);
  const audio = page.getByRole('textbox', { name: words.retention.audio });
  await audio.nth(1).fill('20');
  const day = earliestDay(toDay(Date.now()));
  await expect.element(page.getByLabelText(words.retention.effective)).toHaveValue(day);
  await page.getByLabelText(words.retention.effective).fill(toDay(Date.now()));
  await save().click();
  await expect.element(page.getByText(/Wählen Sie einen Tag ab/)).toBeVisible();
  await page.getByLabelText(words.retention.effective).fill(day);
  expect(page.getByRole('row').elements()).toHaveLength(4);
  await saveAll();
  expect(sent()).toEqual([
    {
      retention: {
        audio_days: 30,
        content_months: 6,
        next: { audio_days: 20, content_months: 6, effective: day },
      },
    },
  ]);
});

test('Retention: announced periods that have come into force are the periods to change', async () => {
  const next = { audio_days: 10, content_months: 3, effective: '2026-01-01' };
  serveDomains(api, [domainFixture({ retention: { audio_days: 60, content_months: 6, next } })]);
  await show('retention');
  await expect.element(page.getByRole('textbox', { name: words.retention.audio })).toHaveValue('10');
  await number(words.retention.audio, '15');
  await saveAll();
  expect(sent()).toEqual([{ retention: { audio_days: 15, content_months: 3, next: null } }]);
});

test('Sound: another sample rate takes the nearest bit rate that goes with it', async () => {
  serveDomains(api, [domainFixture({ mp3: { sample_rate: 16_000, bitrate: 24 } })]);
  await show('sound');
  await page.getByRole('button', { name: new RegExp(words.sound.rate) }).click();
  await page.getByRole('option', { name: '48 kHz' }).click();
  await saveAll();
  expect(sent()).toEqual([{ mp3: { sample_rate: 48_000, bitrate: 32 } }]);
});

test('Sign-in: a provider with values for roles is saved; the main address has none here', async () => {
  const routed = await show('identity');
  await choose(words.identity.own);
  await save().click();
  await expect.element(page.getByText(words.problem.issuer)).toBeVisible();
  await expect.element(box(words.identity.issuer)).toHaveFocus();
  await box(words.identity.issuer).fill('https://id.example');
  await box(words.identity.clientId).fill('web');
  await box(words.identity.claim).fill('groups');
  await button(words.identity.add).click();
  await expect.element(box(words.identity.value)).toHaveFocus();
  await userEvent.keyboard('aerzte');
  await saveAll();
  expect(sent()).toEqual([
    {
      identity: {
        issuer: 'https://id.example',
        client_id: 'web',
        role_claim: 'groups',
        roles: { aerzte: 'doctor' },
      },
    },
  ]);
  serveDomains(api, [domainFixture({ is_public: true })]);
  await routed.go('/library');
  queryClient.clear();
  await routed.go('/admin/domains?host=localhost&part=identity');
  await expect.element(page.getByText(words.identity.public)).toBeVisible();
});

test('Links: only https is taken; an empty field is none', async () => {
  serveDomains(api, [domainFixture({ app_store: { app_id: '1' } })]);
  await show('links');
  await box(words.unit.chat_app).fill('http://chat.example');
  await save().click();
  await expect.element(page.getByText(words.problem.link)).toBeVisible();
  await box(words.unit.chat_app).fill('https://chat.example');
  await box(words.unit.app_id).fill('');
  await saveAll();
  expect(sent()).toEqual([
    { links: { chat_app: 'https://chat.example', support_desk: null }, app_store: null },
  ]);
});

test('Configuration: keys with values in JSON; what is no JSON is told at its field', async () => {
  serveDomains(api, [domainFixture({ config: { old: true } })]);
  await show('config');
  await button(words.config.add).click();
  await expect.element(box(words.config.key).nth(1)).toHaveFocus();
  await userEvent.keyboard('greeting');
  await box(words.config.value).nth(1).fill('Hallo');
  await save().click();
  await expect.element(page.getByText(words.problem.configJson)).toBeVisible();
  await box(words.config.value).nth(1).fill('{"de": "Hallo"}');
  await button(words.config.remove.replace('{{key}}', 'old')).click();
  await saveAll();
  expect(sent()).toEqual([{ config: { greeting: { de: 'Hallo' } } }]);
});

test('Names: a renamed host is shown under its new name; one with people cannot be deleted', async () => {
  await show('names');
  await expect.element(page.getByText(/lässt sich deshalb nicht löschen/)).toBeVisible();
  await box(words.unit.host).fill('Neu.example');
  await box(words.unit.names).fill('a.example\nB.example');
  await save().click();
  await expect.element(page.getByRole('heading', { name: 'neu.example' })).toBeVisible();
  expect(sent()).toEqual([{ host: 'neu.example', names: ['a.example', 'b.example'] }]);
  expect(page.getByRole('alertdialog').elements()).toEqual([]);
});

test('Names: a host is not renamed while roles are unsaved, because they would be lost', async () => {
  const routed = await show('roles');
  await button(words.roles.add).click();
  await box('Deutsch').nth(1).fill('Pflege');
  await routed.go('/admin/domains?host=localhost&part=names');
  await box(words.unit.host).fill('neu.example');
  await save().click();
  await expect.element(box('Deutsch').nth(1)).toHaveValue('Pflege');
  expect(sent()).toEqual([]);
});

test('Names: an empty host is deleted when the question is answered', async () => {
  serveDomains(api, [domainFixture(), domainFixture({ host: 'leer.example', people: 0, sessions: 0 })]);
  const call = 'DELETE /api/v1/admin/domains/leer.example';
  api.on(call, () => new Response(null, { status: 204 }));
  await show('names', 'leer.example');
  await button(words.remove.action).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.remove.confirm }).click();
  await expect.element(page.getByRole('heading', { name: 'localhost' })).toBeVisible();
  expect(api.calls.find((each) => each.call === call)?.headers.get('if-match')).toBe('"first"');
});

test('A problem in another part leads there', async () => {
  const routed = await show('links');
  await box(words.unit.chat_app).fill('http://chat.example');
  await routed.go('/admin/domains?host=localhost&part=sound');
  await expect.element(page.getByRole('heading', { name: words.part.sound, exact: true })).toBeVisible();
  await save().click();
  await expect.element(box(words.unit.chat_app)).toHaveFocus();
  expect(sent()).toEqual([]);
});

describe('Raw view', () => {
  const area = () => box(words.raw.json);
  const file = (content: string) => new File([content], 'domain.json', { type: 'application/json' });
  const upload = (content: string) =>
    userEvent.upload(document.querySelector('input[type="file"]') as HTMLElement, file(content));

  test('JSON is checked with its paths while it is typed, and saved when it is right', async () => {
    await show('raw');
    await area().fill('{"tags": ["share"], "mp3": {"sample_rate": 1, "bitrate": 2}}');
    await expect.element(page.getByText('mp3.sample_rate')).toBeVisible();
    await save().click();
    await expect.element(area()).toHaveFocus();
    expect(sent()).toEqual([]);
    await area().fill('{"tags": ["share"]}');
    await expect.element(page.getByText('mp3.sample_rate')).not.toBeInTheDocument();
    await saveAll();
    expect(sent()).toEqual([{ tags: ['share'] }]);
  });

  test('A file shows what it changes before anything changes', async () => {
    await show('raw');
    await upload(JSON.stringify({ host: 'other.example', tags: ['share'], links: null }));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText(words.unit.tags)).toBeVisible();
    await expect.element(dialog.getByText('other.example')).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
    await dialog.getByRole('button', { name: words.import.use }).click();
    await expect.element(page.getByText(words.unsaved)).toBeVisible();
    await saveAll();
    expect(sent()).toEqual([{ tags: ['share'] }]);
  });

  test('A file that cannot be used says why, one that changes nothing says so', async () => {
    await show('raw');
    const dialog = page.getByRole('dialog');
    await upload('{"tags": [1]}');
    await expect.element(dialog.getByText('tags.0')).toBeVisible();
    await dialog.getByRole('button', { name: de.shell.close }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await upload('{"tags": null}');
    await expect.element(dialog.getByText(words.import.same)).toBeVisible();
  });
});

test('Preview: what a role sees, with changes that are not saved, and names in another language', async () => {
  const options = domainFixture().options.map((option) =>
    option.label === 'minutes' ? { ...option, roles: ['doctor'] } : option,
  );
  serveDomains(api, [domainFixture({ options })], [doctor]);
  const routed = await show('preview');
  await expect.element(page.getByText(words.preview.rolesOff)).toBeVisible();
  await expect.element(page.getByText('Protokoll')).not.toBeInTheDocument();
  await routed.go('/admin/domains?host=localhost&part=functions');
  await choose(words.functions.own);
  await choose(words.tag.roles.name);
  await routed.go('/admin/domains?host=localhost&part=preview');
  await expect.element(page.getByText('Protokoll')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(words.preview.language) }).click();
  await page.getByRole('option', { name: 'Français' }).click();
  await expect.element(page.getByText('Procès-verbal')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(words.preview.role) }).click();
  await expect.element(page.getByRole('option', { name: 'Médecin' })).toBeVisible();
  expect(sent()).toEqual([]);
});

test('After saving the page asks again for the options and the settings of its own host', async () => {
  const keys = [
    ['option', 'offered', location.hostname],
    ['domain', 'config', location.hostname],
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  await show('functions');
  await choose(words.functions.own);
  await saveAll();
  for (const key of keys) expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('What the server refuses is said, and the next try is possible', async () => {
  api.on(putCall(), () => refusal(409, 'domain.name_taken'));
  await show('names');
  await box(words.unit.names).fill('a.example');
  await save().click();
  await expect.element(page.getByRole('alert').getByText(de.error.domain.name_taken)).toBeVisible();
  api.on(putCall(), (body) => savedOf(domainFixture(), body as PutDomain));
  await saveAll();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

test.each(partKeys)('Without faults for all, light and dark, also on a phone: %s', async (part) => {
  const identity = {
    issuer: 'https://id.example',
    client_id: 'web',
    role_claim: 'g',
    roles: { a: 'doctor', b: 'gone' },
  };
  const next = { audio_days: 10, content_months: 3, effective: '2099-01-01' };
  serveDomains(
    api,
    [
      domainFixture({
        tags: ['share', 'own:mark'],
        config: { greeting: 'Hallo' },
        retention: { audio_days: 60, content_months: 6, next },
        mp3: { sample_rate: 16_000, bitrate: 24 },
        identity,
      }),
    ],
    [doctor, roleFixture('nurse', 'Pflege')],
  );
  api.on('GET /api/v1/admin/domains/localhost/people', () => ({ people: [], hasMore: false }));
  api.on('GET /api/v1/admin/domains/localhost/announcements', () => ({ announcements: [] }));
  api.on('GET /api/v1/admin/domains/localhost/survey', () => ({
    from: null,
    to: '2026-11-20',
    totals: [],
    days: [],
  }));
  await show(part);
  for (const [theme, width] of [
    ['light', 1_200],
    ['dark', 360],
  ] as const) {
    document.documentElement.dataset['theme'] = theme;
    await page.viewport(width, 800);
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
});
