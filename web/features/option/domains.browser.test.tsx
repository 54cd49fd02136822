import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { AdminDomain } from '#api/contract/admin-domain.ts';
import type { OptionDraft } from '#api/contract/option.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { domainFixture } from '#web/testing/domain-fixture.ts';
import { optionsFixture } from '#web/testing/option-fixture.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { DomainsScreen } from './domains-screen.tsx';

const screen = createTestScreen();
const api = createTestApi();
const words = de.option;
const listCall = 'GET /api/v1/admin/domains';
const hosts = ['localhost', 'klinik.example'];
const domainOf = (host: string, change: Partial<AdminDomain> = {}): AdminDomain =>
  domainFixture({ host, ...change });
const putCall = (host: string) => `PUT /api/v1/admin/domains/${host}`;
const savesWith = (host: string, change: Partial<AdminDomain> = {}) =>
  api.on(putCall(host), (body) => {
    const options = (body as { options: OptionDraft[] }).options.map((option) => ({ ...option, rev: 2 }));
    return domainOf(host, { own: true, options, ...change });
  });
const sent = () =>
  api.calls
    .filter(({ call }) => call.startsWith('PUT'))
    .map(({ body }) => (body as { options: OptionDraft[] }).options);
const sentOption = (name: string) =>
  sent()
    .at(-1)
    ?.find(({ label }) => label === name);

beforeEach(() => {
  api.on(listCall, () => ({ domains: hosts.map((host) => domainOf(host)) }));
  for (const host of hosts) savesWith(host);
});
afterEach(() => queryClient.clear());

