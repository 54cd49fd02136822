import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NewDomain, Person } from '#api/contract/admin-domain.ts';
import type { Roles } from '#api/contract/role.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { domainFixture, personFixture, roleFixture } from '#web/testing/domain-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { box, button, listCall, rolesCall, save, saveAll, sentTo, serveDomains } from './domains-fixture.ts';
import { DomainsScreen } from './domains-screen.tsx';

const screen = createTestScreen();
const api = createTestApi();
const words = de.domain;
const doctor = roleFixture('doctor', 'Ärztin', { is_default: true });
const nurse = roleFixture('nurse', 'Pflege');
const peopleCall = 'GET /api/v1/admin/domains/localhost/people';
const personCall = 'PUT /api/v1/admin/domains/localhost/people/p1';
const rolesPut = 'PUT /api/v1/admin/domains/localhost/roles';
const tagged = (roles: Roles['roles'], etag: string) => Response.json({ roles }, { headers: { etag } });

let people: Person[];
beforeEach(() => {
  people = [personFixture(), personFixture({ id: 'p2', name: 'Urs Beispiel', email: 'urs@example.ch' })];
  serveDomains(api, [domainFixture()], [doctor, nurse]);
  api.on(peopleCall, () => ({ people, hasMore: false }));
  api.on(personCall, (body) => {
    people = people.map((person) =>
      person.id === 'p1' ? { ...person, ...(body as Partial<Person>) } : person,
    );
    return people[0];
  });
});
afterEach(() => queryClient.clear());

const show = async (part: 'people' | 'roles') => {
  const routed = createRoutedScreen('/admin/domains', DomainsScreen);
  screen.show(routed.element);
  await routed.go(`/admin/domains?host=localhost&part=${part}`);
  await expect.element(page.getByRole('heading', { name: words.part[part], exact: true })).toBeVisible();
  return routed;
};
const dialog = () => page.getByRole('dialog');
const question = () => page.getByRole('alertdialog');
const open = async () => {
  await button(words.people.editName.replace('{{name}}', 'Petra Muster')).click();
  await expect.element(dialog()).toBeVisible();
};

test('A role is given to a person; only what differs is sent', async () => {
  await show('people');
  await open();
  await dialog().getByText('Pflege').click();
  await dialog().getByRole('button', { name: words.save }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sentTo(api, personCall)).toEqual([{ roles: ['nurse'] }]);
  await expect.element(page.getByText('Pflege', { exact: true })).toBeVisible();
});

test('What somebody else changes while the dialog is open is not undone', async () => {
  await show('people');
  await open();
  people = [personFixture({ is_superuser: true })];
  await queryClient.refetchQueries({ type: 'active' });
  await expect.element(page.getByText('Urs Beispiel', { exact: true })).not.toBeInTheDocument();
  await dialog().getByText('Pflege').click();
  await dialog().getByRole('button', { name: words.save }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sentTo(api, personCall)).toEqual([{ roles: ['nurse'] }]);
});

test('A person is locked when the question is answered', async () => {
  await show('people');
  await open();
  await dialog().getByText(words.people.lock, { exact: true }).click();
  await dialog().getByRole('button', { name: words.save }).click();
  await expect.element(question().getByText(words.people.lockText)).toBeVisible();
  await question().getByRole('button', { name: de.shell.cancel }).click();
  expect(sentTo(api, personCall)).toEqual([]);
  await dialog().getByRole('button', { name: words.save }).click();
  await question().getByRole('button', { name: words.people.lockConfirm }).click();
  await expect.element(page.getByText(words.people.locked, { exact: true })).toBeVisible();
  expect(sentTo(api, personCall)).toEqual([{ locked: true }]);
});

test('A link for a new password is made, shown once and copied; another provider is named', async () => {
  const call = 'POST /api/v1/admin/domains/localhost/people/p1/reset-link';
  const url = `https://wortlaut.example/reset#${'A'.repeat(43)}`;
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  api.on(call, () => refusal(409, 'auth.not_local'));
  await show('people');
  await open();
  await dialog().getByRole('button', { name: words.resetLink.make }).click();
  await expect.element(dialog().getByText(de.error.auth.not_local)).toBeVisible();
  api.on(call, () => ({ url, expires_at: '2026-11-20T10:00:00Z' }));
  await dialog().getByRole('button', { name: words.resetLink.make }).click();
  await expect.element(dialog().getByLabelText(words.resetLink.url)).toHaveValue(url);
  await expect.element(dialog().getByText(/Er gilt nur einmal, bis 20\./)).toBeVisible();
  await dialog().getByRole('button', { name: words.resetLink.copy }).click();
  await expect.element(dialog().getByText(words.resetLink.copied)).toBeVisible();
  expect(copied).toHaveBeenCalledWith(url);
  copied.mockRestore();
  expect(await accessibilityFaults(dialog().element() as HTMLElement)).toEqual([]);
  await dialog().getByRole('button', { name: de.shell.cancel }).click();
  await open();
  expect(dialog().getByLabelText(words.resetLink.url).elements()).toEqual([]);
});

