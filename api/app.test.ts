import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { healthSchema } from '#api/contract/health.ts';
import { createLog } from '#api/lib/log.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testFolder } from '#api/testing/test-folder.ts';

/** Folder of a built page: a few files, one of them compressed. */
async function builtPage(): Promise<string> {
  const distDir = await testFolder();
  await mkdir(join(distDir, 'assets'));
  await mkdir(join(distDir, 'engines/x-1'), { recursive: true });
  const files = {
    'index.html': '<!doctype html><title>Wortlaut</title>',
    'sw.js': '// worker',
    'manifest.webmanifest': '{}',
    'assets/main-1.js': 'console.log(1)',
    'assets/main-1.js.br': 'small-br',
    'assets/main-1.js.gz': 'small-gz',
    'engines/x-1/x.wasm': 'wasm',
    'engines/x-1/x.mjs': 'mjs',
    'engines/x-1/x.onnx': 'onnx',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(distDir, name), text);
  return distDir;
}

/** True if the guard refused the request. A failed sign-in also answers 401, with another code. */
async function isRefusedWithoutToken(answer: Response): Promise<boolean> {
  const body = (await answer.json().catch(() => ({}))) as { code?: string };
  return answer.status === 401 && body.code === 'auth.required';
}

describe('every response', () => {
  it('carries the security headers and a request id: page, worker, engine, API, error, description', async () => {
    const { app } = await testApp({ distDir: await builtPage() });
    const paths = [
      '/',
      '/sw.js',
      '/engines/x-1/x.wasm',
      '/api/v1/health',
      '/api/v1/nix',
      '/api/docs',
      '/x.png',
    ];
    for (const path of paths) {
      const { headers } = await app.request(path);
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; media-src 'self' blob:; " +
          "img-src 'self' blob: data:; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
          "frame-ancestors 'none'; form-action 'self'",
      ]);
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('says that the address is HTTPS alone where the public one is', async () => {
    const header = async (publicUrl: string) => {
      const { app } = await testApp({ publicUrl });
      return (await app.request('/api/v1/health')).headers.get('strict-transport-security');
    };
    expect(await header('https://wort.example')).toBe('max-age=31536000');
    expect(await header('http://localhost')).toBeNull();
  });

  it('of the API is kept by nobody, where it does not say otherwise', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const { id } = await buildSession(db, ownerOf(user));
    const keeps = async (path: string) =>
      (await app.request(path, { headers: bearer(user) })).headers.get('cache-control');
    for (const path of ['/api/auth/me', '/api/v1/sessions/', `/api/v1/sessions/${id}/transcripts`])
      expect([path, await keeps(path)]).toEqual([path, 'private, no-store']);
    expect(await keeps(`/api/v1/sessions/${id}`)).toBe('private, no-cache');
    expect(await keeps('/api/v1/nix')).toBe('no-store');
  });

  it('lets forms lead to an external provider', async () => {
    const { app } = await testApp({ providerOrigins: ['https://id.example'] });
    const policy = (await app.request('/api/v1/health')).headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' https://id.example");
  });

  it('that is an error has the one body, with the id of the request', async () => {
    const { app } = await testApp();
    const response = await app.request('/api/v1/nix');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      detail: 'There is nothing at this address.',
      code: 'request.not_found',
      request_id: response.headers.get('x-request-id'),
    });
  });

  it('to a body that is no JSON says so', async () => {
    const { app } = await testApp();
    const response = await app.request('/api/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'request.invalid',
    ]);
  });

  it('to a failure of ours hides its text', async () => {
    const progressOf = async () => {
      throw new Error('secret path /srv/x');
    };
    const { app, db, bearer } = await testApp({ progressOf });
    const user = await buildUser(db);
    const { id } = await buildSession(db, ownerOf(user), { status: 'transcribing' });
    const response = await app.request(`/api/v1/sessions/${id}`, { headers: bearer(user) });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('request.failed');
    expect(text).not.toContain('secret');
  });

  it('to a body over a megabyte is 413', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const response = await app.request('/api/v1/sessions/', {
      method: 'POST',
      headers: { ...bearer(user), 'content-type': 'application/json' },
      body: JSON.stringify({
        session: { title: 'x', language: 'de', settings: { a: 'x'.repeat(1_100_000) } },
      }),
    });
    expect(response.status).toBe(413);
  });
});

