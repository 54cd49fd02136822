import { beforeEach, expect, test, vi } from 'vitest';
import type { Me } from '#api/contract/auth.ts';
import { storeProfile } from './stored-profile.ts';
import { changeConfig, forgetUser, loadProfile, userState } from './user.state.ts';

const page = vi.hoisted(() => ({
  stored: new Map<string, string>(),
  access: null as string | null,
  me: () => Promise.resolve<unknown>(null),
  config: () => Promise.resolve<unknown>(null),
  words: () => Promise.resolve(),
}));
vi.mock('#web/lib/browser-storage.ts', () => ({
  localStore: {
    getItem: (key: string) => page.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void page.stored.set(key, value),
    removeItem: (key: string) => void page.stored.delete(key),
  },
}));
vi.mock('#web/i18n/i18n.ts', () => ({ followProfile: () => page.words(), chooseAndKeep: async () => {} }));
vi.mock('#web/lib/http.ts', () => ({
  ApiError: Error,
  isApiError: () => false,
  tokens: { read: () => page.access && { access: page.access } },
  api: {
    auth: { me: { $get: async () => ({ json: page.me }) } },
    user: { config: { $post: async () => ({ json: page.config }) } },
  },
}));
vi.mock('#web/lib/time.ts', async (original) => {
  const time = await original<{ timings: object }>();
  return { ...time, timings: { ...time.timings, profilePatienceMs: 20 } };
});

// A token without a subject is anybody's.
const token = 'token';
const profile = (isSuperuser: boolean): Me => ({
  authenticated: true,
  user: {
    sub: 'sub-a',
    preferred_username: 'anna',
    email: '',
    given_name: '',
    family_name: '',
    email_verified: true,
  },
  userDb: { id: 'anna', config: {}, is_verified: true, is_superuser: isSuperuser, quota: null },
});

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  forgetUser();
  page.stored.clear();
  Object.assign(page, { access: token, words: () => Promise.resolve() });
});

test('A stored profile never replaces the answer of the server, whose words are still being loaded', async () => {
  storeProfile(profile(true));
  page.me = async () => profile(false);
  page.words = () => new Promise((resolve) => setTimeout(resolve, 60));
  expect(await loadProfile()).toMatchObject({ isSuperuser: false });
  expect(userState.user?.isSuperuser).toBe(false);
});

test('Whoever signs out in another tab while the profile is awaited is not shown', async () => {
  storeProfile(profile(false));
  page.me = () => new Promise((_, reject) => setTimeout(() => reject(new Error('Signed out.')), 60));
  const loading = loadProfile();
  page.access = null;
  await expect(loading).rejects.toThrow('Signed out.');
  expect(userState.user).toBeNull();
});

test('A choice that is saved after a sign-out in another tab leaves no profile on the device', async () => {
  page.me = async () => profile(false);
  await loadProfile();
  const answer = Promise.withResolvers<unknown>();
  page.config = () => answer.promise;
  const saving = changeConfig({});
  page.access = null;
  page.stored.clear();
  answer.resolve({ config: {} });
  await saving;
  expect(page.stored.get('profile')).toBeUndefined();
});
