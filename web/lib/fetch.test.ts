import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createApiFetch, type FetchDeps } from './fetch.ts';
import { createPassRefusal } from './pass-refusal.ts';
import { createPassStore, type PassGrant } from './phone-pass.ts';
import { sendTimings } from './send-timings.ts';
import { timings } from './time.ts';
import { createTokenStore, type TokenStore } from './tokens.ts';

const origin = 'https://wortlaut.test';
const now = 1_000_000_000;

type Handler = (request: Request) => Response | Promise<Response>;

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

function setUp(handler: Handler, overrides: Partial<FetchDeps> = {}) {
  const seen: Request[] = [];
  const signedOut: string[] = [];
  const tokens: TokenStore = overrides.tokens ?? createTokenStore(memoryStorage());
  const onNetworkFailure = vi.fn<(path: string) => void>();
  const provider: ('away' | 'back')[] = [];
  const http = createApiFetch({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      seen.push(request);
      return handler(request);
    },
    tokens,
    passToken: () => null,
    onPassRefused: () => Promise.resolve(),
    timings: { ...timings, retryBaseMs: 0, requestTimeoutMs: 50, healthTimeoutMs: 5 },
    now: () => now,
    host: 'wortlaut.test',
    exclusively: (work) => work(),
    onSignedOut: (reason) => signedOut.push(reason),
    onNetworkFailure,
    onProvider: (isAway) => provider.push(isAway ? 'away' : 'back'),
    onFunctionOff: () => {},
    ...overrides,
  });
  return { http, seen, signedOut, tokens, onNetworkFailure, provider };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
const failure = (code: string, status: number) =>
  json({ code, detail: 'In words.', request_id: 'r1' }, status);
const pair = (name: string) => ({ access_token: name, refresh_token: `${name}-refresh`, expires_in: 900 });
const path = (request: Request) => new URL(request.url).pathname;

beforeEach(() => {
  vi.stubGlobal('self', { location: { origin } });
});

test('Every request carries the client host and, when there is one, the token', async () => {
  const { http, seen, tokens } = setUp(() => json({}));
  await http.fetch(`${origin}/api/v1/sessions`);
  tokens.write(pair('one'), now);
  await http.fetch(`${origin}/api/v1/sessions`);
  expect(seen[0]?.headers.get('x-client-host')).toBe('wortlaut.test');
  expect(seen[0]?.headers.get('authorization')).toBeNull();
  expect(seen[1]?.headers.get('authorization')).toBe('Bearer one');
});

test('A wrong password renews no token and is sent once; an expired token on the same path is renewed', async () => {
  const { http, seen, tokens } = setUp((request) => {
    if (path(request) === '/api/auth/refresh') return json(pair('two'));
    return request.headers.get('authorization') === 'Bearer one'
      ? failure('auth.token_expired', 401)
      : failure('auth.credentials_wrong', 401);
  });
  tokens.write(pair('one'), now);
  const change = () => http.fetch(`${origin}/api/v1/user/password`, { method: 'POST', body: '{}' });
  await expect(change()).rejects.toMatchObject({ code: 'auth.credentials_wrong' });
  const calls = ['/api/v1/user/password', '/api/auth/refresh', '/api/v1/user/password'];
  expect(seen.map(path)).toEqual(calls);
  await expect(change()).rejects.toMatchObject({ code: 'auth.credentials_wrong' });
  expect(seen.map(path)).toEqual([...calls, '/api/v1/user/password']);
});

test.each(['auth.factor_required', 'auth.factor_wrong', 'auth.factor_used'])(
  'A refused second factor renews no token and is sent once: %s',
  async (code) => {
    const { http, seen, tokens } = setUp(() => failure(code, 401));
    tokens.write(pair('one'), now);
    const remove = '/api/v1/user/second-factor/remove';
    await expect(http.fetch(origin + remove, { method: 'POST', body: '{}' })).rejects.toMatchObject({ code });
    expect(seen.map(path)).toEqual([remove]);
  },
);

