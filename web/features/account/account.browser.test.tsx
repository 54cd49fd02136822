import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SignInItem } from '#api/contract/account.ts';
import type { Me } from '#api/contract/auth.ts';
import { signOut } from '#web/features/auth/index.ts';
import { createNotesStore } from '#web/features/notes/index.ts';
import { publishRecordingActivity } from '#web/features/recording/recording-activity.ts';
import { userState, loadProfile } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { tokens } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { removeClosedRecordings } from '#web/parts/account/closed-recordings.ts';
import { provideSignOut } from '#web/parts/account/leave.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { clearAllKept, hasKept, openKeep } from '#workers/keep/keep.client.ts';
import { countKeptRecordings, removeKeptRecordings } from '#workers/recorder/kept-recordings.client.ts';
import { recordingLock } from '#workers/recorder/recorder.contract.ts';
import { openRemoteStore } from '#workers/testing/remote-store.ts';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { AccountScreen } from './account-screen.tsx';

const screen = createTestScreen();
const api = createTestApi();
const words = de.account;
const fine = () => new Response(null, { status: 204 });
const me = (isVerified: boolean): Me => ({
  authenticated: true,
  user: {
    sub: 's1',
    preferred_username: 'petra',
    email: 'petra.mustermann-beispiel@verwaltung.example.ch',
    given_name: 'Petra',
    family_name: 'Muster',
    email_verified: false,
  },
  userDb: { id: 'u1', config: {}, is_verified: isVerified, is_superuser: false, quota: null },
});
const phone: SignInItem = {
  id: 'phone',
  began_at: '2026-11-20T08:00:00Z',
  seen_at: '2026-11-26T09:00:00Z',
  device: 'Safari, iOS',
  current: false,
};
const here: SignInItem = { ...phone, id: 'here', device: 'Firefox, Windows', current: true };

let signIns: SignInItem[];
const serve = (embedded: boolean, isVerified = true) => {
  api.on('GET /api/auth/config', () => ({
    embedded,
    register: true,
    reset: true,
    end_session_endpoint: null,
  }));
  api.on('GET /api/auth/me', () => me(isVerified));
};
beforeEach(async () => {
  signIns = [here, phone];
  provideSignOut(signOut);
  serve(true);
  api.on('GET /api/v1/user/sign-ins', () => ({ sign_ins: signIns }));
  api.on('GET /api/v1/user/second-factor', () => ({
    is_on: false,
    totp: null,
    passkeys: [],
    recovery_codes_left: 0,
    passkey_origin: location.origin,
  }));
  api.on('POST /api/auth/logout', fine);
  tokens.write({ access_token: 'a', refresh_token: 'r', expires_in: 900 }, Date.now());
  await page.viewport(360, 800);
});
afterEach(() => {
  screen.clear();
  tokens.clear();
  queryClient.clear();
  userState.user = null;
  for (const { id } of toasts.toasts()) toasts.close(id);
  document.documentElement.removeAttribute('data-theme');
});

