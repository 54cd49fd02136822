import { describe, expect, it } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail, SessionList } from '#api/contract/session.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import { createOidcModelStore } from '#api/engines/identity/oidc-model.store.ts';
import { silentLog } from '#api/lib/log.ts';
import { sweepRetention } from '#api/retention/retention-keeper.ts';
import { createRetentionStore } from '#api/retention/retention.store.ts';
import { createRetentionRunStore } from '#api/retention/run.store.ts';
import { buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createOutboxStore } from '#api/outbox/outbox.store.ts';
import { createPairingStore } from '#api/pairing/pairing.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { creationDigest } from './creation-digest.rules.ts';
import { newSessionRow } from '#api/session/session-row.ts';

const key = '6f2b6f0e-3a53-4c0e-9c0a-3f5f8f7b1c2d';
const session = { title: 'Visite', language: 'de-CH', participants: 3, settings: { b: 1, a: [2] } };

async function signedIn() {
  const tested = await testApp();
  const user = await buildUser(tested.db);
  const create = (body: object = { session }, headers: object = { 'idempotency-key': key }, as = user) =>
    tested.app.request('/api/v1/sessions/', {
      method: 'POST',
      headers: { ...tested.bearer(as), 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const call = (path: string, method = 'GET', json?: object) =>
    tested.app.request(`/api/v1/sessions${path}`, {
      method,
      headers: { ...tested.bearer(user), 'content-type': 'application/json' },
      ...(json ? { body: JSON.stringify(json) } : {}),
    });
  const listed = async () => ((await (await call('/')).json()) as SessionList).recordings;
  return { ...tested, user, create, call, listed };
}
const detailOf = async (answer: Response) => (await answer.json()) as SessionDetail;
const answerOf = async (answer: Response) => ({ http: answer.status, ...((await answer.json()) as object) });

describe('sessions of a person', () => {
  it('are limited to 2,000 in 24 hours, with a key or without; a repeated key still gets its session', async () => {
    const { create, db, user, clock } = await signedIn();
    const owner = ownerOf(user);
    const { id } = await detailOf(await create());
    clock.advance(60_000);
    const rows = Array.from({ length: limits.maxSessionsPerDay - 1 }, () =>
      newSessionRow(
        owner,
        { ...session, language: 'de', fhir_patient_id: null },
        { nowMs: clock.now(), integrationInfo: null },
      ),
    );
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('session')
        .values(rows.slice(from, from + 500))
        .execute();
    const refusal = { http: 429, code: 'session.day_limit', retry_after_s: 86_400 - 60 };
    expect(await answerOf(await create({ session }, {}))).toMatchObject(refusal);
    const other = { 'idempotency-key': crypto.randomUUID() };
    expect(await answerOf(await create({ session }, other))).toMatchObject(refusal);
    expect(await detailOf(await create())).toMatchObject({ id });
    expect((await create({ session }, {}, await buildUser(db))).status).toBe(201);
    clock.advance(86_400_000 - 60_000);
    expect((await create({ session }, other)).status).toBe(201);
    expect(await answerOf(await create({ session }, {}))).toMatchObject({ code: 'session.day_limit' });
  });
});

describe('a session created with a key', () => {
  it('is answered again, as it is now, when the answer was lost', async () => {
    const { create, call, listed } = await signedIn();
    const { id } = await detailOf(await create());
    await call(`/${id}`, 'PATCH', { title: 'Abendvisite' });
    const again = await create();
    expect(again.status).toBe(201);
    expect(await detailOf(again)).toMatchObject({ id, title: 'Abendvisite', status: 'new' });
    expect(await listed()).toHaveLength(1);
  });

  it('is created once by calls at the same time', async () => {
    const { create, listed } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const ids = await Promise.all(answers.map(async (answer) => (await detailOf(answer)).id));
    expect(new Set(ids).size).toBe(1);
    expect(await listed()).toHaveLength(1);
  });

  it('is the same whatever the order of the fields, and the letters of the key', async () => {
    const { create } = await signedIn();
    const { id } = await detailOf(await create());
    const turned = { settings: { a: [2], b: 1 }, participants: 3, language: 'de-CH', title: 'Visite' };
    const again = await create({ session: turned }, { 'idempotency-key': key.toUpperCase() });
    expect(await answerOf(again)).toMatchObject({ http: 201, id });
  });

  it.each([
    { session: { ...session, title: 'Other' } },
    { session: { ...session, settings: { a: [2, 3], b: 1 } } },
    { session, integration_info: { from: 'x' } },
  ])('is not created from another body, which learns where it is: %j', async (body) => {
    const { create, listed } = await signedIn();
    const { id } = await detailOf(await create());
    expect(await answerOf(await create(body))).toMatchObject({
      http: 409,
      code: 'session.key_reused',
      session_id: id,
    });
    expect(await listed()).toHaveLength(1);
  });

  it('belongs to its person: the same key of somebody else makes another one', async () => {
    const { create, db } = await signedIn();
    const { id } = await detailOf(await create());
    const stranger = await buildUser(db);
    const theirs = await create(undefined, undefined, stranger);
    expect(theirs.status).toBe(201);
    expect((await detailOf(theirs)).id).not.toBe(id);
  });

  it('is forgotten early if the same person deletes 10,000 later ones', async () => {
    const { create, call, clock, db, user } = await signedIn();
    const { id } = await detailOf(await create());
    expect((await call(`/${id}`, 'DELETE')).status).toBe(204);
    const [first] = await db.selectFrom('creation_memory').selectAll().execute();
    clock.advance(1_000);
    const later = Array.from({ length: limits.maxRememberedCreations - 1 }, () => ({
      host: user.host,
      user_id: user.id,
      creation_key: crypto.randomUUID(),
      deleted_at: clock.now(),
    }));
    for (let from = 0; from < later.length; from += 5_000)
      await db
        .insertInto('creation_memory')
        .values(later.slice(from, from + 5_000))
        .execute();
    const other = { 'idempotency-key': crypto.randomUUID() };
    const { id: next } = await detailOf(await create({ session }, other));
    expect(await answerOf(await create())).toMatchObject({ code: 'session.gone' });
    expect((await call(`/${next}`, 'DELETE')).status).toBe(204);
    const kept = await db.selectFrom('creation_memory').select('creation_key').execute();
    expect(kept).toHaveLength(limits.maxRememberedCreations);
    expect(kept).not.toContainEqual({ creation_key: first!.creation_key });
    expect(await answerOf(await create({ session }, other))).toMatchObject({ code: 'session.gone' });
  });

  it('is not made once more when it was deleted, for seven days', async () => {
    const { create, call, clock, db, listed, deps } = await signedIn();
    const { id } = await detailOf(await create());
    expect((await call(`/${id}`, 'DELETE')).status).toBe(204);
    const gone = { http: 410, code: 'session.gone' };
    expect(await answerOf(await create())).toMatchObject(gone);
    expect(await answerOf(await create({ session: { ...session, title: 'Other' } }))).toMatchObject(gone);
    const sweep = () =>
      sweepRetention({
        sessions: deps.sessions,
        storage: deps.storage,
        clear: deps.clear,
        clock,
        log: silentLog(),
        retention: createRetentionStore(db, clock),
        logins: createOidcModelStore(db, clock),
        jobs: createJobStore(db),
        corrections: createCorrectionStore(db, clock),
        outbox: createOutboxStore(db),
        pairings: createPairingStore(db),
        runs: createRetentionRunStore(db, clock),
      });
    clock.advance(limits.creationKeyMemoryMs);
    expect((await sweep()).creations).toBe(0);
    expect(await answerOf(await create())).toMatchObject(gone);
    clock.advance(1);
    // The key expires even before a sweep.
    expect((await create()).status).toBe(201);
    expect(await listed()).toHaveLength(1);
    expect((await sweep()).creations).toBe(1);
    expect(await db.selectFrom('creation_memory').selectAll().execute()).toEqual([]);
  });

  it('is remembered anew when a second session of the key is deleted as well', async () => {
    const { create, call, clock } = await signedIn();
    for (let round = 0; round < 2; round++) {
      const { id } = await detailOf(await create());
      expect((await call(`/${id}`, 'DELETE')).status).toBe(204);
      expect((await create()).status).toBe(410);
      clock.advance(limits.creationKeyMemoryMs + 1);
    }
  });

  it.each(['', '1', `${key}0`, 'not-a-key'])('needs a UUID: %j', async (malformed) => {
    const { create, listed } = await signedIn();
    expect(await answerOf(await create(undefined, { 'idempotency-key': malformed }))).toMatchObject({
      http: 400,
      code: 'request.invalid',
      errors: [{ path: 'idempotency-key' }],
    });
    expect(await listed()).toEqual([]);
  });

  it('is another one each time without a key', async () => {
    const { create, listed } = await signedIn();
    for (let round = 0; round < 2; round++) expect((await create(undefined, {})).status).toBe(201);
    expect(await listed()).toHaveLength(2);
  });
});

describe('the digest of a body', () => {
  it('tells lists in another order, other types and missing fields apart', () => {
    const bodies = [{ a: [1, 2] }, { a: [2, 1] }, { a: { 0: 1, 1: 2 } }, { a: ['1', 2] }, {}, { a: null }];
    expect(new Set(bodies.map(creationDigest)).size).toBe(bodies.length);
    expect(creationDigest({ a: 1, b: { d: 1, c: 2 } })).toBe(creationDigest({ b: { c: 2, d: 1 }, a: 1 }));
  });
});
