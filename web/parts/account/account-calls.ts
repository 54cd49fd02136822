import type { SignInItem, SignIns } from '#api/contract/account.ts';
import { apiFetch } from '#web/lib/http.ts';

/** Sends a body to a call about accounts. Throws `ApiError`. */
async function post(path: string, json: object = {}): Promise<void> {
  await apiFetch(`${location.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
}

/** Asks for a link that sets a new password. The answer is the same for every address. */
export const requestReset = (email: string): Promise<void> => post('/api/auth/forgot', { email });

export const resetPassword = (token: string, password: string): Promise<void> =>
  post('/api/auth/reset', { token, password });

export const confirmAddress = (token: string): Promise<void> => post('/api/auth/confirm', { token });

/** Sends the person a link that confirms the present address. */
export const requestConfirmation = (): Promise<void> => post('/api/v1/user/confirm-address');

export const changePassword = (current: string, password: string): Promise<void> =>
  post('/api/v1/user/password', { current, password });

export const closeAccount = (password: string): Promise<void> => post('/api/v1/user/close', { password });

export async function listSignIns(signal: AbortSignal): Promise<SignInItem[]> {
  const response = await apiFetch(`${location.origin}/api/v1/user/sign-ins`, { signal });
  return ((await response.json()) as SignIns).sign_ins;
}

export async function endSignIn(id: string): Promise<void> {
  await apiFetch(`${location.origin}/api/v1/user/sign-ins/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Ends all sign-ins of the person, this one too. */
export async function endAllSignIns(): Promise<void> {
  await apiFetch(`${location.origin}/api/v1/user/sign-ins`, { method: 'DELETE' });
}
