import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetUser, userState } from '#web/features/user/index.ts';
import { HomeScreen } from '#web/features/home/home-screen.tsx';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it } from '#web/i18n/it/index.ts';
import { languages } from '#web/i18n/languages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { Header } from './header.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';

const screen = createTestScreen({ en, fr, it });
const api = createTestApi();

const petra = {
  id: 'petra',
  sub: 'petra',
  username: 'petra',
  email: 'petra@example.ch',
  firstName: 'Petra',
  lastName: 'Muster',
  emailVerified: true,
  config: {},
  isVerified: true,
  isSuperuser: true,
  quota: null,
};

beforeEach(async () => {
  await page.viewport(320, 640);
});
afterEach(() => {
  forgetUser();
  queryClient.clear();
  localStorage.removeItem('theme');
  document.documentElement.removeAttribute('data-theme');
});

function Frame() {
  return (
    <>
      <Header />
      <HomeScreen />
      <NotFoundScreen />
      <PendingScreen />
    </>
  );
}
const show = () =>
  screen.show(
    <QueryClientProvider client={queryClient}>{createRoutedScreen('/', Frame).element}</QueryClientProvider>,
  );
const entries = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map((entry) => entry.textContent);

test.each(languages)('In %s the header, home and what stands for a screen fit 320 px', async (language) => {
  await screen.i18n.changeLanguage(language);
  show();
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  for (const theme of ['light', 'dark', 'contrast']) {
    document.documentElement.dataset['theme'] = theme;
    expect(await accessibilityFaults(screen.host)).toEqual([]);
  }
});

test('The menu of a person has the chat application of the host, and ends with the sign-out', async () => {
  const links = { chat_app: 'https://chat.example/', support_desk: null };
  api.on('GET /api/v1/domain-config', () => domainConfigFixture(null, { links }));
  userState.user = { ...petra };
  show();
  await page.getByRole('button', { name: /Petra Muster/ }).click();
  await expect
    .element(page.getByRole('menuitem', { name: `${de.user.chatApp} (${de.shell.newTab})` }))
    .toHaveAttribute('target', '_blank');
  expect(entries()).toEqual([
    de.pairing.menu,
    `${de.user.chatApp} (${de.shell.newTab})`,
    de.account.title,
    de.draft.model.open,
    de.domain.title,
    de.help.title,
    de.transcript.keys.open,
    de.auth.signOut,
  ]);
  const menu = page.getByRole('menu').element() as HTMLElement;
  expect(menu.scrollWidth).toBeLessThanOrEqual(menu.clientWidth);
  expect(await accessibilityFaults(menu)).toEqual([]);
});

test('A chat application without https, or none, has no entry', async () => {
  const links = { chat_app: 'javascript:alert(1)', support_desk: null };
  api.on('GET /api/v1/domain-config', () => domainConfigFixture(null, { links }));
  userState.user = { ...petra, isSuperuser: false };
  show();
  await page.getByRole('button', { name: /Petra Muster/ }).click();
  await expect.element(page.getByRole('menuitem', { name: de.auth.signOut })).toBeVisible();
  await expect.poll(() => api.calls.some(({ call }) => call === 'GET /api/v1/domain-config')).toBe(true);
  await expect
    .poll(entries)
    .toEqual([
      de.pairing.menu,
      de.account.title,
      de.draft.model.open,
      de.help.title,
      de.transcript.keys.open,
      de.auth.signOut,
    ]);
});

test('A host without pairing offers to connect no phone', async () => {
  const links = { chat_app: 'https://chat.example/', support_desk: null };
  api.on('GET /api/v1/domain-config', () => domainConfigFixture([], { links }));
  userState.user = { ...petra };
  show();
  await page.getByRole('button', { name: /Petra Muster/ }).click();
  // The host has answered by then.
  await expect
    .element(page.getByRole('menuitem', { name: `${de.user.chatApp} (${de.shell.newTab})` }))
    .toBeVisible();
  expect(entries()).not.toContain(de.pairing.menu);
});

test('High contrast is chosen by keyboard in the settings without a sign-in', async () => {
  show();
  await expect.element(page.getByRole('link', { name: de.auth.signIn })).toBeVisible();
  (page.getByRole('button', { name: /Einstellungen/ }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const choice = page.getByRole('menuitemradio', { name: de.shell.theme.contrast });
  await expect.element(choice).toBeVisible();
  await userEvent.keyboard('{End}{Enter}');
  expect(document.documentElement.dataset['theme']).toBe('contrast');
  expect(localStorage.getItem('theme')).toBe('contrast');
});
