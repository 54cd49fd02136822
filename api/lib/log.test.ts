import { describe, expect, it } from 'vitest';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testServer } from '#api/testing/test-server.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { AppError } from './error.ts';
import { createLog } from './log.ts';
import { toLogLine } from './log-line.rules.ts';

function kept(level = 'trace') {
  const lines: string[] = [];
  const log = createLog(level, { write: (line) => void lines.push(line) });
  return { lines, log, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}
const secret = 'Diagnose-Geheim';

describe('what is refused leaves in the log, at its most talkative level', () => {
  it('no token, address, name, title or text', async () => {
    const [{ lines, log }, clock] = [kept(), testClock()];
    const { app, db, tokenFor } = await testApp({ log, clock });
    const user = await buildUser(db, { first_name: 'Annegret', last_name: 'Vertraulich' });
    const session = await buildSession(db, ownerOf(user), { status: 'completed', title: secret });
    const transcripts = createTranscriptStore(db, clock);
    const version = await transcripts.begin(session.id, 'test', 'de');
    await transcripts.putSegments(session.id, version, 0, buildDialogue([`A: ${secret} eins`]).segments);
    await transcripts.finish(session.id, version);
    const token = tokenFor(user);
    const call = (path: string, body?: string, as = token, type = 'application/json') =>
      app.request(path, {
        ...(body === undefined ? {} : { method: path.includes('config') ? 'POST' : 'PATCH', body }),
        headers: { authorization: `Bearer ${as}`, 'content-type': type },
      });
    const address = `/api/v1/sessions/${session.id}`;
    const edits = { base: 0, version: 1, ops: [{ op: 'text', segment: 'nope', text: secret }] };
    const statuses = [
      await call(address, JSON.stringify({ edits })),
      await call(address, `${secret} is no JSON`),
      await call(address, JSON.stringify({ title: 7, notes: { text: secret } })),
      await call('/api/user/config', `{"a": ${secret}`),
      await call(`/api/v1/sessions/${secret}`),
      await call(`/api/v1/${user.email}/${secret}?q=${secret}`),
      await call(`/${user.email}`),
      await call(address, undefined, `${token}x`),
      await call(address, undefined, tokenFor(user, { host: 'other.example' })),
    ].map(({ status }) => status);
    clock.advance(3_600_000);
    statuses.push((await call(address)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 404, 404, 404, 401, 401, 401]);
    const text = lines.join('');
    expect(text.match(/"msg":"request refused"/g)).toHaveLength(10);
    expect(text).toContain(`"path":"${address}"`);
    expect(text).not.toMatch(/eyJ|@|example\.org|Annegret|Vertraulich|Diagnose|Geheim/);
  });

  it('nothing of a sign-in either', async () => {
    const { lines, log } = kept();
    const { url } = await testServer({}, { log });
    const browser = createTestBrowser(url);
    const tokens = await browser.register(petra);
    await browser.logout(tokens.refresh_token);
    await browser.refresh(tokens.refresh_token);
    const other = createTestBrowser(url);
    const page = await other.start();
    const wrong = { email: petra.email, password: 'Kennwort-Falsch' };
    await expect(other.submit(page, 'login', wrong)).rejects.toThrow('credentials_wrong');
    await expect(other.submit(page, 'register', petra)).rejects.toThrow('email_taken');
    const text = lines.join('');
    expect(text).toContain('"code":"auth.credentials_wrong"');
    expect(text).not.toMatch(/eyJ|@|example\.org|petra|muster|kennwort/i);
    expect(text).not.toContain(tokens.refresh_token);
  });
});

describe('a line', () => {
  it('has the listed fields in their form, whatever else is given', () => {
    const { log, last } = kept();
    const given = { job: 'transcribe', email: 'a@b.ch', text: secret, token: 'eyJ', model: `${secret} @` };
    log.child({ ...given, request_id: 'abc' } as never).info({ status: 3, user: given } as never, 'done');
    const { time: _time, ...line } = last();
    expect(line).toEqual({
      level: 'info',
      job: 'transcribe',
      model: '[withheld]',
      request_id: 'abc',
      status: 3,
      msg: 'done',
    });
  });

  it('keeps type, code and places of an error and of its causes, and no message', () => {
    const { log, last } = kept();
    const cause = Object.assign(new SyntaxError(`${secret}\n    at ${secret} (/a/b.ts:1:1)`), {
      code: 'EBADF',
      payload: { email: 'a@b.ch' },
      op: { text: secret },
    });
    log.error({ err: new AppError('request.failed', { cause }) }, 'request failed');
    const { err } = last() as { err: { stack: string[]; cause: { stack: string[] } } };
    expect(err).toMatchObject({ type: 'AppError', code: 'request.failed' });
    expect(err.cause).toMatchObject({ type: 'SyntaxError', code: 'EBADF' });
    expect(err.stack[0]).toMatch(/^at \S*api\/lib\/log\.test\.ts:\d+:\d+/);
    expect(err.cause.stack[0]).toMatch(/api\/lib\/log\.test\.ts/);
    expect(JSON.stringify(err)).not.toMatch(/Geheim|a@b/);
  });

  it('says what the engine says of code, and only the type of what is no error', () => {
    const { log, last } = kept();
    log.error({ err: new TypeError("Cannot read properties of undefined (reading 'id')") }, 'x');
    expect(last()['err']).toMatchObject({ reason: "Cannot read properties of undefined (reading 'id')" });
    log.error({ err: secret }, 'x');
    expect(last()['err']).toEqual({ type: 'string' });
  });

  it('is short for a person at a terminal, with the places of an error below it', () => {
    const { log, lines } = kept();
    const request = { method: 'GET', path: '/api/v1/health', status: 200, host: 'localhost', took_ms: 3 };
    log.child({ request_id: 'abc' }).info(request, 'request');
    log.warn({ model: 'fixture', tokens: 5 }, 'llm: small');
    log.error({ err: new TypeError(secret, { cause: new Error(secret) }) }, 'queue: attempt failed');
    const [first, second, third] = lines.map(toLogLine);
    expect(first).toMatch(/^\d\d:\d\d:\d\d INFO  GET \/api\/v1\/health 200 in 3 ms \(localhost\)$/);
    expect(second).toMatch(/^\d\d:\d\d:\d\d WARN  llm: small model=fixture tokens=5$/);
    expect(third).toMatch(/ERROR queue: attempt failed\n {2}error: TypeError\n {4}at .*\n/);
    expect(third).toMatch(/\n {2}because of: Error\n {4}at /);
  });
});

describe('a refusal', () => {
  it('is no error of the server; what its administrator can end is a warning without places', async () => {
    const { lines, log } = kept('info');
    let code: ConstructorParameters<typeof AppError>[0] = 'upload.quota_exceeded';
    const progressOf = async () => {
      throw new AppError(code);
    };
    const { app, db, bearer } = await testApp({ log, progressOf });
    const user = await buildUser(db);
    const { id } = await buildSession(db, ownerOf(user), { status: 'transcribing' });
    const told = async (next: typeof code) => {
      [code, lines.length] = [next, 0];
      await app.request(`/api/v1/sessions/${id}`, { headers: bearer(user) });
      return lines.map((line) => JSON.parse(line) as { level: string; code?: string; err?: unknown });
    };
    expect((await told('upload.quota_exceeded')).map(({ level }) => level)).toEqual(['info']);
    const [warning, ...others] = await told('share.mail_failed');
    expect(warning).toMatchObject({ level: 'warn', code: 'share.mail_failed' });
    expect([warning?.err, others.length]).toEqual([undefined, 1]);
    expect((await told('request.failed'))[0]).toMatchObject({ level: 'error', code: 'request.failed' });
  });
});