describe('the log of a request', () => {
  it('has no query, no token and no address that lets someone in', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const { app, db, bearer } = await testApp({ log });
    const user = await buildUser(db);
    const token = bearer(user).authorization;
    await app.request('/api/auth/me?code=secret-code', { headers: { authorization: token } });
    await app.request('/media/secret-signature/a.mp3');
    await app.request('/api/auth/interaction/secret-uid/login', { method: 'POST' });
    const text = lines.join('');
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(text).toContain('"path":"/api/auth/me"');
    expect(text).not.toMatch(/secret|eyJ|@example/);
  });
});

describe('the host', () => {
  it('must be the one that the page says it is on', async () => {
    const { app } = await testApp();
    const ask = async (claimed: string) =>
      (await app.request('/api/v1/domain-config', { headers: { 'x-client-host': claimed } })).status;
    expect([await ask('localhost'), await ask('LOCALHOST:80'), await ask('other.example')]).toEqual([
      200, 200, 400,
    ]);
  });

  it('is the forwarded one only behind a trusted proxy', async () => {
    const headers = { 'x-forwarded-host': 'wort.example', 'x-client-host': 'wort.example' };
    const open = await testApp();
    const proxied = await testApp({ trustProxy: true, publicUrl: 'https://wort.example' });
    expect((await open.app.request('/api/v1/domain-config', { headers })).status).toBe(400);
    expect((await proxied.app.request('/api/v1/domain-config', { headers })).status).toBe(200);
  });

  it('by another name of this machine leads to the public address, except for the API', async () => {
    const { app } = await testApp({ distDir: await builtPage() });
    const page = await app.request('http://127.0.0.1:3000/library?x=1');
    expect([page.status, page.headers.get('location')]).toEqual([307, 'http://localhost/library?x=1']);
    expect((await app.request('http://127.0.0.1:3000/api/v1/domain-config')).status).toBe(200);
    expect((await app.request('http://wort.example/library')).status).toBe(200);
    const double = await app.request('http://127.0.0.1:3000//evil.example/');
    expect(double.headers.get('location')).toBe('http://localhost/evil.example/');
  });

  it('of a token must be the host of the request', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db, { host: 'wort.example' });
    const ask = async (host: string) =>
      (await app.request(`http://${host}/api/auth/me`, { headers: bearer(user) })).status;
    expect([await ask('wort.example'), await ask('localhost')]).toEqual([200, 401]);
  });
});

describe('the built page', () => {
  it('answers for every screen, and is asked for again each time', async () => {
    const { app } = await testApp({ distDir: await builtPage() });
    for (const path of ['/', '/index.html', '/library', '/library/abc', '/signin?error=permission']) {
      const response = await app.request(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toContain('Wortlaut');
    }
  });

  it('is not sent where a file or a call was meant', async () => {
    const { app } = await testApp({ distDir: await builtPage() });
    for (const path of [
      '/assets/old-2.js',
      '/engines/nix',
      '/favicon.png',
      '/api/nix',
      '/..%2f..%2fetc/passwd.txt',
    ])
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    expect((await app.request('/library', { method: 'POST' })).status).toBe(404);
  });

  it('keeps files with a version in their address for a year, and types them', async () => {
    const { app } = await testApp({ distDir: await builtPage() });
    const types = {
      '/assets/main-1.js': 'text/javascript; charset=utf-8',
      '/engines/x-1/x.wasm': 'application/wasm',
      '/engines/x-1/x.mjs': 'text/javascript; charset=utf-8',
      '/engines/x-1/x.onnx': 'application/octet-stream',
    };
    for (const [path, type] of Object.entries(types)) {
      const { headers } = await app.request(path);
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    for (const path of ['/sw.js', '/manifest.webmanifest'])
      expect((await app.request(path)).headers.get('cache-control')).toBe('no-cache');
  });

  it('is sent compressed to whom takes it', async () => {
    const { app } = await testApp({ distDir: await builtPage() });
    const ask = async (accepted: string) => {
      const response = await app.request('/assets/main-1.js', { headers: { 'accept-encoding': accepted } });
      return [response.headers.get('content-encoding'), await response.text(), response.headers.get('vary')];
    };
    expect(await ask('gzip, deflate, br')).toEqual(['br', 'small-br', 'Accept-Encoding']);
    expect(await ask('gzip')).toEqual(['gzip', 'small-gz', 'Accept-Encoding']);
    expect(await ask('br;q=0')).toEqual([null, 'console.log(1)', 'Accept-Encoding']);
  });

  it('answers 304 to who has it, and HEAD without a body', async () => {
    const { app } = await testApp({ distDir: await builtPage() });
    const tag = (await app.request('/')).headers.get('etag') ?? '';
    expect((await app.request('/', { headers: { 'if-none-match': tag } })).status).toBe(304);
    const head = await app.request('/sw.js', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '9', '']);
  });
});

describe('health', () => {
  it('names the parts that are missing, and works', async () => {
    const { app } = await testApp({
      transcriptionState: () => ({ status: 'loading', name: 'm', progress: 0.5 }),
    });
    const response = await app.request('/api/v1/health');
    expect(response.status).toBe(200);
    expect(healthSchema.parse(await response.json())).toMatchObject({
      status: 'degraded',
      parts: {
        database: { status: 'ok' },
        storage: { status: 'ok' },
        transcription: { status: 'loading', progress: 0.5 },
        language_model: { status: 'missing' },
        mail: { status: 'missing' },
      },
    });
  });

  it('says failed when nothing can be kept', async () => {
    const { app, dataDir } = await testApp();
    await rm(dataDir, { recursive: true });
    const response = await app.request('/api/v1/health');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: 'failed',
      parts: { storage: { status: 'failed' } },
    });
  });
});

