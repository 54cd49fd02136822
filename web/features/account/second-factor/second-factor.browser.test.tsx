import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SecondFactor } from '#api/contract/second-factor.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it } from '#web/i18n/it/index.ts';
import { languages } from '#web/i18n/languages.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';

const screen = createTestScreen({ en, fr, it });
const api = createTestApi();
const words = de.secondFactor;
const base = '/api/v1/user/second-factor';
const off: SecondFactor = {
  is_on: false,
  totp: null,
  passkeys: [],
  recovery_codes_left: 0,
  passkey_origin: location.origin,
};
const on: SecondFactor = {
  ...off,
  is_on: true,
  totp: { created_at: '2026-11-20T08:00:00Z', used_at: null },
  passkeys: [
    {
      id: 'k1',
      name: 'Laptop im Sitzungszimmer des Amtes für Raumplanung',
      created_at: '2026-11-20T08:00:00Z',
      used_at: '2026-11-26T09:00:00Z',
      is_usable: true,
    },
  ],
  recovery_codes_left: 9,
};
const codes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${n}`);
const setup = {
  id: 'setup',
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Wortlaut%20localhost:petra%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

let state: SecondFactor;
beforeEach(async () => {
  state = off;
  api.on(`GET ${base}`, () => state);
  await page.viewport(360, 800);
});
afterEach(() => {
  screen.clear();
  queryClient.clear();
  for (const { id } of toasts.toasts()) toasts.close(id);
  document.documentElement.removeAttribute('data-theme');
});

async function show(language: keyof typeof all = 'de') {
  await screen.i18n.changeLanguage(language);
  screen.show(createRoutedScreen('/account', () => <SecondFactorPart />, {}).element);
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
}
const all = { de, en, fr, it };
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const field = (name: string) => page.getByRole('textbox', { name });
const expectText = async (text: string) => {
  await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
};
const sentTo = (call: string) => api.calls.filter((each) => each.call === call).map(({ body }) => body);
const password = () => page.getByLabelText(de.auth.password, { exact: true });

/** Expects no fault for anybody in light and dark, and no scrolling sideways. */
async function expectForAll(element: HTMLElement) {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    expect(await accessibilityFaults(element)).toEqual([]);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
}

test('An app is set up: password, code, recovery codes, which are kept before the dialog closes', async () => {
  api.on(`POST ${base}/totp`, () => refusal(401, 'auth.credentials_wrong'));
  api.on(`POST ${base}/totp/confirm`, () => refusal(401, 'auth.factor_wrong'));
  await show();
  await expectText(words.off);
  await press(words.totp.add);
  await press(words.proof.action.totp);
  await expectText(de.auth.field.passwordRequired);
  await password().fill('ein langes Kennwort');
  await press(words.proof.action.totp);
  await expectText(de.account.password.wrong);
  api.on(`POST ${base}/totp`, () => setup);
  await press(words.proof.action.totp);
  // Without a factor the password alone is the proof.
  expect(sentTo(`POST ${base}/totp`).at(-1)).toEqual({ password: 'ein langes Kennwort' });
  await expect.element(page.getByRole('img', { name: words.totp.qr })).toBeVisible();
  await expectText('GEZD GNBV GY3T QOJQ');
  await expectForAll(page.getByRole('alertdialog').element() as HTMLElement);
  await field(words.ways.totp).fill('12345');
  await press(words.totp.use);
  await expectText(de.auth.field.codeInvalid);
  expect(sentTo(`POST ${base}/totp/confirm`)).toEqual([]);
  await field(words.ways.totp).fill('123 456');
  await press(words.totp.use);
  await expectText(de.error.auth.factor_wrong);
  api.on(`POST ${base}/totp/confirm`, () => {
    state = on;
    return { recovery_codes: codes };
  });
  await press(words.totp.use);
  expect(sentTo(`POST ${base}/totp/confirm`).at(-1)).toEqual({ id: 'setup', code: '123 456' });
  await expectText(codes[9]!);
  await expectForAll(page.getByRole('alertdialog').element() as HTMLElement);
  await expect.element(page.getByRole('button', { name: words.codes.close })).toBeDisabled();
  await page.getByText(words.codes.kept).click();
  await press(words.codes.close);
  await expectText(words.on);
  await expect.element(page.getByText(codes[9]!)).not.toBeInTheDocument();
});

test('What is on asks for a factor before each change; a recovery code is one of the ways', async () => {
  state = { ...on, recovery_codes_left: 2 };
  api.on(`POST ${base}/remove`, () => refusal(401, 'auth.factor_used'));
  await show();
  await expectText(words.codes.few_other.replace('{{count}}', '2'));
  await expectText(words.unused);
  await press(words.turnOff);
  await password().fill('ein langes Kennwort');
  await page.getByText(words.ways.recovery, { exact: true }).click();
  await press(words.proof.action.off);
  await expectText(de.auth.field.recoveryCodeRequired);
  await field(words.ways.recovery).fill(' aaaa-bbbb-cccc-dddd ');
  await press(words.proof.action.off);
  await expectText(de.error.auth.factor_used);
  api.on(`POST ${base}/remove`, () => {
    state = off;
    return new Response(null, { status: 204 });
  });
  await press(words.proof.action.off);
  await expectText(words.off);
  expect(sentTo(`POST ${base}/remove`).at(-1)).toEqual({
    password: 'ein langes Kennwort',
    factor: { recovery: 'aaaa-bbbb-cccc-dddd' },
    what: 'all',
  });
  expect(toasts.toasts().map(({ text }) => text)).toContain(words.proof.done.off);
});

test('A browser without passkeys, and a page at another address, say so in place of the button', async () => {
  const button = page.getByRole('button', { name: words.passkey.add });
  const known = PublicKeyCredential;
  vi.stubGlobal('PublicKeyCredential', undefined);
  await show();
  await expectText(words.impossible.browser);
  await expect.element(button).not.toBeInTheDocument();
  vi.stubGlobal('PublicKeyCredential', known);
  state = {
    ...on,
    passkey_origin: 'https://wort.example',
    passkeys: [{ ...on.passkeys[0]!, is_usable: false }],
  };
  screen.clear();
  queryClient.clear();
  await show();
  await expectText(words.impossible.address.replace('{{address}}', 'https://wort.example'));
  await expectText(words.passkey.former);
  await expect.element(button).not.toBeInTheDocument();
});

test('A passkey whose question was closed is told, and can be tried again', async () => {
  api.on(`POST ${base}/passkeys`, () => ({
    challenge: 'AAAA',
    rp_id: location.hostname,
    user_id: 'AAAA',
    user_name: 'petra@example.org',
    algorithms: [-7],
    exclude: [],
  }));
  const create = vi
    .spyOn(navigator.credentials, 'create')
    .mockRejectedValue(new DOMException('closed', 'NotAllowedError'));
  await show();
  await press(words.passkey.add);
  await password().fill('ein langes Kennwort');
  await press(words.proof.action.passkey);
  await press(words.passkey.make);
  await expectText(de.auth.field.passkeyNameRequired);
  await field(words.passkey.nameField).fill('Laptop');
  await press(words.passkey.make);
  await expectText(de.error.passkey.cancelled);
  expect(create).toHaveBeenCalledTimes(1);
  await press(words.passkey.make);
  await expect.poll(() => create.mock.calls.length).toBe(2);
  create.mockRestore();
});

test.each(languages)('Everything fits on a phone, for everybody: %s', async (language) => {
  state = on;
  await show(language);
  await expect.element(page.getByText(all[language].secondFactor.on)).toBeVisible();
  await expectForAll(screen.host);
  await press(all[language].secondFactor.turnOff);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expectForAll(page.getByRole('dialog').element() as HTMLElement);
});
