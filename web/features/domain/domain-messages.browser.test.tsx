import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AdminAnnouncement, PutAnnouncement } from '#api/contract/announcement.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { adminAnnouncementFixture } from '#web/testing/announcement-fixture.ts';
import { domainFixture } from '#web/testing/domain-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { box, button, save, sentTo, serveDomains } from './domains-fixture.ts';
import { DomainsScreen } from './domains-screen.tsx';

const screen = createTestScreen();
const api = createTestApi();
const words = de.announcement;
const path = '/api/v1/admin/domains/localhost/announcements';
let stored: AdminAnnouncement[];

beforeEach(() => {
  serveDomains(api, [domainFixture()]);
  stored = [adminAnnouncementFixture()];
  api.on(`GET ${path}`, () => ({ announcements: stored }));
  api.on(`POST ${path}`, (body) => {
    const added = { ...(body as PutAnnouncement), id: 'a2', etag: '"new"' };
    stored = [...stored, added];
    return Response.json(added, { status: 201 });
  });
  api.on(`PUT ${path}/a1`, (body) => {
    stored = [{ ...(body as PutAnnouncement), id: 'a1', etag: '"second"' }];
    return stored[0];
  });
});
afterEach(() => {
  queryClient.clear();
  document.documentElement.removeAttribute('data-theme');
});

const show = async (part: 'announcements' | 'survey') => {
  const routed = createRoutedScreen('/admin/domains', DomainsScreen);
  screen.show(routed.element);
  await routed.go(`/admin/domains?host=localhost&part=${part}`);
  await expect.element(page.getByRole('heading', { name: de.domain.part[part], exact: true })).toBeVisible();
  return routed;
};
const titled = (text: string, title = 'Kurs am Montag') => text.replace('{{title}}', title);
const edit = () => button(titled(words.edit));
const preview = () => page.getByRole('region', { name: words.preview });
const chooseLanguage = async (name: RegExp) => {
  await page.getByRole('button', { name: new RegExp(words.language) }).click();
  await page.getByRole('option', { name }).click();
};

test('An announcement is added; its preview is what the bar will show, in each language', async () => {
  stored = [];
  await show('announcements');
  await expect.element(page.getByText(words.none)).toBeVisible();
  await button(words.add).click();
  await save().click();
  await expect.element(page.getByText(words.problem.title)).toBeVisible();
  await expect.element(box(words.field.title)).toHaveFocus();
  await box(words.field.title).fill('Unterbruch');
  await box(words.field.message).fill('Am Freitag um 18 Uhr.');
  await expect.element(preview().getByText('Unterbruch')).toBeVisible();
  await chooseLanguage(/Français/);
  await expect.element(preview().getByText('Français ist leer. Dafür steht Deutsch.')).toBeVisible();
  await box(words.field.title).fill('Interruption');
  await expect.element(preview().getByText('Interruption')).toBeVisible();
  await page.getByText(words.type.warning, { exact: true }).click();
  await box(words.field.link).fill('http://example.ch');
  await save().click();
  await expect.element(page.getByText(words.problem.link)).toBeVisible();
  await box(words.field.link).fill('https://example.ch');
  await save().click();
  await expect.element(page.getByText('Unterbruch', { exact: true })).toBeVisible();
  expect(sentTo(api, `POST ${path}`)).toEqual([
    {
      type: 'warning',
      title: { de: 'Unterbruch', en: '', fr: 'Interruption', it: '' },
      message: { de: 'Am Freitag um 18 Uhr.', en: '', fr: '', it: '' },
      cta_text: { de: '', en: '', fr: '', it: '' },
      link: 'https://example.ch',
      priority: 50,
      starts_at: null,
      expires_at: null,
    },
  ]);
  await expect.element(button(words.add)).toHaveFocus();
});

test('One is changed with its state; what is not saved stays while another part is shown', async () => {
  const routed = await show('announcements');
  await edit().click();
  await box(words.field.title).fill('Kurs am Dienstag');
  await routed.go('/admin/domains?host=localhost&part=survey');
  await routed.go('/admin/domains?host=localhost&part=announcements');
  await expect.element(box(words.field.title)).toHaveValue('Kurs am Dienstag');
  await save().click();
  await expect.element(button(titled(words.edit, 'Kurs am Dienstag'))).toBeVisible();
  expect(api.calls.find(({ call }) => call === `PUT ${path}/a1`)?.headers.get('if-match')).toBe('"first"');
});

/** Makes the server take changes at once, but answer them only when the returned function is called. */
function holdAnswers(call: string, answer: (body: PutAnnouncement) => unknown): () => void {
  const held = Promise.withResolvers<void>();
  api.on(call, async (body) => {
    const given = answer(body as PutAnnouncement);
    await held.promise;
    return given;
  });
  return held.resolve;
}

