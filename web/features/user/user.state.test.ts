import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Me, UserConfig } from '#api/contract/auth.ts';
import { storeProfile } from './stored-profile.ts';
import {
  changeConfig,
  chooseLanguageForUser,
  forgetUser,
  loadProfile,
  reloadProfile,
  userState,
} from './user.state.ts';

const page = vi.hoisted(() => ({
  stored: new Map<string, string>(),
  access: null as string | null,
  me: () => Promise.resolve<unknown>(null),
  config: (_sent: UserConfig) => Promise.resolve<unknown>(null),
  words: () => Promise.resolve(),
  language: '' as unknown,
}));
vi.mock('#web/lib/browser-storage.ts', () => ({
  localStore: {
    getItem: (key: string) => page.stored.get(key) ?? null,
    setItem: (key: string, value: string) => void page.stored.set(key, value),
    removeItem: (key: string) => void page.stored.delete(key),
  },
}));
vi.mock('#web/i18n/i18n.ts', () => ({
  followProfile: (language: unknown) => {
    page.language = language;
    return page.words();
  },
  chooseAndKeep: async (language: unknown) => void (page.language = language),
}));
vi.mock('#web/lib/http.ts', () => ({
  ApiError: Error,
  isApiError: () => false,
  tokens: { read: () => page.access && { access: page.access } },
  api: {
    auth: { me: { $get: async () => ({ json: page.me }) } },
    user: {
      config: { $post: async ({ json }: { json: UserConfig }) => ({ json: () => page.config(json) }) },
    },
  },
}));
vi.mock('#web/lib/time.ts', async (original) => {
  const time = await original<{ timings: object }>();
  return { ...time, timings: { ...time.timings, profilePatienceMs: 20 } };
});

// Test files share a process. Modules that were loaded with these doubles must not stay for other files.
afterAll(() => void vi.resetModules());

// A token without a subject is anybody's.
const token = 'token';
const profile = (isSuperuser: boolean, config: UserConfig = {}): Me => ({
  authenticated: true,
  user: {
    sub: 'sub-a',
    preferred_username: 'anna',
    email: '',
    given_name: '',
    family_name: '',
    email_verified: true,
  },
  userDb: { id: 'anna', config, is_verified: true, is_superuser: isSuperuser, quota: null },
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

/** A server whose first answer to a change, and the change itself, wait until they are let through. */
async function signInWithSlowServer() {
  const first = Promise.withResolvers<void>();
  const server = { config: { preferred_language: 'de' } as UserConfig, sent: 0, letThrough: first.resolve };
  page.me = async () => profile(false, server.config);
  page.config = async (sent) => {
    server.sent += 1;
    if (server.sent === 1) await first.promise;
    server.config = sent;
    return { config: sent };
  };
  await loadProfile();
  return server;
}

test('A change made while another is being saved keeps that one', async () => {
  const server = await signInWithSlowServer();
  const saving = [chooseLanguageForUser('fr'), changeConfig({ seen_tours: ['session'] })];
  await new Promise((resolve) => setTimeout(resolve));
  server.letThrough();
  expect(await Promise.all(saving)).toEqual([true, true]);
  expect(server.config).toEqual({ preferred_language: 'fr', seen_tours: ['session'] });
  expect(userState.user?.config).toEqual(server.config);
});

test('Of two languages chosen one after the other the last is saved, however late the first arrives', async () => {
  const server = await signInWithSlowServer();
  const saving = [chooseLanguageForUser('fr'), chooseLanguageForUser('de')];
  await new Promise((resolve) => setTimeout(resolve));
  server.letThrough();
  await Promise.all(saving);
  expect(server.config).toEqual({ preferred_language: 'de' });
  expect(page.stored.get('unsavedLanguage')).toBeUndefined();
});

test('A change that waits for another is not sent once the person has signed out', async () => {
  const server = await signInWithSlowServer();
  const saving = [changeConfig({ preferred_language: 'fr' }), changeConfig({ preferred_language: 'it' })];
  await new Promise((resolve) => setTimeout(resolve));
  forgetUser();
  server.letThrough();
  expect(await Promise.all(saving)).toEqual([true, false]);
  expect(server.sent).toBe(1);
});

test('A profile that was read before a change and arrives after it does not bring the former config back', async () => {
  page.me = async () => profile(false, { preferred_language: 'de' });
  page.config = async (config) => ({ config });
  await loadProfile();
  const late = Promise.withResolvers<unknown>();
  page.me = () => late.promise;
  const loading = reloadProfile();
  await chooseLanguageForUser('fr');
  late.resolve(profile(true, { preferred_language: 'de' }));
  await loading;
  // Shown, in the cache, and on the device. The rest of the answer counts.
  const wanted = { isSuperuser: true, config: { preferred_language: 'fr' } };
  expect(userState.user).toMatchObject(wanted);
  expect(await loadProfile()).toMatchObject(wanted);
  expect(page.stored.get('profile')).toContain('"preferred_language":"fr"');
  expect(page.language).toBe('fr');
});
