import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AuthConfig } from '#api/contract/auth.ts';
import { limits } from '#api/contract/limits.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it } from '#web/i18n/it/index.ts';
import { languages } from '#web/i18n/languages.ts';
import { sessionStore } from '#web/lib/browser-storage.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { CallbackScreen } from './callback-screen.tsx';
import { ConfirmScreen } from './confirm-screen.tsx';
import { ForgotPasswordScreen } from './forgot-password-screen.tsx';
import { RegisterScreen } from './register-screen.tsx';
import { ResetScreen } from './reset-screen.tsx';
import { SignInScreen } from './signin-screen.tsx';

const screen = createTestScreen({ en, fr, it });
const api = createTestApi();
const all = { de, en, fr, it };
const token = 'A'.repeat(43);
const config: AuthConfig = {
  issuer: 'http://localhost/oidc',
  authorization_endpoint: 'http://localhost/oidc/auth',
  end_session_endpoint: null,
  client_id: 'wortlaut',
  scope: 'openid',
  embedded: true,
  register: true,
  reset: true,
  demo: null,
};
const serve = (change: Partial<AuthConfig> = {}) =>
  api.on('GET /api/auth/config', () => ({ ...config, ...change }));
const gone = () => refusal(410, 'auth.link_expired');
const fine = () => new Response(null, { status: 204 });

beforeEach(async () => {
  serve();
  sessionStore.removeItem('signin_error');
  await page.viewport(360, 800);
});
afterEach(() => {
  queryClient.clear();
  document.documentElement.removeAttribute('data-theme');
});