describe('the description of the API', () => {
  it('has every route of the API, with a summary and a schema', async () => {
    const { app } = await testApp();
    const spec = (await (await app.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { summary?: string; tags?: string[] }>>;
    };
    const routes = app.routes
      .filter(
        ({ method, path }) =>
          !['ALL', 'OPTIONS'].includes(method) && path.startsWith('/api/') && !path.startsWith('/api/docs'),
      )
      .filter(({ path }) => path !== '/api/openapi.json')
      .map(({ method, path }) => ({
        method: method.toLowerCase(),
        path: path.replaceAll(/:(\w+)/g, '{$1}'),
      }));
    expect(routes.length).toBeGreaterThan(10);
    for (const { method, path } of routes) {
      const operation = spec.paths[path]?.[method];
      expect([method, path, typeof operation?.summary, operation?.tags?.length]).toEqual([
        method,
        path,
        'string',
        1,
      ]);
    }
  });

  it('tells how uploads are asked for, fetched and taken over, and the key of a creation', async () => {
    const { app } = await testApp();
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as {
      paths: Record<
        string,
        Record<string, { responses: object; parameters?: object[]; requestBody?: object }>
      >;
    };
    const statuses = (path: string, method: string) => Object.keys(paths[path]![method]!.responses);
    expect(statuses('/api/v1/uploads', 'get')).toEqual(['200', '400', '401']);
    expect(statuses('/api/v1/uploads/{id}', 'get')).toEqual([
      '200',
      '206',
      '400',
      '401',
      '404',
      '410',
      '416',
    ]);
    expect(statuses('/api/v1/uploads', 'post')).toEqual(expect.arrayContaining(['201', '408', '413', '415']));
    expect(statuses('/api/v1/uploads/{id}', 'head')).toEqual(['200', '400', '401', '404', '410']);
    expect(statuses('/api/v1/uploads/{id}', 'patch')).toContain('410');
    const adopt = paths['/api/v1/uploads/{id}/adopt']!['post']!;
    expect(Object.keys(adopt.responses)).toEqual(['200', '400', '401', '404', '408', '409', '413', '415']);
    expect(JSON.stringify(adopt.requestBody)).toContain('force');
    const create = paths['/api/v1/sessions']?.['post'] ?? paths['/api/v1/sessions/']!['post']!;
    expect(create.parameters).toMatchObject([{ in: 'header', name: 'idempotency-key' }]);
    expect(Object.keys(create.responses)).toEqual([
      '201',
      '400',
      '401',
      '404',
      '408',
      '409',
      '410',
      '413',
      '415',
      '429',
    ]);
  });

  it('has nothing that is not mounted, and says who needs a token', async () => {
    const { app } = await testApp();
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: object[]; responses: Record<string, object> }>>;
    };
    const mounted = new Set(
      app.routes.map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations)) {
        expect([`${method} ${path}`, mounted.has(`${method} ${path}`)]).toEqual([`${method} ${path}`, true]);
        expect(JSON.stringify(operation.responses['400'])).toContain('request.host_mismatch');
        const answer = await app.request(path.replaceAll(/[{}]/g, ''), { method: method.toUpperCase() });
        const isGuarded = method === 'head' ? answer.status === 401 : await isRefusedWithoutToken(answer);
        expect([method, path, operation.security !== undefined]).toEqual([method, path, isGuarded]);
      }
  });

  it('tells what is sent and answered where no schema of JSON does', async () => {
    const { app } = await testApp();
    type Body = { required: boolean; content: Record<string, { schema: { properties?: object } }> };
    type Answer = { content?: object; headers?: object };
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as {
      paths: Record<
        string,
        Record<string, { requestBody?: Body; parameters?: object[]; responses: Record<string, Answer> }>
      >;
    };
    const of = (method: string, path: string) => paths[`/api/v1${path}`]![method]!;
    const fieldsOf = (path: string) =>
      Object.keys(of('post', path).requestBody!.content['multipart/form-data']!.schema.properties!);
    expect(fieldsOf('/sessions/{id}/file-upload')).toEqual(['file', 'file_name', 'file_type']);
    expect(fieldsOf('/sessions/{id}/recording-complete')).toEqual(['metadata', 'peaks']);
    const part = of('patch', '/uploads/{id}');
    expect(Object.keys(part.requestBody!.content)).toEqual(['application/offset+octet-stream']);
    expect(part.parameters!.map((parameter) => (parameter as { name: string }).name).toSorted()).toEqual([
      'Tus-Resumable',
      'Upload-Length',
      'Upload-Offset',
      'id',
    ]);
    expect(Object.keys(part.responses['204']!.headers!)).toEqual(['Tus-Resumable', 'Upload-Offset']);
    expect(Object.keys(of('post', '/uploads').responses['201']!.headers!)).toContain('Location');
    expect(Object.keys(of('get', '/sessions/{id}/report').responses['200']!.content!)).toEqual(
      expect.arrayContaining(['application/pdf', 'text/plain', 'text/vtt', 'application/json']),
    );
    const download = of('get', '/sessions/{id}/download').responses;
    expect(Object.keys(download)).toEqual(expect.arrayContaining(['200', '206', '416']));
    expect(Object.keys(download['200']!.content!)).toEqual(
      expect.arrayContaining(['audio/mpeg', 'audio/wav', 'audio/mp4']),
    );
  });

  it('describes errors of bodies, headers for ranges and conditional requests, and Retry-After', async () => {
    const { app } = await testApp();
    type Answer = { description: string; headers?: object; content?: object };
    type Operation = {
      requestBody?: object;
      parameters?: { name: string }[];
      responses: Record<string, Answer>;
    };
    const { paths } = (await (await app.request('/api/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
    );
    const withBody = operations.filter(({ requestBody }) => requestBody);
    expect(withBody.length).toBeGreaterThan(10);
    for (const { name, responses } of withBody)
      expect([name, ...['400', '408', '413', '415'].map((status) => responses[status]?.description)]).toEqual(
        [
          name,
          expect.stringContaining('request.invalid'),
          'request.timeout',
          expect.stringContaining('too_large'),
          'request.media_type',
        ],
      );
    for (const { name, responses } of operations)
      for (const status of ['429', '503'].filter((each) => responses[each]))
        expect([name, Object.keys(responses[status]!.headers ?? {})]).toEqual([name, ['Retry-After']]);
    const headersOf = (wanted: string) =>
      operations.find(({ name }) => name === wanted)!.parameters!.map(({ name }) => name);
    expect(headersOf('get /api/v1/sessions/{id}/download')).toEqual(
      expect.arrayContaining(['Range', 'If-None-Match']),
    );
    expect(headersOf('get /api/v1/sessions/{id}')).toContain('If-None-Match');
    expect(headersOf('patch /api/v1/sessions/{id}')).toContain('Prefer');
    const detail = operations.find(({ name }) => name === 'get /api/v1/sessions/{id}')!;
    expect(Object.keys(detail.responses['200']!.headers!)).toEqual(['ETag']);
  });

  it('is readable as a page that obeys the policy: no script, no style of its own', async () => {
    const { app } = await testApp();
    const text = await (await app.request('/api/docs')).text();
    expect(text).toContain('/api/v1/sessions/{id}');
    expect(text).not.toMatch(/<script|style="|<style|https?:\/\//);
    const style = await app.request('/api/docs/style.css');
    expect(style.headers.get('content-type')).toContain('text/css');
  });
});

describe('the user config', () => {
  it('is kept and comes back with the profile', async () => {
    const { app, db, bearer } = await testApp();
    const user = await buildUser(db);
    const post = (json: unknown) =>
      app.request('/api/user/config', {
        method: 'POST',
        headers: { ...bearer(user), 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
    const response = await post({ preferred_language: 'fr', other: 1 });
    expect(await response.json()).toEqual({ config: { preferred_language: 'fr', other: 1 } });
    const me = await (await app.request('/api/auth/me', { headers: bearer(user) })).json();
    expect(me).toMatchObject({ userDb: { config: { preferred_language: 'fr', other: 1 } } });
    expect((await post({ preferred_language: 'rm' })).status).toBe(400);
  });
});