test('A 401 renews the token and replays the request with its body', async () => {
  const bodies: string[] = [];
  const { http, tokens } = setUp(async (request) => {
    if (path(request) === '/api/auth/refresh') return json(pair('two'));
    bodies.push(await request.text());
    return request.headers.get('authorization') === 'Bearer two'
      ? json({ ok: true })
      : failure('auth.token_expired', 401);
  });
  tokens.write(pair('one'), now);
  const response = await http.fetch(`${origin}/api/v1/sessions`, { method: 'POST', body: 'words' });
  expect(await response.json()).toEqual({ ok: true });
  expect(bodies).toEqual(['words', 'words']);
  expect(tokens.read()).toMatchObject({ access: 'two', expiresAtMs: now + 900_000 });
});

test('Several requests that meet a 401 at once renew once', async () => {
  const { http, seen, tokens } = setUp((request) => {
    if (path(request) === '/api/auth/refresh') return json(pair('two'));
    return request.headers.get('authorization') === 'Bearer two'
      ? json({})
      : failure('auth.token_expired', 401);
  });
  tokens.write(pair('one'), now);
  await Promise.all([1, 2, 3].map((n) => http.fetch(`${origin}/api/v1/sessions/${n}`)));
  expect(seen.filter((request) => path(request) === '/api/auth/refresh')).toHaveLength(1);
});

test('Tokens that another tab has renewed meanwhile are taken over', async () => {
  const tokens = createTokenStore(memoryStorage());
  const { http, seen } = setUp(
    (request) =>
      request.headers.get('authorization') === 'Bearer other' ? json({}) : failure('auth.token_expired', 401),
    {
      tokens,
      exclusively: (work) => {
        tokens.write(pair('other'), now);
        return work();
      },
    },
  );
  tokens.write(pair('one'), now);
  await http.fetch(`${origin}/api/v1/sessions`);
  expect(seen.map(path)).not.toContain('/api/auth/refresh');
});

test('A token is renewed before the request from five minutes before its expiry', async () => {
  const { http, seen, tokens } = setUp((request) =>
    path(request) === '/api/auth/refresh' ? json(pair('two')) : json({}),
  );
  tokens.write(pair('one'), now - 599_999);
  await http.fetch(`${origin}/api/v1/sessions`);
  expect(seen.splice(0).map(path)).toEqual(['/api/v1/sessions']);
  tokens.write(pair('one'), now - 600_000);
  await http.fetch(`${origin}/api/v1/sessions`);
  expect(seen.map(path)).toEqual(['/api/auth/refresh', '/api/v1/sessions']);
  expect(seen[1]?.headers.get('authorization')).toBe('Bearer two');
});

test('A token for five minutes is renewed once in its life, not before each request', async () => {
  const short = (name: string) => ({ ...pair(name), expires_in: 300 });
  let nowMs = now;
  const { http, seen, tokens } = setUp(
    (request) => json(path(request) === '/api/auth/refresh' ? short('two') : {}),
    { now: () => nowMs },
  );
  tokens.write(short('one'), now);
  const read = () => http.fetch(`${origin}/api/v1/sessions`);
  for (const afterMs of [0, 100_000, 160_000, 161_000, 300_000]) {
    nowMs = now + afterMs;
    await read();
  }
  expect(seen.filter((request) => path(request) === '/api/auth/refresh')).toHaveLength(1);
});

test('A refresh that returns nothing ends the sign-in and clears the tokens', async () => {
  const { http, signedOut, tokens } = setUp((request) =>
    failure(path(request) === '/api/auth/refresh' ? 'auth.refresh_rejected' : 'auth.token_expired', 401),
  );
  tokens.write(pair('one'), now);
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toMatchObject({ status: 401 });
  expect(signedOut).toEqual(['ended']);
  expect(tokens.read()).toBeNull();
});

test('A refresh that throws is told apart', async () => {
  const { http, signedOut, tokens } = setUp((request) =>
    path(request) === '/api/auth/refresh'
      ? failure('request.failed', 500)
      : failure('auth.token_expired', 401),
  );
  tokens.write(pair('one'), now);
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toBeInstanceOf(ApiError);
  expect(signedOut).toEqual(['failed']);
  expect(tokens.read()).toBeNull();
});

test('Without a connection the tokens stay', async () => {
  const { http, signedOut, tokens } = setUp((request) => {
    if (path(request) === '/api/auth/refresh') throw new TypeError('no connection');
    return failure('auth.token_expired', 401);
  });
  tokens.write(pair('one'), now);
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toMatchObject({ code: 'network.failed' });
  expect(signedOut).toEqual([]);
  expect(tokens.read()?.access).toBe('one');
});

