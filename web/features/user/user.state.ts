import { proxy } from 'valtio';
import type { Me, UserConfig } from '#api/contract/auth.ts';
import { createMutex } from '#api/shared/mutex.ts';
import { followProfile, chooseAndKeep } from '#web/i18n/i18n.ts';
import type { Language } from '#web/i18n/languages.ts';
import { api, ApiError, isApiError, tokens } from '#web/lib/http.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sleep, timings } from '#web/lib/time.ts';
import { formerIdsOf, isTokenOf, rememberPerson } from '#web/lib/token-subject.ts';
import { readStoredProfile, removeStoredProfile, storeProfile } from './stored-profile.ts';
import { forgetUnsavedLanguage, noteUnsavedLanguage, unsavedLanguageOf } from './unsaved-language.ts';

export type User = {
  /** Id in the product's database, as in a session's `user_id`. Everything on the device is written under it. */
  id: string;
  /** Id of the person at the identity provider. Former versions of the page stored data on the device under it. */
  sub: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  emailVerified: boolean;
  config: UserConfig;
  isVerified: boolean;
  isSuperuser: boolean;
  /** Used and allowed bytes of audio. Null if there is no limit. */
  quota: Me['userDb']['quota'];
};

export const userState = proxy<{ user: User | null }>({ user: null });

const profileKey = ['user', 'me'];

/**
 * Loads the profile of the signed-in person, at most every 30 s (§7). Returns null without a valid token. If the server
 * cannot be reached, or takes long, the last profile stays valid, also that of an earlier page.
 * @throws ApiError if the profile cannot be loaded for another reason
 */
export async function loadProfile(): Promise<User | null> {
  const access = tokens.read()?.access;
  if (!access) {
    forgetUser();
    return null;
  }
  const stored = userState.user ? null : readStoredProfile(access);
  const asked = askProfile();
  if (!stored) return await asked;
  // The answer still counts when it comes late. If it is a refusal, `fetch` leads to the sign-in.
  asked.catch(() => undefined);
  const patience = sleep(navigator.onLine ? timings.profilePatienceMs : 0).then(() => 'late' as const);
  const first = await Promise.race([asked, patience]);
  if (first !== 'late') return first;
  // The answer may be there, and only the words of its language are missing.
  if (userState.user) return userState.user as User;
  // Read anew: the person may have signed out meanwhile.
  const known = readStoredProfile(tokens.read()?.access ?? null);
  return known ? await showProfile(known) : await asked;
}

async function askProfile(): Promise<User | null> {
  try {
    const me = await queryClient.fetchQuery({
      queryKey: profileKey,
      staleTime: timings.profileCacheMs,
      queryFn: async (): Promise<Me> => {
        const changesBefore = configChanges;
        const answer = await (await api.auth.me.$get()).json();
        // If the config was changed during this request, the answer may contain the former config.
        const me = configChanges === changesBefore ? answer : withKnownConfig(answer);
        if (me.authenticated) {
          rememberPerson(tokens.read()?.access ?? '', { ...me.userDb, sub: me.user.sub });
          keepProfile(me);
        }
        return me;
      },
    });
    return await showProfile(me);
  } catch (error) {
    if (isApiError(error) && error.status === 401) {
      forgetUser();
      return null;
    }
    if (!isApiError(error) || error.status !== 0) throw error;
    if (userState.user) return userState.user as User;
    // Read anew: the person may have signed out meanwhile.
    const stored = readStoredProfile(tokens.read()?.access ?? null);
    if (!stored) throw error;
    return await showProfile(stored);
  }
}

/** Returns the profile with the config that this page knows, if the profile is of the same person. */
const withKnownConfig = (me: Me): Me =>
  me.authenticated && userState.user?.id === me.userDb.id
    ? { ...me, userDb: { ...me.userDb, config: userState.user.config } }
    : me;

/** Stores a profile. Whoever has signed out meanwhile, here or in another tab, leaves nothing on the device. */
function keepProfile(me: Me): void {
  if (isTokenOf(tokens.read()?.access ?? null, me.userDb.id)) storeProfile(me);
}

async function showProfile(me: Me): Promise<User | null> {
  const user = me.authenticated ? meToUser(me) : null;
  userState.user = user;
  if (user) await followSavedLanguage(user).catch(() => undefined);
  return user;
}

