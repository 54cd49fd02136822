import { announcementFixture, dataProtectionFixture } from '#web/testing/announcement-fixture.ts';
import { fixtureAudio, pickFile } from '../journey.ts';
import { expect, type Page } from '../product.ts';
import { wordsFor } from '../sentence.ts';
import type { World } from './world.ts';

export type Visit = { page: Page; world: World; language: string };

export type Screen = {
  name: string;
  /** Who looks. `newcomer`: signed in, with an empty library. `boss`: a superuser with sessions. */
  who: 'nobody' | 'newcomer' | 'boss';
  /** True where the screen shows that something is under way. */
  isWaiting?: boolean;
  /** True where the tour of the screen begins by itself. */
  hasTour?: boolean;
  open(visit: Visit): Promise<void>;
};

const at =
  (path: string) =>
  async ({ page }: Visit) => {
    await page.goto(path);
  };
const word = ({ language }: Visit, key: string, values?: object) => wordsFor(key, language, values);
const button = (visit: Visit, key: string) =>
  visit.page
    .getByRole('button', { name: word(visit, key), exact: true })
    .filter({ visible: true })
    .first();

const added =
  (mode: string) =>
  async ({ page, world }: Visit) => {
    await page.goto(`/library/${world.newId}?mode=${mode}`);
  };
const session =
  (query = '') =>
  async ({ page, world }: Visit) => {
    await page.goto(`/library/${world.sessionId}${query}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
  };
const inMenu = (key: string) => async (visit: Visit) => {
  await session()(visit);
  await button(visit, 'session.menu').click();
  await visit.page.getByRole('menuitem', { name: word(visit, key) }).click();
  await expect(visit.page.getByRole('dialog').or(visit.page.getByRole('alertdialog'))).toBeVisible();
};

const domainParts = [
  'options',
  'announcements',
  'survey',
  'functions',
  'roles',
  'preview',
  'people',
  'identity',
  'limits',
  'retention',
  'sound',
  'names',
  'links',
  'config',
  'raw',
];

const inFour = (text: string) => ({ de: text, en: text, fr: text, it: text });

/** Opens the library with an announcement of this title and message in the info bar. */
const announced = (title: string, message: string) => async (visit: Visit) => {
  const announcement = announcementFixture({
    title: inFour(title),
    message: inFour(message),
    link: 'https://example.ch/kurs',
  });
  await visit.page.route('**/api/v1/announcements', (route) =>
    route.fulfill({ json: { announcements: [announcement, dataProtectionFixture()] } }),
  );
  await visit.page.goto('/library');
  await expect(visit.page.locator('[data-item=announcement]').getByText(title)).toBeVisible();
};

/** Opens a session for which the server wants a survey, and then the library, where the survey is shown. */
const asked = async (visit: Visit) => {
  const { page, world } = visit;
  await page.route(`**/api/v1/sessions/${world.sessionId}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), show_survey: true } });
  });
  await page.route('**/api/v1/survey', (route) => route.fulfill({ status: 204 }));
  await session()(visit);
  // The survey opens only after the code of its row was loaded.
  await page.waitForLoadState('networkidle');
  await page
    .getByRole('link', { name: word(visit, 'session.back') })
    .first()
    .click();
  await expect(button(visit, 'infoBar.survey.answer.yes')).toBeVisible();
};

const factorProof = async (visit: Visit) => {
  await visit.page.goto('/account');
  await button(visit, 'secondFactor.totp.add').click();
  await expect(visit.page.getByRole('dialog').locator('input[type=password]')).toBeVisible();
};
/** Opens the dialog that sets up an app as the second factor. The account stays as it is, because no code of the app is entered. */
const factorApp = async (visit: Visit) => {
  await factorProof(visit);
  await visit.page.getByRole('dialog').locator('input[type=password]').fill(visit.world.boss.password);
  await visit.page.keyboard.press('Enter');
  await expect(visit.page.getByRole('img', { name: word(visit, 'secondFactor.totp.qr') })).toBeVisible();
};
const closing = async (visit: Visit) => {
  await visit.page.goto('/account');
  await button(visit, 'account.close.open').click();
  await expect(visit.page.getByRole('alertdialog')).toBeVisible();
};

