import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dayMs, hourMs } from '#api/contract/time.ts';
import { createOidcModelStore } from '#api/engines/identity/oidc-model.store.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import { newId } from '#api/lib/id.ts';
import { createLog } from '#api/lib/log.ts';
import type { Sweeper } from '#api/lib/sweeper.ts';
import { clearSession } from '#api/recording/clear-session.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { buildSession } from '#api/testing/builders.ts';
import { createUploadKeeper } from '#api/upload/upload-keeper.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { createOutboxStore } from '#api/outbox/outbox.store.ts';
import { createPairingStore } from '#api/pairing/pairing.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { createRetentionKeeper } from './retention-keeper.ts';
import { createRetentionStore } from './retention.store.ts';
import { createRetentionRunStore } from './run.store.ts';
import { createSweepClock } from './sweep-time.ts';

/** A completed recording, an upload in progress and a sign-in, on a server that has swept before. */
async function setUp() {
  const line = await testPipeline();
  const { db, clock, owner, sessions, storage, uploads, queue } = line;
  // Files get their times from the machine's clock, so the test begins with that.
  clock.set(Date.now());
  await db.updateTable('session').set({ created_at: clock.now() }).execute();
  await line.uploaded(Buffer.from('sound'));
  await line.completeWith({ speech: [[0, 3]] }, Uint8Array.of(255, 1));
  await db.deleteFrom('job').execute();
  const other = await buildSession(db, owner, { created_at: clock.now() });
  const metadata = { session_id: other.id, file_name: 'a.mp3', file_type: 'audio/mpeg' };
  const underWay = newId();
  await storage.create(audioKey(underWay));
  await uploads.create(owner, { id: underWay, metadata, length: 10, maxBytes: 1_000 });
  const expiresS = Math.floor((clock.now() + dayMs) / 1000);
  await db
    .insertInto('oidc_model')
    .values({ kind: 'Session', id: 'signed-in', payload: '{}', expires_at: expiresS } as never)
    .execute();
  const lines: string[] = [];
  const log = createLog('info', { write: (text) => void lines.push(text) });

  /** Starts the server. `sweep` sweeps once; `runOn` sweeps each hour. */
  const start = () => {
    const { sweepTime, state } = createSweepClock({ db, clock, log });
    const sweep = async () => {
      const runs = createRetentionRunStore(db, clock);
      const swept = Promise.withResolvers<void>();
      const finish: typeof runs.finish = async (...told) => {
        await runs.finish(...told);
        swept.resolve();
      };
      const keepers: Sweeper[] = [
        createUploadKeeper({ storage, uploads, clock, log, sweepTime }),
        createRetentionKeeper({
          storage,
          sessions,
          clock,
          log,
          sweepTime,
          clear: (id) => clearSession({ queue, sessions, uploads, storage }, id),
          retention: createRetentionStore(db, clock),
          logins: createOidcModelStore(db, clock),
          jobs: createJobStore(db),
          corrections: createCorrectionStore(db, clock),
          outbox: createOutboxStore(db),
          pairings: createPairingStore(db),
          runs: { ...runs, finish },
        }),
      ];
      await swept.promise;
      await Promise.all(keepers.map((keeper) => keeper.close()));
    };
    const runOn = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        clock.advance(hourMs);
        await sweep();
      }
    };
    return { sweep, runOn, state };
  };
  const left = async () => ({
    sessions: (await db.selectFrom('session').select('id').execute()).length,
    sound: (await readdir(join(line.dataDir, 'audio'))).length,
    uploads: (await db.selectFrom('upload').select('id').execute()).length,
    logins: (await db.selectFrom('oidc_model').select('id').execute()).length,
  });
  const all = await left();
  expect(all).toEqual({ sessions: 2, sound: 2, uploads: 1, logins: 1 });
  const first = start();
  await first.sweep();
  return { ...line, underWay, start, left, all, lines };
}