test('A lost second factor is removed after a question; who has none is not asked about', async () => {
  const factor = de.secondFactor;
  const call = 'DELETE /api/v1/admin/domains/localhost/people/p1/second-factor';
  await show('people');
  await open();
  expect(dialog().getByRole('button', { name: factor.admin.remove }).elements()).toEqual([]);
  await dialog().getByRole('button', { name: de.shell.cancel }).click();
  people = [personFixture({ second_factor: true })];
  screen.clear();
  queryClient.clear();
  await show('people');
  await open();
  await dialog().getByRole('button', { name: factor.admin.remove }).click();
  await question().getByRole('button', { name: de.shell.cancel }).click();
  expect(sentTo(api, call)).toEqual([]);
  api.on(call, () => {
    people = [personFixture()];
    return new Response(null, { status: 204 });
  });
  await dialog().getByRole('button', { name: factor.admin.remove }).click();
  await question().getByRole('button', { name: factor.admin.confirm }).click();
  await expect.element(dialog().getByText(factor.admin.done)).toBeVisible();
  expect(sentTo(api, call)).toHaveLength(1);
  expect(await accessibilityFaults(dialog().element() as HTMLElement)).toEqual([]);
});

test('That a host keeps its last superuser is told, and what was chosen stays', async () => {
  people = [personFixture({ is_superuser: true })];
  api.on(personCall, () => refusal(409, 'domain.last_superuser'));
  await show('people');
  await open();
  await dialog().getByText(words.people.superuser, { exact: true }).click();
  await dialog().getByRole('button', { name: words.save }).click();
  await expect.element(dialog().getByText(de.error.domain.last_superuser)).toBeVisible();
  await expect
    .element(dialog().getByRole('checkbox', { name: new RegExp(words.people.superuser) }))
    .not.toBeChecked();
  expect(await accessibilityFaults(dialog().element() as HTMLElement)).toEqual([]);
});

test('Roles of the identity provider are shown and cannot be taken away, a role that is gone can', async () => {
  people = [personFixture({ roles: ['gone'], claim_roles: ['nurse'] })];
  await show('people');
  await open();
  await expect.element(dialog().getByText(words.people.claimed.replace('{{roles}}', 'Pflege'))).toBeVisible();
  await dialog().getByText(words.roles.gone.replace('{{id}}', 'gone')).click();
  await dialog().getByRole('button', { name: words.save }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sentTo(api, personCall)).toEqual([{ roles: [] }]);
});

test('People are searched for and read page by page', async () => {
  const asked: string[] = [];
  api.on(peopleCall, (_body, url) => {
    asked.push(url.search);
    const number = url.searchParams.get('page');
    if (url.searchParams.get('search') === 'zzz') return { people: [], hasMore: false };
    return {
      people: [personFixture({ id: `p${number}`, name: `Person ${number}` })],
      hasMore: number === '1',
    };
  });
  await show('people');
  await button(words.people.next).click();
  await expect.element(page.getByText('Person 2')).toBeVisible();
  await expect.element(button(words.people.next)).toBeDisabled();
  await button(words.people.previous).click();
  await expect.element(page.getByText('Person 1')).toBeVisible();
  await page.getByRole('searchbox').fill('zzz');
  await expect.element(page.getByText(words.people.notFound.replace('{{search}}', 'zzz'))).toBeVisible();
  expect(asked).toContain('?search=zzz&page=1');
});

test('People that do not load are asked for again', async () => {
  api.on(peopleCall, () => refusal(500, 'request.failed'));
  await show('people');
  await expect.element(page.getByText(words.people.loadFailed)).toBeVisible();
  api.on(peopleCall, () => ({ people, hasMore: false }));
  await button(de.shell.retry).click();
  await expect.element(page.getByText('Petra Muster')).toBeVisible();
});