/** Every screen, with the states in which it looks different. */
export const screens: readonly Screen[] = [
  { name: 'home', who: 'nobody', open: at('/') },
  {
    name: 'signin',
    who: 'nobody',
    open: async (visit) => {
      await visit.page.goto('/signin');
      await expect(visit.page.getByLabel(word(visit, 'auth.email'))).toBeVisible();
    },
  },
  { name: 'signin-permission', who: 'nobody', open: at('/signin?error=permission') },
  {
    name: 'register',
    who: 'nobody',
    open: async (visit) => {
      await visit.page.goto('/register');
      await expect(visit.page.getByLabel(word(visit, 'auth.email'))).toBeVisible();
    },
  },
  { name: 'forgot-password', who: 'nobody', open: at('/forgot-password') },
  { name: 'reset', who: 'nobody', open: at('/reset#wrong') },
  { name: 'confirm', who: 'nobody', open: at('/confirm#wrong') },
  { name: 'not-found', who: 'nobody', open: at('/no-such-screen') },
  { name: 'library-empty', who: 'newcomer', open: at('/library') },
  { name: 'library', who: 'boss', open: at('/library') },
  { name: 'library-nothing-found', who: 'boss', open: at('/library?search=zzzz') },
  { name: 'library-text-found', who: 'boss', open: at('/library?text=Weber') },
  {
    name: 'user-menu',
    who: 'boss',
    open: async (visit) => {
      await visit.page.goto('/library');
      await visit.page.locator('header button[aria-haspopup]').last().click();
      await expect(visit.page.getByRole('menu')).toBeVisible();
    },
  },
  { name: 'create', who: 'newcomer', open: at('/create') },
  {
    name: 'upload',
    who: 'boss',
    open: added('upload'),
  },
  {
    name: 'upload-checked',
    who: 'boss',
    open: async (visit) => {
      await visit.page.goto(`/library/${visit.world.newId}?mode=upload`);
      await pickFile(visit.page, fixtureAudio('de_1.wav'));
      await expect(button(visit, 'upload.send')).toBeEnabled();
    },
  },
  {
    name: 'record',
    who: 'boss',
    open: added('record'),
  },
  {
    name: 'dictate',
    who: 'boss',
    open: added('dictation'),
  },
  {
    name: 'pair-address',
    who: 'boss',
    open: async (visit) => {
      await added('record')(visit);
      await button(visit, 'pairing.offer').click();
      await expect(visit.page.getByRole('dialog')).toContainText('PUBLIC_URL');
    },
  },
  { name: 'pair', who: 'boss', open: at('/pair') },
  { name: 'pair-unknown', who: 'boss', open: at('/pair/00000000-0000-4000-8000-000000000000') },
  { name: 'session-transcript', who: 'boss', open: session() },
  { name: 'session-audio', who: 'boss', open: session('?tab=audio') },
  { name: 'session-facts', who: 'boss', open: session('?tab=session') },
  { name: 'session-notes', who: 'boss', open: session('?tab=notes') },
  { name: 'session-result', who: 'boss', open: session('?tab=result:summary') },
  { name: 'session-result-failed', who: 'boss', open: session('?tab=result:minutes') },
  {
    name: 'session-result-waiting',
    who: 'boss',
    isWaiting: true,
    open: session('?tab=result:fact_check'),
  },
  { name: 'session-export', who: 'boss', open: inMenu('export.action') },
  { name: 'session-share', who: 'boss', open: inMenu('share.action') },
  { name: 'session-process', who: 'boss', open: inMenu('processing.dialog.menu') },
  { name: 'session-regenerate', who: 'boss', open: inMenu('processing.regenerate.action') },
  { name: 'session-remove', who: 'boss', open: inMenu('library.remove.action') },
  { name: 'session-not-found', who: 'boss', open: at('/library/00000000-0000-4000-8000-000000000000') },
  { name: 'account', who: 'boss', open: at('/account') },
  { name: 'account-factor-proof', who: 'boss', open: factorProof },
  { name: 'account-factor-app', who: 'boss', open: factorApp },
  { name: 'account-close', who: 'boss', open: closing },
  { name: 'bar-announcement', who: 'boss', open: announced('Kurs am Montag', '') },
  {
    name: 'bar-announcement-long',
    who: 'boss',
    open: async (visit) => {
      const message = 'Von 18 bis 20 Uhr ist Wortlaut nicht erreichbar.\n'.repeat(4);
      await announced('Wartung am Freitag', message)(visit);
      await visit.page.locator('[data-item=announcement] [aria-expanded=false]').click();
    },
  },
  { name: 'bar-survey', who: 'boss', open: asked },
  {
    name: 'bar-offline',
    who: 'boss',
    open: async (visit) => {
      await visit.page.goto('/library');
      await expect(visit.page.getByRole('link', { name: /Besprechung Projektteam/ })).toBeVisible();
      await visit.page.context().setOffline(true);
      await expect(visit.page.locator('[data-trouble]')).toBeVisible();
    },
  },
  { name: 'help', who: 'boss', open: at('/help') },
  { name: 'help-record', who: 'boss', open: at('/help/record') },
  { name: 'help-not-found', who: 'boss', open: at('/help/no-such-topic') },
  { name: 'record-now', who: 'newcomer', open: at('/create?start=record') },
  {
    name: 'keys',
    who: 'boss',
    open: async (visit) => {
      await session()(visit);
      await visit.page.keyboard.press('?');
      await expect(visit.page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'tour-library', who: 'boss', hasTour: true, open: at('/library') },
  { name: 'tour-session', who: 'boss', hasTour: true, open: session() },
  { name: 'domains', who: 'boss', open: at('/admin/domains') },
  ...domainParts.map((part): Screen => ({
    name: `domain-${part}`,
    who: 'boss',
    open: async ({ page, world }) => {
      await page.goto(`/admin/domains?host=${world.host}&part=${part}`);
    },
  })),
];