/** Loads the profile again, whatever is known. If that fails, the known one stays. */
export async function reloadProfile(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: profileKey });
  await loadProfile().catch(() => undefined);
}

export function forgetUser(): void {
  followed = '';
  removeStoredProfile();
  if (!userState.user && !queryClient.getQueryData(profileKey)) return;
  userState.user = null;
  queryClient.clear();
}

/** Id of the person whose saved language is shown, and that language. */
let followed = '';
const savedLanguage = ({ id, config }: User): string => `${id} ${config.preferred_language}`;

/**
 * Shows the language of a person who is new on this page, or has saved another one elsewhere. A choice that could not be saved
 * is newer: it holds, and is sent again.
 */
async function followSavedLanguage(user: User): Promise<void> {
  if (followed === savedLanguage(user)) return;
  followed = savedLanguage(user);
  const unsaved = unsavedLanguageOf(user.id);
  await followProfile(unsaved ?? user.config.preferred_language);
  if (unsaved) void saveLanguage(user.id, unsaved);
}

/**
 * Shows a language, and stores it on this device and, if the person is signed in, in the profile. Resolves with false if the
 * profile could not be saved.
 */
export async function chooseLanguageForUser(language: Language): Promise<boolean> {
  await chooseAndKeep(language);
  return userState.user ? saveLanguage(userState.user.id, language) : true;
}

async function saveLanguage(personId: string, language: Language): Promise<boolean> {
  noteUnsavedLanguage(personId, language);
  const isSaved = await changeConfig({ preferred_language: language });
  if (isSaved) forgetUnsavedLanguage(personId, language);
  return isSaved;
}

/** Number of changes of the config that the server has accepted since the page was loaded. */
let configChanges = 0;
/** Each request replaces the whole config. So they are sent one after the other, and each contains the changes of those before it. */
const inTurn = createMutex();

/** Stores some values of the person's own config on the server. Resolves with false if that failed, or nobody is signed in. */
export async function changeConfig(changed: UserConfig): Promise<boolean> {
  const id = userState.user?.id;
  return id !== undefined && (await inTurn(() => sendConfig(id, changed)));
}

async function sendConfig(personId: string, changed: UserConfig): Promise<boolean> {
  const { user } = userState;
  // The person may have signed out while this change waited for its turn.
  if (user?.id !== personId) return false;
  try {
    const json = { ...user.config, ...changed };
    const { config } = await (await api.user.config.$post({ json })).json();
    configChanges += 1;
    // The kept profile has the former config, and would bring it back with the next screen.
    queryClient.setQueryData<Me>(profileKey, (me) => {
      if (!me?.authenticated || me.userDb.id !== user.id) return me;
      const next = { ...me, userDb: { ...me.userDb, config } };
      keepProfile(next);
      return next;
    });
    if (userState.user?.id === user.id) {
      userState.user.config = config;
      followed = savedLanguage(userState.user as User);
    }
    return true;
  } catch {
    return false;
  }
}

export const meToUser = ({ user, userDb }: Me): User => ({
  id: userDb.id,
  sub: user.sub,
  username: user.preferred_username,
  email: user.email,
  firstName: user.given_name,
  lastName: user.family_name,
  emailVerified: user.email_verified,
  config: userDb.config,
  isVerified: userDb.is_verified,
  isSuperuser: userDb.is_superuser,
  quota: userDb.quota,
});

/** The id of a person, under which data on this device are written, and those under which they may lie too. */
export type PersonIds = readonly [id: string, ...former: string[]];

export const idsOf = ({ id, sub }: Pick<User, 'id' | 'sub'>): PersonIds => [id, sub, ...formerIdsOf(id)];

/** Returns the ids of the person with this id of ours, whoever is signed in. */
export const idsOfOwner = (owner: string): PersonIds =>
  userState.user?.id === owner ? idsOf(userState.user) : [owner];

/**
 * Makes sure that the changes of one person are not sent with the token of another person, who may have signed in in
 * another tab. `owner` is our id of the person who made the changes.
 * @throws ApiError `network.failed` if another person is signed in by now; the changes then wait on the device
 */
export function refuseOtherPerson(owner: string): void {
  const access = tokens.read()?.access;
  if (access !== undefined && !isTokenOf(access, owner)) throw new ApiError('network.failed', 0);
}

export const displayName = (user: Pick<User, 'firstName' | 'lastName' | 'username' | 'email'>): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || user.email;
