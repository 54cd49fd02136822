import { describe, expect, it } from 'vitest';
import { personActor } from '#api/db/actor.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { changeStatus, insertSession, type StatusChange } from './change-status.store.ts';
import { newSessionRow } from './session-row.ts';
import { createSessionStore } from './session.store.ts';

const draft = {
  title: 'Sitzung',
  language: 'de',
  participants: null,
  fhir_patient_id: null,
  settings: {},
} as const;

async function setUp() {
  const db = testDb();
  const clock = testClock();
  const owner = ownerOf(await buildUser(db));
  const session = await buildSession(db, owner);
  const actor = personActor('another');
  const change = (to: StatusChange, id = session.id) =>
    db.transaction().execute((trx) => changeStatus(trx, id, to, { actor, nowMs: clock.now() }));
  const row = () => db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
  const told = async () => {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute();
    return rows.map(({ payload, ...fields }) => ({ ...fields, ...(JSON.parse(payload) as object) }));
  };
  return { db, clock, owner, session, actor, change, row, told, sessions: createSessionStore(db, clock) };
}

describe('a change of the status', () => {
  it('is told once, with who made it, and with the other columns of the change', async () => {
    const { change, told, row, owner, session, actor, clock } = await setUp();
    await change({ status: 'error', reason: 'transcription.failed', duration: 7 });
    expect(await row()).toMatchObject({
      status: 'error',
      reason: 'transcription.failed',
      duration: 7,
      rev: session.rev + 1,
    });
    expect(await told()).toEqual([
      {
        id: 1,
        kind: 'session.status',
        host: owner.host,
        user_id: owner.userId,
        session_id: session.id,
        actor,
        created_at: clock.now(),
        from: 'new',
        to: 'error',
        reason: 'transcription.failed',
      },
    ]);
  });

  it('keeps a reason that it does not name, and tells it', async () => {
    const { change, told, row } = await setUp();
    await change({ status: 'pending', reason: 'transcription.model_missing' });
    await change({ status: 'transcribing' });
    await change({ status: 'completed', reason: null });
    expect((await row()).reason).toBeNull();
    expect(await told()).toMatchObject([
      { from: 'new', to: 'pending', reason: 'transcription.model_missing' },
      { from: 'pending', to: 'transcribing', reason: 'transcription.model_missing' },
      { from: 'transcribing', to: 'completed', reason: null },
    ]);
  });

  it('is not told where the status stays, or the session is gone', async () => {
    const { change, told, row } = await setUp();
    await change({ status: 'new', reason: 'transcription.model_missing' });
    expect((await row()).reason).toBe('transcription.model_missing');
    await change({ status: 'error' }, 'gone');
    expect(await told()).toEqual([]);
  });

  it('is stored and told together, or neither', async () => {
    const { db, told, row, session, actor } = await setUp();
    const dying = db.transaction().execute(async (trx) => {
      await changeStatus(trx, session.id, { status: 'pending' }, { actor, nowMs: 0 });
      throw new Error('the power is gone');
    });
    await expect(dying).rejects.toThrow('the power is gone');
    expect([(await row()).status, await told()]).toEqual(['new', []]);
    const alone = changeStatus(db, session.id, { status: 'pending' }, { actor, nowMs: 0 });
    await expect(alone).rejects.toThrow('in a transaction');
    expect([(await row()).status, await told()]).toEqual(['new', []]);
  });
});

describe('a session', () => {
  it('is told when it is created, once for its key', async () => {
    const { sessions, told, owner, actor } = await setUp();
    const acting = { ...owner, actor };
    const creation = { key: 'key', digest: 'digest' };
    const first = await sessions.createOnce(acting, draft, undefined, creation);
    expect((await sessions.createOnce(acting, draft, undefined, creation)).id).toBe(first.id);
    const second = await sessions.create(acting, draft);
    const created = { kind: 'session.status', from: null, to: 'new', reason: null, actor };
    expect(await told()).toMatchObject([
      { ...created, session_id: first.id },
      { ...created, session_id: second.id },
    ]);
  });

  it('is not told where its creation fails afterwards', async () => {
    const { db, told, owner, actor } = await setUp();
    const row = newSessionRow(owner, draft, { nowMs: 1, integrationInfo: null });
    const dying = db.transaction().execute(async (trx) => {
      expect(await insertSession(trx, row, actor)).toMatchObject({ id: row.id });
      throw new Error('the power is gone');
    });
    await expect(dying).rejects.toThrow('the power is gone');
    expect(await told()).toEqual([]);
  });

  it.each([null, 'retention'] as const)('is told when it is deleted, and why (%s)', async (reason) => {
    const { db, sessions, change, told, owner, session, actor } = await setUp();
    await change({ status: 'completed' });
    const other = ownerOf(await buildUser(db));
    expect(await sessions.remove(other, session.id, reason)).toBe(false);
    expect(await told()).toHaveLength(1);
    expect(await sessions.remove({ ...owner, actor }, session.id, reason)).toBe(true);
    expect(await told()).toMatchObject([
      { session_id: session.id, to: 'completed' },
      { kind: 'session.deleted', session_id: session.id, actor, from: 'completed', to: null, reason },
    ]);
  });
});
