import { createHash, randomBytes } from 'node:crypto';
import { interactionResponseSchema, type TokenResponse } from '#api/contract/auth.ts';

export type SignInForm = { email: string; password: string };
export type SignUpForm = SignInForm & { given_name: string; family_name: string };

export const petra: SignUpForm = {
  email: 'petra@example.org',
  password: 'ein langes Kennwort',
  given_name: 'Petra',
  family_name: 'Muster',
};

/**
 * Simulates a browser that signs in to a running server: cookies, redirects one by one, PKCE. With `at`, a local address,
 * requests to `url` go there, as through a proxy (`TRUST_PROXY`).
 */
export function createTestBrowser(url: string, at = url) {
  const cookies = new Map<string, string>();
  let current = '';

  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const { host, hostname, origin, pathname, search } = new URL(path, url);
    const isOurs = at !== url && host === new URL(url).host;
    if (isOurs) headers.set('x-forwarded-host', hostname);
    const target = (isOurs ? at : origin) + pathname + search;
    const response = await fetch(target, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };

  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  /** Follows redirects until the page itself is reached, and returns its address. */
  const follow = async (path: string): Promise<URL> => {
    let location = new URL(path, url);
    for (let hops = 0; hops < 10; hops++) {
      if (location.pathname === '/auth/callback' || location.pathname === '/signin') return location;
      const response = await request(location.href);
      // The form of another provider is a page, not a redirect.
      if (response.ok) return location;
      location = new URL(response.headers.get('location') ?? '/no-redirect', location);
    }
    throw new Error('too many redirects');
  };

  /** Starts the sign-in. With a valid session it leads to the callback at once, else to the form. */
  const start = async (extra: Record<string, string> = {}) => {
    const verifier = randomBytes(32).toString('base64url');
    const config = (await (await request('/api/auth/config')).json()) as Record<string, string>;
    const address = new URL(config['authorization_endpoint'] ?? '');
    address.search = new URLSearchParams({
      client_id: config['client_id'] ?? '',
      response_type: 'code',
      redirect_uri: `${url}/auth/callback`,
      scope: config['scope'] ?? '',
      state: 'the-state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...extra,
    }).toString();
    current = verifier;
    return follow(address.href);
  };

  const submit = async (page: URL, what: 'login' | 'register', form: SignInForm): Promise<URL> => {
    const uid = page.searchParams.get('interaction') ?? 'none';
    const response = await post(`/api/auth/interaction/${uid}/${what}`, form);
    if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
    return follow(interactionResponseSchema.parse(await response.json()).redirect_to);
  };

  /** Sends a form of another provider, to whose page `start` has led. */
  const submitForm = async (page: URL, fields: Record<string, string>): Promise<URL> => {
    const response = await request(page.href, { method: 'POST', body: new URLSearchParams(fields) });
    return follow(new URL(response.headers.get('location') ?? page.href, page).href);
  };

  const exchange = (callback: URL, fields: Record<string, string> = {}): Promise<Response> =>
    post('/api/auth/token', {
      code: callback.searchParams.get('code') ?? 'none',
      code_verifier: current,
      redirect_uri: `${url}/auth/callback`,
      ...fields,
    });

  const tokens = async (callback: URL): Promise<Required<TokenResponse>> => {
    const response = await exchange(callback);
    if (!response.ok) throw new Error(`token: ${await response.text()}`);
    return (await response.json()) as Required<TokenResponse>;
  };

  return {
    cookies,
    request,
    post,
    start,
    submit,
    submitForm,
    exchange,
    register: async (form: SignUpForm) => tokens(await submit(await start(), 'register', form)),
    signIn: async (form: SignInForm) => tokens(await submit(await start(), 'login', form)),
    me: (accessToken: string) =>
      request('/api/auth/me', { headers: { authorization: `Bearer ${accessToken}` } }),
    refresh: (refreshToken: string, attempt?: string) =>
      post(
        '/api/auth/refresh',
        { refresh_token: refreshToken },
        attempt ? { 'idempotency-key': attempt } : {},
      ),
    logout: (refreshToken: string) => post('/api/auth/logout', { refresh_token: refreshToken }),
  };
}
