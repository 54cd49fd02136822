import type { SignInItem } from '#api/contract/account.ts';
import { api } from '#web/lib/http.ts';

/** Calls about accounts. Each throws `ApiError`. */

/** Asks for a link that sets a new password. The answer is the same for every address. */
export async function requestReset(email: string): Promise<void> {
  await api.auth.forgot.$post({ json: { email } });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await api.auth.reset.$post({ json: { token, password } });
}

export async function confirmAddress(token: string): Promise<void> {
  await api.auth.confirm.$post({ json: { token } });
}

/** Sends the person a link that confirms the present address. */
export async function requestConfirmation(): Promise<void> {
  await api.v1.user['confirm-address'].$post();
}

export async function changePassword(current: string, password: string): Promise<void> {
  await api.v1.user.password.$post({ json: { current, password } });
}

export async function closeAccount(password: string): Promise<void> {
  await api.v1.user.close.$post({ json: { password } });
}

export async function listSignIns(signal: AbortSignal): Promise<SignInItem[]> {
  const response = await api.v1.user['sign-ins'].$get({}, { init: { signal } });
  return (await response.json()).sign_ins;
}

export async function endSignIn(id: string): Promise<void> {
  await api.v1.user['sign-ins'][':id'].$delete({ param: { id } });
}

/** Ends all sign-ins of the person, this one too. */
export async function endAllSignIns(): Promise<void> {
  await api.v1.user['sign-ins'].$delete();
}