describe('a clock that is wrong', () => {
  it.each([
    ['2040', Date.UTC(2040, 0, 1)],
    ['1970', 5 * 60_000],
  ])('deletes nothing while it says %s, nor when it is set; it is told', async (_year, wrongMs) => {
    const { clock, start, left, all, lines } = await setUp();
    const rightMs = clock.now() + hourMs;
    clock.set(wrongMs);
    const server = start();
    await server.sweep();
    await server.runOn(5);
    expect(await left()).toEqual(all);
    expect(server.state()).toEqual({ status: 'failed', code: 'clock.doubted' });
    expect(lines.filter((text) => text.includes('the clock has jumped'))).toHaveLength(1);
    clock.set(rightMs + 5 * hourMs);
    await server.runOn(1);
    expect(await left()).toEqual(all);
    expect(server.state()).toEqual({ status: 'ok' });
  });

  it('deletes nothing that came while it showed 1970: such rows count from when the clock was set', async () => {
    const { db, clock, owner, uploads, storage, underWay, start, left, all } = await setUp();
    const rightMs = clock.now() + hourMs;
    clock.set(5 * 60_000);
    const server = start();
    await server.sweep();
    const { id } = await buildSession(db, owner, { created_at: clock.now() });
    const audio = {
      session_id: id,
      storage_key: audioKey(newId()),
      peaks_key: null,
      created_at: clock.now(),
    };
    const file = { file_name: 'a.mp3', file_type: 'audio/mpeg', bytes: 1, sha256: newId() };
    await storage.create(audio.storage_key);
    await db
      .insertInto('audio')
      .values({ ...audio, ...file })
      .execute();
    await uploads.moveOffset(underWay, 5);
    clock.set(rightMs);
    await server.runOn(2);
    expect(await left()).toEqual({ ...all, sessions: 3, sound: 3 });
    const { created_at: createdAt } = await db
      .selectFrom('session')
      .where('id', '=', id)
      .select('created_at')
      .executeTakeFirstOrThrow();
    expect(createdAt).toBe(rightMs + hourMs);
    // It is deleted when its time is over.
    await server.runOn(26);
    expect(await left()).toEqual({ sessions: 3, sound: 2, uploads: 0, logins: 0 });
  });

  it('is noticed by the times of earlier rows, after an older version that stored no believed time', async () => {
    const { db, clock, start, left, all } = await setUp();
    await db.deleteFrom('sweep_clock').execute();
    // The migration sets the believed time from the newest row.
    const migrations = join(import.meta.dirname, '../db/migrations');
    const older = new Sqlite(':memory:');
    onTestFinished(() => void older.close());
    older.pragma('foreign_keys = OFF');
    for (const name of readdirSync(migrations).toSorted()) {
      if (name.startsWith('0009'))
        older
          .prepare("insert into retention_run values ('r', 1_000, 1_000, '{}'), ('s', 7_000, 9_000, '{}')")
          .run();
      older.exec(readFileSync(join(migrations, name), 'utf8'));
    }
    expect(older.prepare('select believed_at, seen_at, ran_ms from sweep_clock').all()).toEqual([
      { believed_at: 7_000, seen_at: null, ran_ms: 0 },
    ]);
    await db.insertInto('sweep_clock').values({ id: 1, believed_at: clock.now(), ran_ms: 0 }).execute();
    clock.set(Date.UTC(2040, 0, 1));
    await start().sweep();
    expect(await left()).toEqual(all);
  });
});

describe('a server that was off for half a year and more', () => {
  it('deletes what is due when it has run for some hours, however often it is started', async () => {
    const { clock, start, left, all, lines } = await setUp();
    clock.set(clock.now() + 200 * dayMs);
    let server = start();
    await server.sweep();
    await server.runOn(20);
    expect(await left()).toEqual(all);
    clock.set(clock.now() + 3 * dayMs);
    server = start();
    await server.sweep();
    await server.runOn(29);
    expect(await left()).toEqual({ sessions: 0, sound: 0, uploads: 0, logins: 0 });
    expect(server.state()).toEqual({ status: 'ok' });
    expect(lines.filter((text) => text.includes('believed again'))).toHaveLength(1);
  });
});