test('People are without faults for all, light and dark, also on a phone', async () => {
  people = [personFixture({ is_superuser: true, locked: true, is_verified: false, roles: ['nurse'] })];
  await page.viewport(360, 800);
  await show('people');
  await expect.element(page.getByText('Petra Muster')).toBeVisible();
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    expect(await accessibilityFaults(screen.host)).toEqual([]);
  }
  document.documentElement.removeAttribute('data-theme');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('A role is added with an id from its name, made the default and moved; all of it is saved together', async () => {
  api.on(rolesPut, (body) => tagged((body as Roles).roles, '"next"'));
  await show('roles');
  await button(words.roles.add).click();
  await expect.element(box('Deutsch').nth(2)).toHaveFocus();
  await save().click();
  await expect.element(page.getByText(words.roles.problem.name)).toBeVisible();
  await expect.element(box('Deutsch').nth(2)).toHaveFocus();
  await userEvent.keyboard('Labor');
  await expect.element(page.getByText(/Kennung: labor\./)).toBeVisible();
  await page.getByText(words.roles.default).nth(2).click();
  await button(words.roles.up.replace('{{name}}', 'Labor')).click();
  await saveAll();
  expect(sentTo(api, rolesPut)).toEqual([
    {
      roles: [{ ...doctor, is_default: false }, roleFixture('labor', 'Labor', { is_default: true }), nurse],
    },
  ]);
  expect(api.calls.find(({ call }) => call === rolesPut)?.headers.get('if-match')).toBe('"roles"');
  await expect.element(page.getByText(words.roles.idNew, { exact: false })).not.toBeInTheDocument();
});

test('Removing a role that options name says to whom they are offered then', async () => {
  const options = domainFixture().options.map((option) => {
    if (option.label === 'minutes') return { ...option, roles: ['nurse'] };
    return option.label === 'summary' ? { ...option, roles: ['nurse', 'doctor'] } : option;
  });
  serveDomains(api, [domainFixture({ options })], [doctor, nurse]);
  await show('roles');
  await button(words.roles.remove.action.replace('{{name}}', 'Pflege')).click();
  const { alone, options: named } = words.roles.remove;
  await expect
    .element(question().getByText(named.replace('{{names}}', 'Protokoll, Zusammenfassung')))
    .toBeVisible();
  await expect.element(question().getByText(alone.replace('{{names}}', 'Protokoll'))).toBeVisible();
  await question().getByRole('button', { name: words.roles.remove.confirm }).click();
  await expect.element(page.getByRole('heading', { name: 'Pflege' })).not.toBeInTheDocument();
});

test('Roles that somebody else has saved meanwhile are shown beside mine and come together', async () => {
  const theirs = [doctor, { ...nurse, role_name_fr: 'Soins' }, roleFixture('labor', 'Labor')];
  api.on(rolesPut, () => refusal(412, 'domain.changed'));
  await show('roles');
  await box('Deutsch').nth(1).fill('Spitex');
  api.on(rolesCall(), () => tagged(theirs, '"theirs"'));
  await save().click();
  await expect.element(page.getByText(words.conflict.title)).toBeVisible();
  await expect.element(page.getByRole('alert').getByText(/Soins/)).toBeVisible();
  api.on(rolesPut, (body) => tagged((body as Roles).roles, '"mine"'));
  await button(words.conflict.saveMine).click();
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  expect(sentTo(api, rolesPut).at(-1)).toEqual({
    roles: [doctor, { ...nurse, role_name_de: 'Spitex' }, roleFixture('labor', 'Labor')],
  });
});

test('A host is added with its first superuser, and opened', async () => {
  const added = domainFixture({
    host: 'neu.example',
    people: 0,
    sessions: 0,
    first_superuser: 'petra@example.ch',
  });
  serveDomains(api, [domainFixture(), added]);
  api.on(listCall, () => ({ domains: [domainFixture()], may_add: true }));
  api.on('POST /api/v1/admin/domains', () => added);
  await show('people');
  await button(words.add.action).click();
  await dialog().getByRole('button', { name: words.add.confirm }).click();
  await expect.element(dialog().getByText(words.problem.host)).toBeVisible();
  await expect.element(dialog().getByRole('textbox', { name: words.unit.host })).toHaveFocus();
  expect(await accessibilityFaults(dialog().element() as HTMLElement)).toEqual([]);
  await userEvent.keyboard('neu.example');
  await dialog().getByRole('textbox', { name: words.unit.first_superuser }).fill('petra@example.ch');
  await dialog().getByRole('button', { name: words.add.confirm }).click();
  await expect.element(page.getByRole('heading', { name: 'neu.example' })).toBeVisible();
  const sent = sentTo(api, 'POST /api/v1/admin/domains') as NewDomain[];
  expect(sent).toEqual([{ host: 'neu.example', names: [], first_superuser: 'petra@example.ch' }]);
});

test('Many hosts are searched for by all their names', async () => {
  const hosts = Array.from({ length: 9 }, (_, index) => domainFixture({ host: `h${index}.example` }));
  serveDomains(api, [
    ...hosts,
    domainFixture({ host: 'spital.example', names: ['klinik.ch'], is_public: true }),
  ]);
  const routed = createRoutedScreen('/admin/domains', DomainsScreen);
  screen.show(routed.element);
  await page.getByRole('searchbox').fill('Klinik');
  await expect.element(page.getByRole('link', { name: /spital\.example/ })).toBeVisible();
  expect(page.getByRole('link').elements()).toHaveLength(1);
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await page.getByRole('searchbox').fill('zzz');
  await expect.element(page.getByText(words.list.notFound.replace('{{search}}', 'zzz'))).toBeVisible();
});
