import { sessionStore } from '#web/lib/browser-storage.ts';
import { safeReturnPath, signInPath } from '#web/parts/page/guards.ts';
import { currentLanguage } from '#web/i18n/i18n.ts';
import { api, isApiError, tokens } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { loadAuthConfig } from '#web/parts/account/auth-config.ts';
import {
  type AuthFailure,
  authorizeUrl,
  type CallbackSearch,
  checkCallback,
  toFailure,
} from './auth.rules.ts';
import { randomToken } from '#web/lib/random-token.ts';
import { challengeOf } from './pkce.ts';

/** Keys in session storage, so that sign-ins in two tabs do not interfere. §3 prescribes `login_redirect_query`. */
const keys = {
  verifier: 'login_verifier',
  state: 'login_state',
  nonce: 'login_nonce',
  redirect: 'login_redirect_query',
  form: 'login_form',
  failure: 'signin_error',
} as const;

export type FormName = 'login' | 'register';

const redirectUri = () => `${location.origin}/auth/callback`;

/** Navigates to the provider. The history entry is replaced, so that Back does not start the sign-in again. */
export function startSignIn(form: FormName, redirect: string | undefined): Promise<void> {
  starting ??= leaveForProvider(form, redirect).finally(() => {
    starting = null;
  });
  return starting;
}

let starting: Promise<void> | null = null;

async function leaveForProvider(form: FormName, redirect: string | undefined): Promise<void> {
  const config = await loadAuthConfig();
  const verifier = randomToken();
  const state = randomToken();
  const nonce = randomToken();
  const challenge = await challengeOf(verifier);
  sessionStore.setItem(keys.verifier, verifier);
  sessionStore.setItem(keys.state, state);
  sessionStore.setItem(keys.nonce, nonce);
  sessionStore.setItem(keys.form, form);
  const target = safeReturnPath(redirect, location.origin);
  if (target) sessionStore.setItem(keys.redirect, target);
  else sessionStore.removeItem(keys.redirect);
  const language = currentLanguage();
  location.replace(
    authorizeUrl(config, {
      redirectUri: redirectUri(),
      state,
      nonce,
      challenge,
      language,
      register: form === 'register',
    }),
  );
}

/** Leaves for the next step of the provider. Never resolves, so that a form stays pending until its page is gone. */
export function followProvider(address: string): Promise<never> {
  location.replace(address);
  return new Promise(() => {});
}

/** Returns the form that was requested before the provider redirected to `/signin?interaction=…`. */
export const requestedForm = (): FormName =>
  sessionStore.getItem(keys.form) === 'register' ? 'register' : 'login';

export const keptRedirect = (): string | undefined =>
  safeReturnPath(sessionStore.getItem(keys.redirect), location.origin) ?? undefined;

/** Stores why the person was signed out. The next sign-in shows it (§4). */
export const noteFailure = (failure: AuthFailure): void => sessionStore.setItem(keys.failure, failure);

export const notedFailure = (): AuthFailure | null => toFailure(sessionStore.getItem(keys.failure));

const completions = new Map<string, Promise<string>>();

/**
 * Exchanges the code for tokens, only once even if it is called twice. Resolves with the path to go to next. After a failure
 * that is the path of the sign-in.
 */
export function completeSignIn(search: CallbackSearch): Promise<string> {
  const key = search.code ?? '';
  let completion = completions.get(key);
  if (!completion) {
    completion = exchange(search);
    completions.set(key, completion);
  }
  return completion;
}

async function exchange(search: CallbackSearch): Promise<string> {
  const redirect = keptRedirect();
  const verifier = sessionStore.getItem(keys.verifier);
  const nonce = sessionStore.getItem(keys.nonce);
  const failure = checkCallback(search, sessionStore.getItem(keys.state));
  sessionStore.removeItem(keys.verifier);
  sessionStore.removeItem(keys.state);
  sessionStore.removeItem(keys.nonce);
  const failed = (error: string) => signInPath({ error, ...(redirect ? { redirect } : {}) });
  if (failure) return failed(failure);
  if (!verifier || !search.code) return failed('missing_parameters');
  try {
    const response = await api.auth.token.$post({
      json: {
        code: search.code,
        code_verifier: verifier,
        redirect_uri: redirectUri(),
        ...(nonce ? { nonce } : {}),
      },
    });
    tokens.write(await response.json(), Date.now());
    for (const name of Object.values(keys)) sessionStore.removeItem(name);
    return redirect ?? '/library';
  } catch (error) {
    log.warn('auth: the code was not exchanged', { code: isApiError(error) ? error.code : String(error) });
    return failed(exchangeFailure(error));
  }
}

/** Returns the failure that the sign-in shows. Somebody who is locked gets no tokens, as they get no other answer (§8). */
function exchangeFailure(error: unknown): AuthFailure {
  if (isApiError(error, 'auth.forbidden')) return 'permission';
  return isApiError(error) && error.status === 0 ? 'unreachable' : 'exchange';
}