test('What is typed while an announcement is being saved stays in the form, and is saved on top of it', async () => {
  const letThrough = holdAnswers(`POST ${path}`, (body) => {
    stored = [{ ...body, id: 'a1', etag: '"added"' }];
    return stored[0];
  });
  stored = [];
  await show('announcements');
  await button(words.add).click();
  await box(words.field.title).fill('Unterbruch');
  await save().click();
  await expect.poll(() => stored).toHaveLength(1);
  await box(words.field.title).fill('Unterbruch am Freitag');
  letThrough();
  await expect.element(page.getByRole('heading', { name: words.change })).toBeVisible();
  await expect.element(box(words.field.title)).toHaveValue('Unterbruch am Freitag');
  await save().click();
  await expect.element(button(titled(words.edit, 'Unterbruch am Freitag'))).toBeVisible();
  expect(api.calls.filter(({ call }) => call === `POST ${path}`)).toHaveLength(1);
  expect(api.calls.find(({ call }) => call === `PUT ${path}/a1`)?.headers.get('if-match')).toBe('"added"');
});

test('A form that was opened while another announcement is being saved stays open', async () => {
  const letThrough = holdAnswers(`PUT ${path}/a1`, (body) => ({ ...body, id: 'a1', etag: '"second"' }));
  await show('announcements');
  await edit().click();
  await box(words.field.title).fill('Kurs am Dienstag');
  await save().click();
  await expect.poll(() => sentTo(api, `PUT ${path}/a1`)).toHaveLength(1);
  await button(de.domain.discard).click();
  await button(words.add).click();
  await box(words.field.title).fill('Unterbruch');
  letThrough();
  await expect.poll(() => sentTo(api, `GET ${path}`)).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect.element(box(words.field.title)).toHaveValue('Unterbruch');
  await expect.element(page.getByRole('heading', { name: words.new })).toBeVisible();
});

test('When somebody else has saved, either version may stay', async () => {
  const theirs = adminAnnouncementFixture({
    etag: '"theirs"',
    title: { de: 'Ihrer', en: '', fr: '', it: '' },
  });
  api.on(`PUT ${path}/a1`, () => refusal(412, 'domain.changed', { announcement: theirs }));
  await show('announcements');
  await edit().click();
  await box(words.field.title).fill('Meiner');
  await save().click();
  await button(de.domain.conflict.takeTheirs).click();
  await expect.element(box(words.field.title)).toHaveValue('Ihrer');
  await box(words.field.title).fill('Meiner');
  await save().click();
  await expect.element(button(de.domain.conflict.saveMine)).toBeVisible();
  api.on(`PUT ${path}/a1`, (body) => ({ ...(body as PutAnnouncement), id: 'a1', etag: '"third"' }));
  await button(de.domain.conflict.saveMine).click();
  await expect.element(button(words.add)).toBeVisible();
  const puts = api.calls.filter(({ call }) => call === `PUT ${path}/a1`);
  expect(puts.map(({ headers }) => headers.get('if-match'))).toEqual(['"first"', '"theirs"', '"theirs"']);
});

test('One is deleted when the question is answered', async () => {
  api.on(`DELETE ${path}/a1`, () => {
    stored = [];
    return new Response(null, { status: 204 });
  });
  await show('announcements');
  await button(titled(words.remove.action)).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.remove.confirm }).click();
  await expect.element(page.getByText(words.none)).toBeVisible();
  await expect.element(button(words.add)).toHaveFocus();
});

test('The form is without faults in both schemes and on a phone', async () => {
  stored = [adminAnnouncementFixture({ message: { de: 'Wort '.repeat(50), en: '', fr: '', it: '' } })];
  await show('announcements');
  for (const step of ['list', 'form'] as const) {
    if (step === 'form') await edit().click();
    for (const [theme, width] of [
      ['light', 1_200],
      ['dark', 360],
    ] as const) {
      document.documentElement.dataset['theme'] = theme;
      await page.viewport(width, 800);
      expect(await accessibilityFaults(screen.host)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  }
});

test('Survey: answers of a period with their share, and as a file; a period that is wrong asks for nothing', async () => {
  const asked: string[] = [];
  api.on('GET /api/v1/admin/domains/localhost/survey', (_body, url) => {
    asked.push(url.search);
    return {
      from: null,
      to: '2026-11-20',
      totals: [
        { survey_question: 'shown', survey_answer: '', count: 5 },
        { survey_question: 'q1', survey_answer: 'yes', count: 3 },
        { survey_question: 'q1', survey_answer: 'no', count: 1 },
      ],
      days: [],
    };
  });
  await show('survey');
  await expect.element(page.getByText('5-mal gezeigt. 4 Antworten.')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Ja 3 75/ })).toBeVisible();
  await expect.element(page.getByText(de.survey.off)).toBeVisible();
  await page.getByLabelText(de.survey.to).fill('2026-11-20');
  await expect.poll(() => asked).toEqual(['', '?to=2026-11-20']);
  await page.getByLabelText(de.survey.from).fill('2026-11-21');
  await expect.element(page.getByText(de.survey.problem.order)).toBeVisible();
  await expect.element(button(de.survey.csv)).toBeDisabled();
  await page.getByLabelText(de.survey.from).fill('2026-11-01');
  const names: string[] = [];
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLElement,
  ) {
    names.push((this as HTMLAnchorElement).download);
  });
  await button(de.survey.csv).click();
  await expect.poll(() => names).toEqual(['survey-localhost-2026-11-01-2026-11-20.csv']);
  clicked.mockRestore();
  const last = api.calls.findLast(({ call }) => call.endsWith('/survey'));
  expect(last?.headers.get('accept')).toBe('text/csv');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
});