test('A provider that is away is told once; a token that still holds is used meanwhile, and renewed later', async () => {
  let isAway = true;
  let nowMs = now;
  const { http, seen, signedOut, tokens, provider } = setUp(
    (request) => {
      if (path(request) !== '/api/auth/refresh') return json({});
      return isAway ? failure('auth.provider_unreachable', 502) : json(pair('two'));
    },
    { now: () => nowMs },
  );
  tokens.write(pair('one'), now - 660_000);
  const read = async () => {
    seen.length = 0;
    await http.fetch(`${origin}/api/v1/sessions`);
    return [...seen.map(path), seen.at(-1)?.headers.get('authorization')];
  };
  const renewed = ['/api/auth/refresh', '/api/v1/sessions'];
  expect(await read()).toEqual([...renewed, 'Bearer one']);
  // An answer of the provider may take seconds, so not each request waits for it.
  expect(await read()).toEqual(['/api/v1/sessions', 'Bearer one']);
  nowMs += timings.renewalPauseMs;
  expect(await read()).toEqual([...renewed, 'Bearer one']);
  expect(provider).toEqual(['away']);
  isAway = false;
  nowMs += timings.renewalPauseMs;
  expect(await read()).toEqual([...renewed, 'Bearer two']);
  expect(await read()).toEqual(['/api/v1/sessions', 'Bearer two']);
  expect([provider, signedOut]).toEqual([['away', 'back'], []]);
});

test('A token that ends while the provider is away stays, the failure says why, and another tab may have renewed it', async () => {
  const { http, signedOut, tokens, provider } = setUp((request) =>
    path(request) === '/api/auth/refresh'
      ? failure('auth.provider_unreachable', 502)
      : request.headers.get('authorization') === 'Bearer other'
        ? json({})
        : failure('auth.token_expired', 401),
  );
  tokens.write({ ...pair('one'), expires_in: 0 }, now);
  const read = () => http.fetch(`${origin}/api/v1/sessions`);
  await expect(read()).rejects.toMatchObject({ code: 'auth.provider_unreachable', status: 0 });
  expect([signedOut, tokens.read()?.access]).toEqual([[], 'one']);
  tokens.write(pair('other'), now);
  await read();
  expect(provider).toEqual(['away', 'back']);
});

test('Reading is tried again three times without a connection, writing is not', async () => {
  const { http, seen, onNetworkFailure } = setUp(() => {
    throw new TypeError('no connection');
  });
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toMatchObject({
    code: 'network.failed',
    status: 0,
  });
  expect(seen).toHaveLength(4);
  await expect(http.fetch(`${origin}/api/v1/sessions`, { method: 'POST' })).rejects.toThrow(ApiError);
  expect(seen).toHaveLength(5);
  expect(onNetworkFailure.mock.calls).toEqual([['/api/v1/sessions'], ['/api/v1/sessions']]);
});

test('A proxy that does not reach the server is reported as no answer, a refusal of the server is not', async () => {
  let answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  const { http, onNetworkFailure } = setUp(() => answer());
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toMatchObject({ status: 502 });
  expect(onNetworkFailure).toHaveBeenCalledOnce();
  answer = () => failure('storage.full', 503);
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toMatchObject({ code: 'storage.full' });
  expect(onNetworkFailure).toHaveBeenCalledOnce();
});

test('A request that takes too long fails as a time-out and is not repeated', async () => {
  const { http, seen } = setUp(
    (request) =>
      new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true }),
      ),
  );
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toMatchObject({ code: 'network.timeout' });
  expect(seen).toHaveLength(1);
});

test('A refusal because the host does not have the function is reported, any other is not', async () => {
  let code = 'session.not_found';
  const onFunctionOff = vi.fn<() => void>();
  const { http } = setUp(() => failure(code, 404), { onFunctionOff });
  await expect(http.fetch(`${origin}/api/v1/sessions/x`)).rejects.toMatchObject({ code });
  expect(onFunctionOff).not.toHaveBeenCalled();
  code = 'domain.off';
  await expect(http.fetch(`${origin}/api/v1/sessions/x`)).rejects.toMatchObject({ code });
  expect(onFunctionOff).toHaveBeenCalledTimes(1);
});

