import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { AdminDomain, PutDomain } from '#api/contract/admin-domain.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { domainFixture, roleFixture } from '#web/testing/domain-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { optionsFixture } from '#web/testing/option-fixture.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { button, listCall, putCall, save, saveAll, sentTo, serveDomains } from './domains-fixture.ts';
import { DomainsScreen } from './domains-screen.tsx';

const screen = createTestScreen();
const api = createTestApi();
const words = de.option;
const hosts = ['localhost', 'klinik.example'];
const doctor = roleFixture('doctor', 'Ärztin');

beforeEach(() => serveDomains(api, [domainFixture()], [doctor]));
afterEach(() => queryClient.clear());

const show = () => {
  const routed = createRoutedScreen('/admin/domains', DomainsScreen);
  screen.show(routed.element);
  return routed;
};
const sent = () => sentTo(api, putCall()) as PutDomain[];
const sentOption = (name: string) =>
  sent()
    .at(-1)
    ?.options?.find(({ label }) => label === name);
const entry = (name: string) => page.getByText(name, { exact: true });
const nameIn = (language: string) => page.getByRole('textbox', { name: language, exact: true });
const stay = async () => {
  await page.getByRole('alertdialog').getByRole('button', { name: de.domain.leave.stay }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
};

test('An option is opened, changed and saved by the keyboard; nothing else is changed by it', async () => {
  show();
  await expect.element(entry('Zusammenfassung')).toBeVisible();
  (entry('Zusammenfassung').element().closest('summary') as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await nameIn('Deutsch').fill('Kurz gesagt');
  (page.getByRole('checkbox', { name: words.field.byDefault }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(de.domain.unsaved)).toBeVisible();
  await saveAll();
  const before = optionsFixture().map(({ rev: _rev, ...option }) => option);
  expect(sent()).toEqual([
    {
      options: before.map((option) =>
        option.label === 'summary'
          ? { ...option, names: { ...option.names, de: 'Kurz gesagt' }, enabled_by_default: false }
          : option,
      ),
    },
  ]);
  expect(api.calls.find(({ call }) => call === putCall())?.headers.get('if-match')).toBe('"first"');
  await expect.element(entry('Kurz gesagt')).toBeVisible();
});

test('The roles of an option are chosen from those of the host; one that is gone is told and can be removed', async () => {
  const roles = ['head', 'doctor'];
  const options = optionsFixture().map((option) =>
    option.label === 'minutes' ? { ...option, roles } : option,
  );
  serveDomains(api, [domainFixture({ own: true, options })], [doctor]);
  show();
  const gone = de.domain.roles.gone.replace('{{id}}', 'head');
  await expect.element(page.getByText(/nur für Ärztin/)).toBeVisible();
  await entry('Zusammenfassung').click();
  await page.getByText('Ärztin', { exact: true }).click();
  await saveAll();
  expect(sentOption('minutes')?.roles).toEqual(roles);
  expect(sentOption('summary')?.roles).toEqual(['doctor']);
  await entry('Zusammenfassung').click();
  await entry('Protokoll').click();
  await expect.element(page.getByRole('checkbox', { name: gone })).toBeChecked();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await button(words.roles.remove).click();
  await saveAll();
  expect(sentOption('minutes')?.roles).toEqual([]);
  await expect.element(page.getByText(gone)).not.toBeInTheDocument();
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
  await saveAll();
  expect(sent()[0]?.options?.at(-1)).toMatchObject({ label: 'letter', form: 'translation', target: 'de' });
});

test('One is removed when the question is answered, the last one stays', async () => {
  const [first, second] = optionsFixture();
  serveDomains(api, [domainFixture({ options: [first!, second!] })]);
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

test('A host goes back to what is shipped when the question is answered; other changes stay', async () => {
  serveDomains(api, [domainFixture({ own: true })]);
  api.on('DELETE /api/v1/admin/domains/localhost/options', () => domainFixture({ etag: '"reset"' }));
  const routed = show();
  await expect.element(entry('Zusammenfassung')).toBeVisible();
  await routed.go('/admin/domains?host=localhost&part=links');
  await page.getByRole('textbox', { name: de.domain.unit.app_id }).fill('42');
  await routed.go('/admin/domains?host=localhost&part=options');
  await button(words.reset.action).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.reset.confirm }).click();
  await expect.element(page.getByText(words.shipped)).toBeVisible();
  await expect.element(button(words.reset.action)).not.toBeInTheDocument();
  await saveAll();
  expect(sent()).toEqual([{ app_store: { app_id: '42' } }]);
  expect(
    api.calls.filter(({ call }) => call === putCall()).map(({ headers }) => headers.get('if-match')),
  ).toEqual(['"reset"']);
});

test('Changes are not left behind unasked, neither for another host nor for another screen; parts of the host share them', async () => {
  serveDomains(
    api,
    hosts.map((host) => domainFixture({ host })),
  );
  const routed = show();
  await page.getByRole('link', { name: /localhost/ }).click();
  await entry('Zusammenfassung').click();
  await nameIn('Deutsch').fill('Kurz gesagt');
  await routed.go('/admin/domains?host=localhost&part=links');
  await expect.element(page.getByRole('heading', { name: de.domain.part.links })).toBeVisible();
  await expect.element(page.getByText(de.domain.unsaved)).toBeVisible();
  await routed.go('/admin/domains?host=localhost&part=options');
  await expect.element(entry('Kurz gesagt')).toBeVisible();
  await page.getByRole('link', { name: de.domain.list.back }).click();
  await stay();
  await expect.element(entry('Kurz gesagt')).toBeVisible();
  void routed.go('/library');
  await stay();
  expect(routed.pathname()).toBe('/admin/domains');
  void routed.go('/library');
  await page.getByRole('alertdialog').getByRole('button', { name: de.domain.discard }).click();
  await expect.element(page.getByText('Die Bibliothek')).toBeVisible();
});

test('Another host shows its own options and saves them to itself', async () => {
  serveDomains(
    api,
    hosts.map((host) => domainFixture({ host })),
  );
  show();
  await page.getByRole('link', { name: /klinik\.example/ }).click();
  await entry('Protokoll').click();
  await nameIn('Deutsch').fill('Sitzungsprotokoll');
  await saveAll();
  await expect.element(page.getByText(words.own)).toBeVisible();
  expect(sentTo(api, putCall('klinik.example'))).toHaveLength(1);
  expect(sent()).toEqual([]);
});

test('What the server refuses is said, and what was written stays', async () => {
  api.on(putCall(), () => refusal(500, 'request.failed'));
  show();
  await entry('Zusammenfassung').click();
  await nameIn('Deutsch').fill('Kurz gesagt');
  await save().click();
  await expect.element(page.getByRole('alert').getByText(de.domain.saveFailed)).toBeVisible();
  await expect.element(nameIn('Deutsch')).toHaveValue('Kurz gesagt');
  await expect.element(page.getByText(de.domain.unsaved)).toBeVisible();
});

test('Settings that do not load are asked for again', async () => {
  api.on(listCall, () => refusal(500, 'request.failed'));
  show();
  await expect.element(page.getByText(de.domain.loadFailed)).toBeVisible();
  serveDomains(api, [domainFixture()]);
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
  await eventually(() => expect(page.getByText(de.domain.wrong).elements()).toHaveLength(1));
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

const conflict = async () => {
  const theirs = optionsFixture().map((option) => {
    if (option.label === 'summary') return { ...option, names: { ...option.names, de: 'Von der Kollegin' } };
    return option.label === 'minutes' ? { ...option, prompt: 'Auch von ihr.' } : option;
  });
  const domain = domainFixture({ own: true, options: theirs, tags: ['share'], etag: '"theirs"' });
  api.on(putCall(), () => refusal(412, 'domain.changed', { domain }));
  show();
  await entry('Zusammenfassung').click();
  await nameIn('Deutsch').fill('Kurz gesagt');
  await save().click();
  await expect.element(page.getByText(de.domain.conflict.title)).toBeVisible();
  await expect.element(nameIn('Deutsch')).toHaveValue('Kurz gesagt');
  api.on(putCall(), (body) => savedBy(domain, body as PutDomain));
};
const savedBy = (domain: AdminDomain, put: PutDomain) =>
  domainFixture({
    ...domain,
    options: (put.options ?? domain.options).map((option) => ({ ...option, rev: 3 })),
    etag: '"mine"',
  });
const tags = () =>
  api.calls.filter(({ call }) => call.startsWith('PUT')).map(({ headers }) => headers.get('if-match'));

test('What somebody else has saved meanwhile is shown field by field, and not overwritten unasked', async () => {
  await conflict();
  const shown = page.getByRole('alert');
  await expect.element(shown.getByText('names.de: Von der Kollegin')).toBeVisible();
  await expect.element(shown.getByText('names.de: Kurz gesagt')).toBeVisible();
  await expect.element(shown.getByText('share')).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await page.viewport(360, 800);
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(tags()).toEqual(['"first"']);
});

test('What was typed is saved over theirs when one says so; what only they changed stays', async () => {
  await conflict();
  await button(de.domain.conflict.saveMine).click();
  await expect.element(page.getByText(de.domain.asSaved)).toBeVisible();
  expect(tags()).toEqual(['"first"', '"theirs"']);
  expect(sent().at(-1)).not.toHaveProperty('tags');
  expect(sentOption('summary')?.names.de).toBe('Kurz gesagt');
  expect(sentOption('minutes')?.prompt).toBe('Auch von ihr.');
});

test('A field can be given up for theirs while the rest of what was typed is saved', async () => {
  await conflict();
  await nameIn('English').fill('In short');
  await entry('Auf Deutsch').click();
  await page.getByText(words.field.byDefault).nth(1).click();
  await page.getByRole('alert').getByText(de.domain.conflict.keepTheirs, { exact: true }).click();
  await button(de.domain.conflict.saveMine).click();
  await expect.element(page.getByText(de.domain.asSaved)).toBeVisible();
  expect(sentOption('summary')?.names).toMatchObject({ de: 'Von der Kollegin', en: 'Summary' });
  expect(sentOption('translation_de')?.enabled_by_default).toBe(true);
});

test('What somebody else has saved meanwhile is shown in place of what was typed when one says so', async () => {
  await conflict();
  await button(de.domain.conflict.takeTheirs).click();
  await expect.element(entry('Von der Kollegin')).toBeVisible();
  await expect.element(page.getByText(de.domain.asSaved)).toBeVisible();
  expect(tags()).toEqual(['"first"']);
});

test('Text that is typed while a change is being saved stays, and is saved by the next one', async () => {
  const saving = Promise.withResolvers<AdminDomain>();
  api.on(putCall(), () => saving.promise);
  show();
  await entry('Zusammenfassung').click();
  await nameIn('Deutsch').fill('Kurz gesagt');
  await save().click();
  await nameIn('Deutsch').fill('Ganz kurz gesagt');
  const options = optionsFixture().map((option) =>
    option.label === 'summary' ? { ...option, names: { ...option.names, de: 'Kurz gesagt' } } : option,
  );
  saving.resolve(domainFixture({ own: true, options, etag: '"second"' }));
  await expect.element(page.getByText(de.domain.unsaved)).toBeVisible();
  await expect.element(nameIn('Deutsch')).toHaveValue('Ganz kurz gesagt');
  serveDomains(api, [domainFixture()], [doctor]);
  await saveAll();
  expect(tags()).toEqual(['"first"', '"second"']);
  expect(sentOption('summary')?.names.de).toBe('Ganz kurz gesagt');
});

test('An option with a problem is not saved over the other person’s version; the problem is shown at its field', async () => {
  await conflict();
  await nameIn('Deutsch').fill('');
  await button(de.domain.conflict.saveMine).click();
  await expect.element(page.getByText(words.problem.nameRequired)).toBeVisible();
  await expect.element(nameIn('Deutsch')).toHaveFocus();
  expect(tags()).toEqual(['"first"']);
});

test('Nothing is sent where everything that was typed is given up', async () => {
  await conflict();
  await page.getByRole('alert').getByText(de.domain.conflict.keepTheirs, { exact: true }).click();
  await button(de.domain.conflict.saveMine).click();
  await expect.element(entry('Von der Kollegin')).toBeVisible();
  await expect.element(page.getByText(de.domain.asSaved)).toBeVisible();
  expect(tags()).toEqual(['"first"']);
});