const show = () => {
  const routed = createRoutedScreen('/admin/domains', DomainsScreen);
  screen.show(routed.element);
  return routed;
};
const entry = (name: string) => page.getByText(name, { exact: true });
const save = () => page.getByRole('button', { name: words.save });
const nameIn = (language: string) => page.getByRole('textbox', { name: language, exact: true });
const stay = async () => {
  await page.getByRole('alertdialog').getByRole('button', { name: words.leave.stay }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('An option is opened, changed and saved by the keyboard; nothing else is changed by it', async () => {
  show();
  await expect.element(entry('Zusammenfassung')).toBeVisible();
  (entry('Zusammenfassung').element().closest('summary') as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await nameIn('Deutsch').fill('Kurz gesagt');
  (page.getByRole('checkbox', { name: words.field.byDefault }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(words.unsaved)).toBeVisible();
  await save().click();
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  const before = optionsFixture().map(({ rev: _rev, ...option }) => option);
  expect(sent()).toEqual([
    before.map((option) =>
      option.label === 'summary'
        ? { ...option, names: { ...option.names, de: 'Kurz gesagt' }, enabled_by_default: false }
        : option,
    ),
  ]);
  await expect.element(entry('Kurz gesagt')).toBeVisible();
});

test('Roles that were stored earlier are kept, shown, and can be removed', async () => {
  const roles = ['Head of ward', 'doctor'];
  const options = optionsFixture().map((option) =>
    option.label === 'minutes' ? { ...option, roles } : option,
  );
  api.on(listCall, () => ({ domains: [domainOf('localhost', { own: true, options })] }));
  show();
  await expect.element(page.getByText(words.forRoles, { exact: false })).toBeVisible();
  await entry('Eigene Frage').click();
  await nameIn('Deutsch').fill('Frage');
  await save().click();
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  expect(sentOption('minutes')?.roles).toEqual(roles);
  await entry('Protokoll').click();
  await expect.element(page.getByText(/Head of ward, doctor/)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await button(words.roles.remove).click();
  await save().click();
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  expect(sentOption('minutes')?.roles).toEqual([]);
  await expect.element(page.getByText(words.forRoles, { exact: false })).not.toBeInTheDocument();
});

test('A new option says at its fields what it needs, and is saved when it has it', async () => {
  show();
  await button(words.add).click();
  const label = page.getByRole('textbox', { name: words.field.label });
  await expect.element(label).toHaveFocus();
  await save().click();
  await expect.element(label).toHaveFocus();
  await expect.element(page.getByText(words.problem.labelShape)).toBeVisible();
  await expect.element(page.getByText(words.problem.promptRequired)).toBeVisible();
  expect(sent()).toEqual([]);
  await label.fill('letter');
  for (const language of ['Deutsch', 'English', 'Français', 'Italiano']) await nameIn(language).fill('Brief');
  await page.getByText(words.form.translation.name, { exact: true }).click();
  await save().click();
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  expect(sent()[0]?.at(-1)).toMatchObject({ label: 'letter', form: 'translation', target: 'de' });
});

test('One is removed when the question is answered, the last one stays', async () => {
  const [first, second] = optionsFixture();
  api.on(listCall, () => ({ domains: [domainOf('localhost', { options: [first!, second!] })] }));
  show();
  await entry('Protokoll').click();
  await button(words.remove.action).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.remove.confirm }).click();
  await expect.element(entry('Protokoll')).not.toBeInTheDocument();
  await expect.element(button(words.add)).toHaveFocus();
  await entry('Zusammenfassung').click();
  await expect.element(nameIn('Deutsch')).toBeVisible();
  await expect.element(button(words.remove.action)).not.toBeInTheDocument();
});

test('A host goes back to what is shipped when the question is answered', async () => {
  api.on(listCall, () => ({ domains: [domainOf('localhost', { own: true })] }));
  api.on('DELETE /api/v1/admin/domains/localhost/options', () => domainOf('localhost'));
  show();
  await button(words.reset.action).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.reset.confirm }).click();
  await expect.element(page.getByText(words.shipped)).toBeVisible();
  await expect.element(button(words.reset.action)).not.toBeInTheDocument();
});

test('Changes are not left behind unasked, neither for another host nor for another screen', async () => {
  const routed = show();
  await entry('Zusammenfassung').click();
  await nameIn('Deutsch').fill('Kurz gesagt');
  await page.getByRole('button', { name: /localhost/ }).click();
  await page.getByRole('option', { name: 'klinik.example' }).click();
  await stay();
  await expect.element(entry('Kurz gesagt')).toBeVisible();
  void routed.go('/library');
  await stay();
  expect(routed.pathname()).toBe('/admin/domains');
  void routed.go('/library');
  await page.getByRole('alertdialog').getByRole('button', { name: words.discard }).click();
  await expect.element(page.getByText('Die Bibliothek')).toBeVisible();
});

test('Another host shows its own options and saves them to itself', async () => {
  show();
  await page.getByRole('button', { name: /localhost/ }).click();
  await page.getByRole('option', { name: 'klinik.example' }).click();
  await entry('Protokoll').click();
  await nameIn('Deutsch').fill('Sitzungsprotokoll');
  await save().click();
  await expect.element(page.getByText(words.own)).toBeVisible();
  expect(api.calls.map(({ call }) => call)).toContain(putCall('klinik.example'));
});

test('What the server refuses is said, and what was written stays', async () => {
  api.on(putCall('localhost'), () => refusal(500, 'request.failed'));
  show();
  await entry('Zusammenfassung').click();
  await nameIn('Deutsch').fill('Kurz gesagt');
  await save().click();
  await expect.element(page.getByRole('alert').getByText(words.saveFailed)).toBeVisible();
  await expect.element(nameIn('Deutsch')).toHaveValue('Kurz gesagt');
  await expect.element(page.getByText(words.unsaved)).toBeVisible();
});

test('Settings that do not load are asked for again', async () => {
  api.on(listCall, () => refusal(500, 'request.failed'));
  show();
  await expect.element(page.getByText(words.loadFailed)).toBeVisible();
  api.on(listCall, () => ({ domains: [domainOf('localhost')] }));
  await button(de.shell.retry).click();
  await expect.element(entry('Zusammenfassung')).toBeVisible();
});

test('It is without faults for all, opened and with what is wrong, also on a phone', async () => {
  await page.viewport(360, 800);
  show();
  await entry('Zusammenfassung').click();
  await entry('Eigene Frage').click();
  await button(words.add).click();
  await save().click();
  await eventually(() => expect(page.getByText(words.wrong).elements()).toHaveLength(1));
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

const conflict = async () => {
  const theirs = optionsFixture().map((option) => {
    if (option.label === 'summary') return { ...option, names: { ...option.names, de: 'Von der Kollegin' } };
    return option.label === 'minutes' ? { ...option, prompt: 'Auch von ihr.' } : option;
  });
  const call = 'GET /api/v1/admin/domains/localhost';
  api.on(call, () => domainOf('localhost', { own: true, options: theirs, etag: '"theirs"' }));
  api.on(putCall('localhost'), () => refusal(412, 'domain.changed'));
  show();
  await entry('Zusammenfassung').click();
  await nameIn('Deutsch').fill('Kurz gesagt');
  await save().click();
  await expect.element(page.getByText(de.error.domain.changed)).toBeVisible();
  await expect.element(nameIn('Deutsch')).toHaveValue('Kurz gesagt');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
};
const tags = () =>
  api.calls.filter(({ call }) => call.startsWith('PUT')).map(({ headers }) => headers.get('if-match'));

test('What somebody else has saved meanwhile is not overwritten unasked; what was typed is saved when one says so', async () => {
  await conflict();
  savesWith('localhost', { etag: '"mine"' });
  await button(words.conflict.saveMine).click();
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  expect(tags()).toEqual(['"shipped"', '"theirs"']);
  expect(sentOption('summary')?.names.de).toBe('Kurz gesagt');
  expect(sentOption('minutes')?.prompt).toBe('Auch von ihr.');
});

test('What somebody else has saved meanwhile is shown in place of what was typed when one says so', async () => {
  await conflict();
  await button(words.conflict.takeTheirs).click();
  await expect.element(entry('Von der Kollegin')).toBeVisible();
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  expect(tags()).toEqual(['"shipped"']);
});

test('Text that is typed while the other person’s version is being loaded is saved, too', async () => {
  await conflict();
  const reading = Promise.withResolvers<AdminDomain>();
  api.on('GET /api/v1/admin/domains/localhost', () => reading.promise);
  savesWith('localhost', { etag: '"mine"' });
  await button(words.conflict.saveMine).click();
  await nameIn('Deutsch').fill('Ganz kurz gesagt');
  reading.resolve(domainOf('localhost', { own: true, etag: '"theirs"' }));
  await expect.element(page.getByText(words.asSaved)).toBeVisible();
  expect(sentOption('summary')?.names.de).toBe('Ganz kurz gesagt');
});

test('An option with a problem is not saved over the other person’s version; the problem is shown at its field', async () => {
  await conflict();
  await nameIn('Deutsch').fill('');
  await button(words.conflict.saveMine).click();
  await expect.element(page.getByText(words.problem.nameRequired)).toBeVisible();
  await expect.element(nameIn('Deutsch')).toHaveFocus();
  expect(tags()).toEqual(['"shipped"']);
});