async function show() {
  await loadProfile();
  const routed = createRoutedScreen('/account', () => <AccountScreen />, { '/': () => <h1>Start</h1> });
  screen.show(routed.element);
  await expect.element(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
  return routed;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const question = () => page.getByRole('alertdialog');
const expectText = async (text: string) => {
  await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
};
const called = (call: string) => api.calls.filter((each) => each.call === call).map(({ body }) => body);

test('An address that is not confirmed gets a link; without mail the page says so', async () => {
  serve(true, false);
  api.on('POST /api/v1/user/confirm-address', () => refusal(409, 'share.mail_missing'));
  await show();
  await expectText(words.address.open);
  await button(words.address.send).click();
  await expectText(words.address.noMail);
  api.on('POST /api/v1/user/confirm-address', fine);
  await button(words.address.send).click();
  await expectText(words.address.sent);
  expect(called('POST /api/v1/user/confirm-address')).toHaveLength(2);
  serve(true, true);
  document.dispatchEvent(new Event('visibilitychange'));
  await expectText(words.address.confirmed);
});

test('The password is changed; a wrong one is named, and an easy one is not sent', async () => {
  const call = 'POST /api/v1/user/password';
  api.on(call, () => refusal(401, 'auth.credentials_wrong'));
  await show();
  await button(words.password.title).click();
  await expectText(de.auth.field.passwordRequired);
  await expect.element(field(words.password.current)).toHaveFocus();
  await userEvent.keyboard('ein altes Kennwort');
  await field(de.auth.reset.password).fill('petra muster');
  await expectText(de.auth.field.passwordOwn);
  await button(words.password.title).click();
  expect(called(call)).toEqual([]);
  await field(de.auth.reset.password).fill('ein langes Kennwort');
  await button(words.password.title).click();
  await expectText(words.password.wrong);
  expect(called(call)).toHaveLength(1);
  api.on(call, fine);
  await button(words.password.title).click();
  await expect.poll(() => toasts.toasts().map(({ text }) => text)).toContain(words.password.done);
  expect(called(call).at(-1)).toEqual({ current: 'ein altes Kennwort', password: 'ein langes Kennwort' });
  await expect.element(field(words.password.current)).toHaveValue('');
});

test('Another sign-in is ended; this one is named and has no button', async () => {
  api.on('DELETE /api/v1/user/sign-ins/phone', () => {
    signIns = [here];
    return fine();
  });
  await show();
  const rows = page.getByRole('list', { name: words.signIns.title }).getByRole('listitem');
  await expect.element(rows.nth(0).getByText(words.signIns.current)).toBeVisible();
  expect(rows.nth(0).getByRole('button').elements()).toEqual([]);
  await rows.nth(1).getByRole('button').click();
  await expect.element(page.getByText('Safari, iOS')).not.toBeInTheDocument();
});

test('Signing out everywhere is asked for, and leads home without anything of the person', async () => {
  api.on('DELETE /api/v1/user/sign-ins', fine);
  const routed = await show();
  await button(words.signIns.all).click();
  await question().getByRole('button', { name: de.shell.cancel }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(called('DELETE /api/v1/user/sign-ins')).toEqual([]);
  await button(words.signIns.all).click();
  await question().getByRole('button', { name: words.signIns.all }).click();
  await expect.poll(routed.pathname).toBe('/');
  expect(tokens.read()).toBeNull();
  expect(called('DELETE /api/v1/user/sign-ins')).toHaveLength(1);
});

test('Closing needs a tick and the password; the last superuser is told why not', async () => {
  const call = 'POST /api/v1/user/close';
  api.on(call, () => refusal(409, 'domain.last_superuser'));
  const routed = await show();
  await button(words.close.open).click();
  await expect.element(question().getByText(words.close.deletes)).toBeVisible();
  await expect.element(button(words.close.action)).toBeDisabled();
  await question().getByText(words.close.sure).click();
  await button(words.close.action).click();
  await expectText(de.auth.field.passwordRequired);
  await question().getByLabelText(de.auth.password, { exact: true }).fill('ein langes Kennwort');
  await button(words.close.action).click();
  await expectText(de.error.domain.last_superuser);
  expect(await accessibilityFaults(question().element() as HTMLElement)).toEqual([]);
  api.on(call, fine);
  await button(words.close.action).click();
  await expect.poll(routed.pathname).toBe('/');
  expect(called(call).at(-1)).toEqual({ password: 'ein langes Kennwort' });
  expect(tokens.read()).toBeNull();
});

/** Leaves a recording that nobody has open, one that another tab has open, and a file on the device. */
async function leaveUnsent() {
  const open = sampleRecord({ userId: 'u1' });
  {
    using store = await openRemoteStore(null);
    for (const record of [open, sampleRecord({ userId: 's1' }), sampleRecord({ userId: 'other' })])
      await store.create(record);
  }
  const keep = await openKeep({ userId: 'u1', formerId: 's1', sessionId: 'session' });
  if (typeof keep === 'string') throw new Error(keep);
  using _ = keep;
  await keep.begin({ name: 'a.mp3', bytes: 1, lastModifiedMs: 1 }, null);
  const ended = Promise.withResolvers<void>();
  const held = navigator.locks.request(recordingLock(open.id), () => ended.promise);
  onTestFinished(async () => {
    ended.resolve();
    await held;
    await removeKeptRecordings(['u1', 's1', 'other']);
    await clearAllKept();
    localStorage.removeItem('closed_people');
  });
  return {
    async endOtherTab() {
      ended.resolve();
      await held;
    },
  };
}
const unsentHere = words.unsent.here.replace('{{list}}', '2 Aufnahmen und 1 Datei');

test('Closing says first what this device has not sent, and removes it; what another tab has open goes later', async () => {
  api.on('POST /api/v1/user/close', fine);
  const { endOtherTab } = await leaveUnsent();
  using notes = createNotesStore();
  const note = { user: 'u1', session: 's', tab: 't', text: 'geheim', base: { text: '', rev: 0 } };
  for (const user of ['u1', 'other']) await notes.write({ put: { ...note, user } });
  const routed = await show();
  await button(words.close.open).click();
  await question().getByText(words.close.sure).click();
  await expect.element(button(words.close.action)).toBeEnabled();
  const text = question().element().textContent;
  for (const sentence of [words.unsent.title, unsentHere, words.unsent.lost])
    expect(text).toContain(sentence);
  const library = question().getByRole('link', { name: de.shell.toLibrary });
  await expect.element(library).toHaveAttribute('href', '/library');
  expect(await accessibilityFaults(question().element() as HTMLElement)).toEqual([]);
  await question().getByLabelText(de.auth.password, { exact: true }).fill('ein langes Kennwort');
  await button(words.close.action).click();
  await expect.poll(routed.pathname).toBe('/');
  expect([await countKeptRecordings(['u1', 's1']), await hasKept(['u1'])]).toEqual([1, false]);
  expect([await notes.list('u1'), (await notes.list('other')).length]).toEqual([[], 1]);
  await endOtherTab();
  await removeClosedRecordings();
  expect([await countKeptRecordings(['u1', 's1']), await countKeptRecordings(['other'])]).toEqual([0, 1]);
  expect(localStorage.getItem('closed_people')).toBeNull();
  await notes.write({ remove: [{ ...note, user: 'other' }] });
});

test('Signing out everywhere asks what the user menu asks: unsent recordings and files are named', async () => {
  api.on('DELETE /api/v1/user/sign-ins', fine);
  await leaveUnsent();
  const stages = { isUnsafe: true, isLive: true };
  publishRecordingActivity({
    isUnsafe: () => stages.isUnsafe,
    isLive: () => stages.isLive,
    endRecovery() {},
  });
  onTestFinished(() =>
    publishRecordingActivity({ isUnsafe: () => false, isLive: () => false, endRecovery() {} }),
  );
  const routed = await show();
  await button(words.signIns.all).click();
  await expectText(words.recordingFirst);
  stages.isLive = false;
  await button(words.signIns.all).click();
  for (const sentence of [unsentHere, de.recording.signOut.text, de.upload.signOut.text])
    await expect.element(question().getByText(sentence)).toBeVisible();
  expect(called('DELETE /api/v1/user/sign-ins')).toEqual([]);
  await question().getByRole('button', { name: words.signIns.all }).click();
  await expect.poll(routed.pathname).toBe('/');
  // Recordings stay.
  expect([await countKeptRecordings(['u1', 's1']), await hasKept(['u1'])]).toEqual([2, false]);
});

test('With another provider the page says where password and account are', async () => {
  serve(false);
  await show();
  await expectText(words.external.text);
  await expectText(words.external.close);
  expect(page.getByLabelText(words.password.current).elements()).toEqual([]);
  expect(called('GET /api/v1/user/sign-ins')).toEqual([]);
});

test('The account is without faults for all, light and dark, also on a phone', async () => {
  serve(true, false);
  await show();
  await expectText('Safari, iOS');
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    expect(await accessibilityFaults(screen.host)).toEqual([]);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