async function show(path: string) {
  // The router goes nowhere before it is shown, and the sign-in without a query would leave for the provider at once.
  const routed = createRoutedScreen('/start', () => <p>Start</p>, {
    '/signin': SignInScreen,
    '/register': RegisterScreen,
    '/forgot-password': ForgotPasswordScreen,
    '/reset': ResetScreen,
    '/confirm': ConfirmScreen,
    '/auth/callback': CallbackScreen,
  });
  screen.show(routed.element);
  await routed.go(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return routed;
}

const expectText = async (text: string) => {
  await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Expects no fault for anybody, light and dark, no scrolling sideways, and every control within reach of the Tab key. */
async function expectForAll() {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    expect(await accessibilityFaults(screen.host)).toEqual([]);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  const controls = [...screen.host.querySelectorAll<HTMLElement>('a[href], button, input')];
  const start = document.createElement('span');
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  const reached = new Set<Element | null>();
  for (const _ of controls) {
    await userEvent.keyboard('{Tab}');
    reached.add(document.activeElement);
  }
  start.remove();
  expect(controls.filter((control) => !reached.has(control)).map(({ outerHTML }) => outerHTML)).toEqual([]);
}

describe.each(languages)('In %s', (language) => {
  const { auth, error, shell } = all[language];
  beforeEach(() => screen.i18n.changeLanguage(language));

  const failures = Object.keys(auth.failure).filter((key) => key !== 'permissionTitle');
  test.each(failures as (keyof typeof auth.failure)[])('the sign-in says why: %s', async (failure) => {
    await show(`/signin?error=${failure}`);
    await expectText(auth.failure[failure]);
    await expect.element(page.getByRole('button', { name: auth.startSignIn })).toBeVisible();
    await expectForAll();
  });

  test('somebody without permission is told so in a title, and gets home', async () => {
    await show('/signin?error=permission');
    await expectText(auth.failure.permissionTitle);
    await expect.element(page.getByRole('link', { name: shell.toHome })).toHaveAttribute('href', '/');
  });

  test('the sign-in asks for the second factor, by a way that this page can use, and says what is wrong', async () => {
    const { secondFactor } = all[language];
    const factors = { ways: ['totp', 'passkey'], passkey_origin: 'https://wort.example' };
    api.on('POST /api/auth/interaction/abc/login', () => ({
      redirect_to: '/signin?interaction=abc',
      factors,
    }));
    await show('/signin?interaction=abc');
    await page.getByRole('textbox', { name: auth.email }).fill('petra@example.org');
    await page.getByLabelText(auth.password, { exact: true }).fill('ein langes Kennwort');
    await press(auth.signIn);
    await expectText(secondFactor.signIn.text);
    await expectText(secondFactor.impossible.address.replace('{{address}}', 'https://wort.example'));
    await press(auth.signIn);
    await expectText(auth.field.codeInvalid);
    await page.getByRole('textbox', { name: secondFactor.ways.totp }).fill('123456');
    for (const code of ['factor_wrong', 'factor_used', 'interaction_expired'] as const) {
      api.on('POST /api/auth/interaction/abc/factor', () => refusal(401, `auth.${code}`));
      await press(auth.signIn);
      await expectText(error.auth[code]);
    }
    expect(api.calls.at(-1)?.body).toEqual({ factor: { totp: '123456' } });
    await expectForAll();
    await press(secondFactor.signIn.back);
    await expect.element(page.getByRole('textbox', { name: auth.email })).toBeVisible();
  });

  test('the form of the sign-in says why the person was signed out, and what is wrong', async () => {
    sessionStore.setItem('signin_error', 'ended');
    await show('/signin?interaction=abc');
    await expectText(auth.failure.ended);
    await press(auth.signIn);
    await expectText(auth.field.emailRequired);
    await expectText(auth.field.passwordRequired);
    const answers = ['credentials_wrong', 'too_many_attempts', 'busy', 'interaction_expired'] as const;
    await page.getByLabelText(auth.email).fill('petra@example.ch');
    await page.getByLabelText(auth.password, { exact: true }).fill('ein langes Kennwort');
    for (const code of answers) {
      api.on('POST /api/auth/interaction/abc/login', () => refusal(400, `auth.${code}`));
      await press(auth.signIn);
      await expectText(error.auth[code]);
    }
    expect(api.calls.filter(({ call }) => call.endsWith('/login'))).toHaveLength(answers.length);
    await expectForAll();
  });

  test('the registration says what is wrong, or that it is closed', async () => {
    await show('/register?interaction=abc');
    await press(auth.register);
    for (const key of ['firstNameRequired', 'lastNameRequired', 'emailRequired', 'passwordRequired'] as const)
      await expectText(auth.field[key]);
    await page.getByLabelText(auth.firstName).fill('Petra');
    await page.getByLabelText(auth.lastName).fill('Muster');
    await page.getByLabelText(auth.email).fill('petra@');
    await page.getByLabelText(auth.password, { exact: true }).fill('kurz');
    await expectText(auth.field.emailInvalid);
    await expectText(auth.field.passwordShort.replace('{{count}}', String(limits.minPasswordLength)));
    await page.getByLabelText(auth.email).fill('petra@example.ch');
    await page.getByLabelText(auth.password, { exact: true }).fill('ein langes Kennwort');
    for (const code of ['email_taken', 'password_weak'] as const) {
      api.on('POST /api/auth/interaction/abc/register', () => refusal(400, `auth.${code}`));
      await press(auth.register);
      await expectText(error.auth[code]);
    }
    expect(api.calls.filter(({ call }) => call.endsWith('/register'))).toHaveLength(2);
    await expectForAll();
    queryClient.clear();
    screen.clear();
    serve({ register: false });
    await show('/register');
    await expectText(auth.registerClosed.title);
    await expectForAll();
  });

  test('a forgotten password: the same is said for every address', async () => {
    api.on('POST /api/auth/forgot', fine);
    await show('/forgot-password');
    await press(auth.link.send);
    await expectText(auth.field.emailRequired);
    await page.getByLabelText(auth.email).fill(' petra@example.ch ');
    await expectForAll();
    await press(auth.link.send);
    await expectText(auth.link.sent.replace('{{email}}', 'petra@example.ch'));
    expect(api.calls.at(-1)?.body).toEqual({ email: 'petra@example.ch' });
    await expectForAll();
    api.on('POST /api/auth/forgot', () => refusal(429, 'auth.too_many_attempts'));
    await press(auth.link.again);
    await page.getByLabelText(auth.email).fill('petra@example.ch');
    await press(auth.link.send);
    await expectText(error.auth.too_many_attempts);
  });

  test.each([
    ['without mail', { reset: false }, 'forgotNoLink'],
    ['with another provider', { embedded: false, reset: false }, 'forgotExternal'],
  ] as const)('a forgotten password %s: whom to ask', async (_name, change, key) => {
    serve(change);
    await show('/forgot-password');
    await expectText(auth[key]);
    expect(page.getByRole('textbox').elements()).toEqual([]);
    await expectForAll();
  });

  test('a new password is set, and the secret stands in the address no more', async () => {
    api.on('POST /api/auth/reset', () => refusal(400, 'auth.password_weak'));
    const routed = await show(`/reset#${token}`);
    await expect.poll(routed.href).toBe('/reset');
    await press(auth.reset.action);
    await expectText(auth.field.passwordRequired);
    await page.getByLabelText(auth.reset.password).fill('ein langes Kennwort');
    await press(auth.reset.action);
    await expectText(error.auth.password_weak);
    await expectForAll();
    api.on('POST /api/auth/reset', fine);
    await press(auth.reset.action);
    await expectText(auth.reset.done);
    expect(api.calls.at(-1)?.body).toEqual({ token, password: 'ein langes Kennwort' });
    await expectForAll();
  });

  test('a link for a new password that does not hold leads to a new one', async () => {
    api.on('POST /api/auth/reset', gone);
    const routed = await show(`/reset#${token}`);
    await page.getByLabelText(auth.reset.password).fill('ein langes Kennwort');
    await press(auth.reset.action);
    await expectText(error.auth.link_expired);
    await expect
      .element(page.getByRole('link', { name: auth.link.new }))
      .toHaveAttribute('href', '/forgot-password');
    await expectForAll();
    await routed.go(`/reset#${'B'.repeat(43)}`);
    await expect.element(page.getByLabelText(auth.reset.password)).toBeVisible();
    await expect.poll(routed.href).toBe('/reset');
    screen.clear();
    await show('/reset');
    await expectText(auth.link.missing);
  });

  test('an address is confirmed by a press, or its link does not hold', async () => {
    api.on('POST /api/auth/confirm', fine);
    const routed = await show(`/confirm#${token}`);
    await expectText(auth.confirm.text);
    await expect.poll(routed.href).toBe('/confirm');
    expect(api.calls.some(({ call }) => call === 'POST /api/auth/confirm')).toBe(false);
    await expectForAll();
    await press(auth.confirm.action);
    await expectText(auth.confirm.done);
    expect(api.calls.at(-1)?.body).toEqual({ token });
    await expectForAll();
    api.on('POST /api/auth/confirm', gone);
    await routed.go(`/confirm#${'B'.repeat(43)}`);
    await press(auth.confirm.action);
    await expectText(auth.confirm.over);
    await expectForAll();
  });

  test.each([
    // A callback is completed once for each code.
    [`code=refused-${language}&error=access_denied`, 'login'],
    ['', 'missing_parameters'],
    [`code=${language}&state=other`, 'state'],
  ] as const)('the way back from the provider failed (%s)', async (query, key) => {
    const routed = await show(`/auth/callback?${query}`);
    await expectText(auth.failure[key]);
    expect(routed.pathname()).toBe('/signin');
  });
});
