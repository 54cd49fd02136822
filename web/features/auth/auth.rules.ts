import type { AuthConfig } from '#api/contract/auth.ts';
import {
  emailProblem,
  type FieldProblems,
  newPasswordProblem,
  onlyProblems,
} from '#web/parts/account/field-problem.rules.ts';

type AuthorizeInput = {
  redirectUri: string;
  state: string;
  nonce: string;
  challenge: string;
  language: string;
  register: boolean;
};

/** Returns the address of the provider's sign-in (OpenID Connect Core 3.1.2.1, with PKCE). */
export function authorizeUrl(config: AuthConfig, input: AuthorizeInput): string {
  const url = new URL(config.authorization_endpoint);
  const query = {
    client_id: config.client_id,
    response_type: 'code',
    redirect_uri: input.redirectUri,
    scope: config.scope,
    state: input.state,
    nonce: input.nonce,
    code_challenge: input.challenge,
    code_challenge_method: 'S256',
    ui_locales: input.language,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (input.register && !config.embedded) url.searchParams.set('prompt', 'create');
  return url.href;
}

/** Keys under `auth.failure` that the parameter `error` of the address may name. Any other value counts as `login`. */
const failures = [
  'permission',
  'missing_parameters',
  'state',
  'exchange',
  'login',
  'logout',
  'ended',
  'refresh',
  'profile',
  'unreachable',
  'server',
] as const;
export type AuthFailure = (typeof failures)[number];

export const toFailure = (value: unknown): AuthFailure | null =>
  value === undefined || value === null || value === ''
    ? null
    : (failures as readonly unknown[]).includes(value)
      ? (value as AuthFailure)
      : 'login';

export type CallbackSearch = { code?: string; state?: string; error?: string };

/** Checks the parameters of the provider's redirect before the code is exchanged. Returns the failure; null if they are valid. */
export function checkCallback(search: CallbackSearch, expectedState: string | null): AuthFailure | null {
  if (search.error) return 'login';
  if (!search.code || !search.state) return 'missing_parameters';
  return search.state === expectedState ? null : 'state';
}

export type LoginForm = { email: string; password: string };
export type RegisterForm = LoginForm & { given_name: string; family_name: string };

export const loginProblems = (form: LoginForm): FieldProblems<LoginForm> =>
  onlyProblems<LoginForm>({
    email: emailProblem(form.email),
    password: form.password === '' ? { key: 'passwordRequired' } : undefined,
  });

export const forgotProblems = (form: { email: string }): FieldProblems<{ email: string }> =>
  onlyProblems<{ email: string }>({ email: emailProblem(form.email) });

/** The server also refuses the own name and address, which the page of a link does not know. */
export const resetProblems = (form: { password: string }): FieldProblems<{ password: string }> =>
  onlyProblems<{ password: string }>({ password: newPasswordProblem(form.password) });

export function registerProblems(form: RegisterForm): FieldProblems<RegisterForm> {
  return onlyProblems<RegisterForm>({
    given_name: form.given_name.trim() === '' ? { key: 'firstNameRequired' } : undefined,
    family_name: form.family_name.trim() === '' ? { key: 'lastNameRequired' } : undefined,
    email: emailProblem(form.email),
    password: newPasswordProblem(form.password, form),
  });
}
