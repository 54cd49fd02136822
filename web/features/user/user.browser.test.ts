import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { UserConfig } from '#api/contract/auth.ts';
import { currentLanguage, startWords } from '#web/i18n/i18n.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { tokens } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { setTimings } from '#web/lib/time.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import {
  chooseLanguageForUser,
  forgetUser,
  idsOfOwner,
  loadProfile,
  refuseOtherPerson,
  userState,
} from './user.state.ts';

const api = createTestApi();

beforeAll(() => startWords());

beforeEach(() => {
  tokens.clear();
  forgetUser();
  queryClient.clear();
  localStore.clear();
});

afterEach(() => void vi.useRealTimers());

const tokenOf = (sub: string, iss = 'https://id.example.ch') =>
  `e30.${btoa(JSON.stringify({ iss, sub })).replaceAll('=', '')}.x`;

/** Signs a person in, as another tab of this browser would do it: this page learns nothing of it. */
const signIn = (sub: string, iss?: string) =>
  tokens.write({ access_token: tokenOf(sub, iss), expires_in: 900 }, Date.now());

async function load(id: string, sub: string, config: UserConfig = {}) {
  const user = {
    sub,
    preferred_username: sub,
    email: '',
    given_name: '',
    family_name: '',
    email_verified: true,
  };
  const userDb = { id, config, is_verified: true, is_superuser: false, quota: null };
  api.on('GET /api/auth/me', () => ({ authenticated: true, user, userDb }));
  queryClient.clear();
  return await loadProfile();
}

test('A person is known by our id; the provider’s is kept beside it', async () => {
  signIn('sub-a');
  expect(await load('anna', 'sub-a')).toMatchObject({ id: 'anna', sub: 'sub-a' });
  expect(idsOfOwner('anna')).toEqual(['anna', 'sub-a']);
  // The sub of whoever is signed in says nothing about somebody else.
  expect(idsOfOwner('bert')).toEqual(['bert']);
});

test('What a person has written is refused as soon as the token is somebody else’s, before this page knows it', async () => {
  signIn('sub-a');
  await load('anna', 'sub-a');
  expect(() => refuseOtherPerson('anna')).not.toThrow();
  signIn('sub-b');
  expect(userState.user?.id).toBe('anna');
  expect(() => refuseOtherPerson('anna')).toThrow('network.failed');
  await load('bert', 'sub-b');
  expect(() => refuseOtherPerson('anna')).toThrow('network.failed');
  expect(() => refuseOtherPerson('bert')).not.toThrow();
  // Anna signs in again: the device knows her, without a call.
  signIn('sub-a');
  expect(() => refuseOtherPerson('anna')).not.toThrow();
});

test('The same subject at another issuer is another person', async () => {
  signIn('sub-a');
  await load('anna', 'sub-a');
  signIn('sub-a', 'https://other.example.ch');
  expect(() => refuseOtherPerson('anna')).toThrow('network.failed');
  await load('bert', 'sub-a');
  expect(() => refuseOtherPerson('bert')).not.toThrow();
  signIn('sub-a');
  expect(() => refuseOtherPerson('anna')).not.toThrow();
  expect(() => refuseOtherPerson('bert')).toThrow('network.failed');
});

test('A profile that arrives after somebody else has signed in teaches the device nothing', async () => {
  signIn('sub-b');
  await load('anna', 'sub-a');
  expect(() => refuseOtherPerson('anna')).toThrow('network.failed');
});

test('What was written before a superuser joined this sign-in to another person is found, and may be sent', async () => {
  signIn('sub-a');
  await load('anna', 'sub-a');
  await load('petra', 'sub-a');
  expect(idsOfOwner('petra')).toEqual(['petra', 'sub-a', 'anna']);
  expect(() => refuseOtherPerson('anna')).not.toThrow();
});

test('The profile is loaded again after 30 s, not earlier', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  signIn('sub-a');
  await load('anna', 'sub-a');
  const loads = () => api.calls.filter(({ call }) => call === 'GET /api/auth/me').length;
  vi.setSystemTime(1_029_999);
  await loadProfile();
  expect(loads()).toBe(1);
  vi.setSystemTime(1_030_000);
  await loadProfile();
  expect(loads()).toBe(2);
});

test('A language that could not be saved holds, and is saved with the next profile; until then the saved one is older', async () => {
  signIn('sub-a');
  await load('anna', 'sub-a');
  api.on('POST /api/user/config', () => refusal(500, 'request.failed'));
  expect(await chooseLanguageForUser('fr')).toBe(false);
  forgetUser();
  let config: object = { preferred_language: 'it', of_another_client: 1 };
  api.on('POST /api/user/config', (body) => ({ config: (config = body as object) }));
  await load('anna', 'sub-a', { preferred_language: 'it', of_another_client: 1 });
  expect(currentLanguage()).toBe('fr');
  const merged = { preferred_language: 'fr', of_another_client: 1 };
  await eventually(() => expect(userState.user?.config).toEqual(merged));
  expect(config).toEqual(merged);
  // The kept profile has the new config too, so that the next screen does not bring back the former one.
  await loadProfile();
  expect(userState.user?.config).toEqual(merged);
  forgetUser();
  await load('anna', 'sub-a', { preferred_language: 'it' });
  expect(currentLanguage()).toBe('it');
  forgetUser();
  signIn('sub-b');
  await load('bert', 'sub-b');
  expect([currentLanguage(), localStore.getItem('preferredLanguage')]).toEqual(['it', 'it']);
});

/** What an earlier page has left on this device. */
function startAnew() {
  userState.user = null;
  queryClient.clear();
}

test('Without a server the page opens with the profile of an earlier page, and only for the person with these tokens', async () => {
  signIn('sub-a');
  await load('anna', 'sub-a');
  startAnew();
  api.on('GET /api/auth/me', () => Promise.reject(new TypeError('no connection')));
  expect(await loadProfile()).toMatchObject({ id: 'anna' });
  startAnew();
  signIn('sub-b');
  await expect(loadProfile()).rejects.toThrow('network.failed');
});

test('A profile that takes long is shown as it was, and as it is when the answer comes', async () => {
  signIn('sub-a');
  await load('anna', 'sub-a');
  startAnew();
  const restore = setTimings({ profilePatienceMs: 0 });
  onTestFinished(restore);
  const answer = Promise.withResolvers<unknown>();
  const { user, userDb } = JSON.parse(localStore.getItem('profile')!) as Record<string, object>;
  api.on('GET /api/auth/me', () => answer.promise);
  expect(await loadProfile()).toMatchObject({ isSuperuser: false });
  answer.resolve({ authenticated: true, user, userDb: { ...userDb, is_superuser: true } });
  await expect.poll(() => userState.user?.isSuperuser).toBe(true);
});

test('A sign-out leaves no profile on the device', async () => {
  signIn('sub-a');
  await load('anna', 'sub-a');
  expect(localStore.getItem('profile')).toContain('anna');
  forgetUser();
  expect(localStore.getItem('profile')).toBeNull();
  // The answer comes after the sign-out.
  const late = load('anna', 'sub-a');
  tokens.clear();
  await late;
  expect(localStore.getItem('profile')).toBeNull();
});
