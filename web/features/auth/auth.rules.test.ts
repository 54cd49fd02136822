import { expect, test } from 'vitest';
import type { AuthConfig } from '#api/contract/auth.ts';
import { authorizeUrl, checkCallback, loginProblems, registerProblems, toFailure } from './auth.rules.ts';
import { randomToken } from '#web/lib/random-token.ts';
import { challengeOf } from './pkce.ts';

const config: AuthConfig = {
  issuer: 'https://id.test/realms/r',
  authorization_endpoint: 'https://id.test/realms/r/auth?theme=plain',
  end_session_endpoint: null,
  client_id: 'wortlaut',
  scope: 'openid profile email',
  embedded: false,
  register: true,
  reset: false,
  demo: null,
};
const input = {
  redirectUri: 'https://wortlaut.test/auth/callback',
  state: 's',
  nonce: 'n',
  challenge: 'c',
  language: 'fr',
  register: false,
};

test('The challenge is the one of RFC 7636, appendix B', async () => {
  expect(await challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

test('A verifier has 43 characters of the allowed set and never repeats', () => {
  const tokens = Array.from({ length: 100 }, randomToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(100);
});

test('The authorization request is one for a code with PKCE and keeps the endpoint’s own query', () => {
  const url = new URL(authorizeUrl(config, input));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    theme: 'plain',
    client_id: 'wortlaut',
    response_type: 'code',
    redirect_uri: 'https://wortlaut.test/auth/callback',
    scope: 'openid profile email',
    state: 's',
    nonce: 'n',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    ui_locales: 'fr',
  });
});

test('Only an external provider is asked for its registration form', () => {
  const promptOf = (embedded: boolean) =>
    new URL(authorizeUrl({ ...config, embedded }, { ...input, register: true })).searchParams.get('prompt');
  expect(promptOf(false)).toBe('create');
  expect(promptOf(true)).toBeNull();
});

test('A return without code or state lacks required parameters', () => {
  expect(checkCallback({ state: 's' }, 's')).toBe('missing_parameters');
  expect(checkCallback({ code: 'c' }, 's')).toBe('missing_parameters');
});

test('A return with another state, or with none expected, is refused', () => {
  expect(checkCallback({ code: 'c', state: 'x' }, 's')).toBe('state');
  expect(checkCallback({ code: 'c', state: 'x' }, null)).toBe('state');
  expect(checkCallback({ code: 'c', state: 's' }, 's')).toBeNull();
});

test('A refusal of the provider is a failed login', () => {
  expect(checkCallback({ error: 'access_denied', state: 's' }, 's')).toBe('login');
});

test('An unknown error in the address is told as a failed login', () => {
  expect(toFailure('permission')).toBe('permission');
  expect(toFailure('<script>')).toBe('login');
  expect(toFailure(undefined)).toBeNull();
  expect(toFailure('')).toBeNull();
});

test('Sign-in asks for a complete address and a password', () => {
  expect(loginProblems({ email: ' ', password: '' })).toEqual({
    email: { key: 'emailRequired' },
    password: { key: 'passwordRequired' },
  });
  expect(loginProblems({ email: 'anna@amt', password: 'x' })).toEqual({ email: { key: 'emailInvalid' } });
  expect(loginProblems({ email: ' anna@amt.ch ', password: 'x' })).toEqual({});
});

test('Registration names the length that a password needs', () => {
  const form = { given_name: 'Anna', family_name: 'Meier', email: 'anna@amt.ch', password: 'zu kurz' };
  expect(registerProblems(form)).toEqual({ password: { key: 'passwordShort', count: 10 } });
  expect(registerProblems({ ...form, password: 'x'.repeat(201) })).toEqual({
    password: { key: 'passwordLong', count: 200 },
  });
  expect(registerProblems({ ...form, given_name: ' ', password: 'ein langer Satz' })).toEqual({
    given_name: { key: 'firstNameRequired' },
  });
});

test.each([
  ['passwort12', 'passwordCommon'],
  ['1234567890', 'passwordRepeated'],
  ['anna@amt.ch', 'passwordOwn'],
])('Registration says why the password %s is easy to guess', (password, key) => {
  const form = { given_name: 'Anna', family_name: 'Meier', email: 'anna@amt.ch', password };
  expect(registerProblems(form)).toEqual({ password: { key } });
});