test('A cancelled request is an AbortError and no failure of the network', async () => {
  const controller = new AbortController();
  const { http, onNetworkFailure } = setUp((request) => {
    controller.abort();
    throw request.signal.reason;
  });
  await expect(http.fetch(`${origin}/api/v1/sessions`, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(onNetworkFailure).not.toHaveBeenCalled();
});

test('An error body becomes code, detail and request id', async () => {
  const { http } = setUp(() => failure('session.not_found', 404));
  await expect(http.fetch(`${origin}/api/v1/sessions/x`)).rejects.toMatchObject({
    code: 'session.not_found',
    status: 404,
    detail: 'In words.',
    requestId: 'r1',
  });
});

test('An answer that is not ours is told as unexpected', async () => {
  const { http } = setUp(() => new Response('<h1>Proxy</h1>', { status: 418 }));
  await expect(http.fetch(`${origin}/api/v1/sessions`)).rejects.toMatchObject({
    code: 'network.unexpected',
    status: 418,
  });
});

test('A 403 that denies the product signs out, one that concerns a single thing does not', async () => {
  let code = 'auth.registration_closed';
  const { http, signedOut, tokens } = setUp(() => failure(code, 403));
  tokens.write(pair('one'), now);
  await expect(http.fetch(`${origin}/api/auth/me`)).rejects.toThrow(ApiError);
  expect(signedOut).toEqual([]);
  code = 'auth.forbidden';
  await expect(http.fetch(`${origin}/api/auth/me`)).rejects.toThrow(ApiError);
  expect(signedOut).toEqual(['permission']);
  expect(tokens.read()).toBeNull();
});

test('A wrong password is an answer, not an expired token', async () => {
  const { http, seen, tokens } = setUp(() => failure('auth.credentials_wrong', 401));
  tokens.write(pair('one'), now);
  await expect(
    http.fetch(`${origin}/api/auth/interaction/u1/login`, { method: 'POST' }),
  ).rejects.toMatchObject({ code: 'auth.credentials_wrong' });
  expect(seen).toHaveLength(1);
});

test('A 304 is an answer', async () => {
  const { http } = setUp(() => new Response(null, { status: 304 }));
  expect((await http.fetch(`${origin}/api/v1/sessions/x`)).status).toBe(304);
});

test('Headers that the server has refused are renewed, though the token seemed good here', async () => {
  const { http, seen, tokens } = setUp(() => json(pair('two')));
  tokens.write(pair('one'), now);
  const refused = await http.headers();
  expect(refused['authorization']).toBe('Bearer one');
  expect((await http.headers(refused))['authorization']).toBe('Bearer two');
  expect((await http.headers(refused))['authorization']).toBe('Bearer two');
  expect(seen.map(path)).toEqual(['/api/auth/refresh']);
});

test('A refresh whose answer is lost, or breaks off, is tried again as the same attempt', async () => {
  const attempts: (string | null)[] = [];
  const answers = [
    () => Promise.reject(new TypeError('no connection')),
    () => new Response('{"access_token":"tw'),
    () => new Response('<h1>Wi-Fi of the station</h1>'),
    () => json(pair('two')),
    () => json(pair('three')),
  ];
  const { http, signedOut, tokens } = setUp((request) => {
    if (path(request) !== '/api/auth/refresh') return failure('auth.token_expired', 401);
    attempts.push(request.headers.get('idempotency-key'));
    return answers.shift()!();
  });
  tokens.write(pair('one'), now);
  for (let count = 0; count < 3; count++) expect(await http.renew('one')).toBe(false);
  expect(tokens.read()?.refresh).toBe('one-refresh');
  expect(await http.renew('one')).toBe(true);
  expect(tokens.read()?.access).toBe('two');
  await http.renew('two');
  expect(signedOut).toEqual([]);
  const [first, ...others] = attempts;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect(others.slice(0, 3)).toEqual([first, first, first]);
  expect(others[3]).not.toBe(first);
});

test('If the provider gives no new refresh token, the old one is kept', async () => {
  const { http, tokens } = setUp(() => json({ access_token: 'two', expires_in: 900 }));
  tokens.write(pair('one'), now);
  expect(await http.renew('one')).toBe(true);
  expect(tokens.read()).toMatchObject({ access: 'two', refresh: 'one-refresh' });
});

test('A sign-in without a refresh token keeps none of an earlier one', () => {
  const { tokens } = setUp(() => json({}));
  tokens.write(pair('one'), now);
  tokens.write({ access_token: 'two', expires_in: 900 }, now);
  expect(tokens.read()).toMatchObject({ access: 'two', refresh: null });
});

test.each([
  ['/api/v1/health', 5_000],
  ['/api/v1/ai-processing-options', 5_000],
  ['/api/v1/sessions/', 30_000],
  ['/api/v1/sessions/s1/process', 30_000],
  ['/api/auth/me', 30_000],
  // Longer than the server's limit of 5 min for a language model, so that the server answers first.
  ['/api/v1/sessions/s1/enhance-notes', 310_000],
])('%s has %d ms to answer', async (called, ms) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const { http } = setUp(() => json({}), { timings });
  await http.fetch(`${origin}${called}`);
  expect(timeout.mock.calls).toEqual([[ms]]);
  timeout.mockRestore();
});

test('The waits of uploads are those of the specification', () => {
  expect(sendTimings()).toMatchObject({ retryDelaysMs: [1_000, 3_000, 5_000, 10_000], progressEveryMs: 500 });
});

const grant = (change: Partial<PassGrant> = {}): PassGrant => ({
  token: 'wlphone_token',
  expiresAtMs: now + 1_000,
  sinceMs: now,
  userId: 'u1',
  session: { id: 's1', title: 'Gemeinderat', language: 'de' },
  isSent: false,
  ...change,
});
/** A phone that was let in without a sign-in. */
function setUpPhone(handler: Handler) {
  const pass = createPassStore(memoryStorage());
  pass.write({ pairingId: 'p1', claim: 'secret', verificationCode: null, grant: grant() });
  const deps = { passToken: pass.token, onPassRefused: createPassRefusal(pass) };
  return { ...setUp(handler, deps), pass };
}
const sentWith = (request: Request | undefined) => request?.headers.get('authorization') ?? null;

test.each([
  ['/api/v1/uploads/', 'Bearer wlphone_token'],
  ['/api/v1/sessions', 'Bearer wlphone_token'],
  ['/api/v1/sessions/s1/recording-complete', 'Bearer wlphone_token'],
  ['/api/v1/pairings/p1/events', 'Bearer wlphone_token'],
  // The phone may join another pairing, and asks as nobody.
  ['/api/v1/pairings/resolve', null],
  ['/api/v1/pairings/p2/activate', null],
  ['/api/v1/pairings/p2/tokens', null],
  ['/api/v1/domain-config', null],
  ['/api/v1/models', null],
  ['/api/auth/me', null],
])('Without a sign-in, %s is called by a phone with %s', async (called, token) => {
  const { http, seen } = setUpPhone(() => json({}));
  await http.fetch(origin + called, { method: 'POST', body: '{}' });
  expect(sentWith(seen[0])).toBe(token);
});

test('A sign-in wins over the pass of a phone, but for the exchange of a claim', async () => {
  const { http, seen, tokens } = setUpPhone(() => json({}));
  tokens.write(pair('one'), now);
  await http.fetch(`${origin}/api/v1/uploads/`);
  await http.fetch(`${origin}/api/v1/pairings/resolve`);
  await http.fetch(`${origin}/api/v1/pairings/p2/tokens`);
  expect(seen.map(sentWith)).toEqual(['Bearer one', 'Bearer one', null]);
  expect(await http.headers()).toMatchObject({ authorization: 'Bearer one' });
});

test('A token of a phone that is refused is forgotten and not renewed, and nobody is signed out', async () => {
  const { http, seen, pass, signedOut } = setUpPhone(() => failure('auth.token_expired', 401));
  await expect(http.fetch(`${origin}/api/v1/uploads/u1`)).rejects.toMatchObject({ status: 401 });
  expect(seen.map(path)).toEqual(['/api/v1/uploads/u1']);
  expect(pass.token()).toBeNull();
  expect(pass.read()).toMatchObject({
    claim: null,
    grant: { userId: 'u1', session: { id: 's1', title: '' } },
  });
  expect(signedOut).toEqual([]);
});

test('Headers for other code have the token of the phone, until the server says that it refuses that', async () => {
  let answer = json({});
  const { http, pass, signedOut, seen } = setUpPhone(() => answer);
  const headers = await http.headers();
  // A passing refusal, such as that of a proxy.
  expect(await http.headers(headers)).toEqual(headers);
  answer = failure('auth.token_expired', 401);
  expect(headers).toEqual({ 'x-client-host': 'wortlaut.test', authorization: 'Bearer wlphone_token' });
  expect(await http.headers(headers)).toEqual({ 'x-client-host': 'wortlaut.test' });
  expect(pass.token()).toBeNull();
  // A second request was refused at the same time.
  expect(await http.headers(headers)).toEqual({ 'x-client-host': 'wortlaut.test' });
  expect(signedOut).toEqual([]);
  expect(seen.map(path)).toEqual(['/api/v1/pairings/p1', '/api/v1/pairings/p1']);
  expect(seen.map(sentWith)).toEqual(['Bearer wlphone_token', 'Bearer wlphone_token']);
});

test('If the server has the whole recording, the token stays for the repeated completion alone', async () => {
  const finished = () =>
    json({ code: 'auth.token_expired', detail: '', request_id: 'r', ended: 'finished' }, 401);
  const { http, pass, seen } = setUpPhone(finished);
  const headers = await http.headers();
  expect(await http.headers(headers)).toEqual(headers);
  await expect(http.fetch(`${origin}/api/v1/pairings/p1/events`)).rejects.toMatchObject({ status: 401 });
  expect(pass.read()).toMatchObject({ claim: null, grant: { token: 'wlphone_token', isFinished: true } });
  const complete = `${origin}/api/v1/sessions/s1/recording-complete`;
  await expect(http.fetch(complete, { method: 'POST' })).rejects.toMatchObject({ status: 401 });
  expect(sentWith(seen.at(-1))).toBe('Bearer wlphone_token');
  expect(pass.token()).toBeNull();
});

test('A call that carries the pass goes by it, whoever is signed in, and its refusal signs nobody out', async () => {
  let answer = failure('auth.forbidden', 403);
  const { http, seen, pass, signedOut, tokens } = setUpPhone(() => answer);
  tokens.write(pair('one'), now);
  const call = () =>
    http.fetch(`${origin}/api/v1/sessions/`, {
      method: 'POST',
      headers: { authorization: 'Bearer wlphone_token' },
    });
  await expect(call()).rejects.toMatchObject({ status: 403 });
  answer = failure('auth.token_expired', 401);
  await expect(call()).rejects.toMatchObject({ status: 401 });
  expect(seen.map(sentWith)).toEqual(['Bearer wlphone_token', 'Bearer wlphone_token']);
  expect(pass.token()).toBeNull();
  expect(signedOut).toEqual([]);
  expect(tokens.read()?.access).toBe('one');
});

test('Headers with the pass of the caller leave an expired sign-in alone; without that pass it is renewed', async () => {
  const { http, seen, tokens, signedOut, pass } = setUpPhone(() => failure('auth.token_expired', 401));
  tokens.write({ ...pair('one'), expires_in: 1 }, now - 10_000);
  const own = { authorization: 'Bearer wlphone_token' };
  const first = await http.headers(undefined, () => own);
  expect(first).toEqual({ 'x-client-host': 'wortlaut.test', ...own });
  expect([seen, signedOut, tokens.read()?.access]).toEqual([[], [], 'one']);
  // The pass is read after its refusal has been noted.
  const held = () => (pass.token() === null ? {} : own);
  await http.headers(first, held);
  expect(pass.token()).toBeNull();
  expect(signedOut).toEqual(['ended']);
});

test('A late refusal of a former token does not end a newer pass', async () => {
  const { http, pass } = setUpPhone(() => json({}));
  const headers = await http.headers();
  pass.write({
    pairingId: 'p2',
    claim: 'other',
    verificationCode: null,
    grant: grant({ token: 'newer' }),
  });
  expect(await http.headers(headers)).toMatchObject({ authorization: 'Bearer newer' });
});

test('What a phone may not do leads nobody to the sign-in; for a person it does', async () => {
  const { http, signedOut, tokens, pass } = setUpPhone(() => failure('auth.forbidden', 403));
  await expect(http.fetch(`${origin}/api/v1/sessions/`)).rejects.toMatchObject({ code: 'auth.forbidden' });
  expect(signedOut).toEqual([]);
  expect(pass.token()).toBe('wlphone_token');
  tokens.write(pair('one'), now);
  await expect(http.fetch(`${origin}/api/v1/sessions/`)).rejects.toMatchObject({ code: 'auth.forbidden' });
  expect(signedOut).toEqual(['permission']);
});
