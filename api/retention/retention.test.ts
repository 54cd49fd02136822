import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DomainRetention } from '#api/contract/domain.ts';
import type { SessionDetail, SessionList } from '#api/contract/session.ts';
import { dayMs } from '#api/contract/time.ts';
import { createOidcModelStore } from '#api/engines/identity/oidc-model.store.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import { newId } from '#api/lib/id.ts';
import { createLog, silentLog } from '#api/lib/log.ts';
import { clearSession } from '#api/recording/clear-session.ts';
import type { Owner } from '#api/db/owner.ts';
import { buildDomain, buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { testApp } from '#api/testing/test-app.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { sweepUploads } from '#api/upload/upload-keeper.ts';
import { createOutboxStore } from '#api/outbox/outbox.store.ts';
import { createPairingStore } from '#api/pairing/pairing.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { createRetentionKeeper, sweepRetention, type RetentionDeps } from './retention-keeper.ts';
import { createRetentionStore } from './retention.store.ts';
import { createRetentionRunStore } from './run.store.ts';

const createdAt = Date.UTC(2026, 10, 20, 9);
const audioGoesAt = Date.UTC(2026, 11, 21);
const contentGoesAt = Date.UTC(2027, 4, 21);
const retentionJson = (audioDays: number, contentMonths: number, next: DomainRetention['next'] = null) =>
  JSON.stringify({ audio_days: audioDays, content_months: contentMonths, next } satisfies DomainRetention);
const nothing = {
  sessions: 0,
  audio: 0,
  logins: 0,
  jobs: 0,
  corrections: 0,
  outbox: 0,
  pairings: 0,
  reports: 0,
  creations: 0,
  failed: 0,
};

async function setUp() {
  const { app, deps, db, clock, dataDir, bearer } = await testApp();
  const { sessions, uploads, storage, queue, clear } = deps;
  const user = await buildUser(db);
  const owner = ownerOf(user);
  const parts: RetentionDeps = {
    sessions,
    storage,
    clear,
    clock,
    log: silentLog(),
    retention: createRetentionStore(db, clock),
    logins: createOidcModelStore(db, clock),
    jobs: createJobStore(db),
    corrections: createCorrectionStore(db, clock),
    outbox: createOutboxStore(db),
    pairings: createPairingStore(db),
    runs: createRetentionRunStore(db, clock),
  };
  const stored = async (key: string) => {
    await storage.create(key);
    return key;
  };
  /** A session with audio, peaks, another upload, a transcript and a finished job. */
  const build = async (fields: { at?: number; audioAt?: number; of?: Owner } = {}) => {
    const { at = createdAt, of = owner } = fields;
    const session = await buildSession(db, of, { created_at: at, status: 'completed', title: 'Geheim' });
    const [storageKey, peaksKey] = [await stored(`audio/${newId()}`), await stored(`peaks/${newId()}`)];
    await db
      .insertInto('audio')
      .values({
        session_id: session.id,
        storage_key: storageKey,
        peaks_key: peaksKey,
        created_at: fields.audioAt ?? at,
        file_name: 'a.mp3',
        file_type: 'audio/mpeg',
        bytes: 1,
        sha256: newId(),
      })
      .execute();
    const uploadId = newId();
    await stored(audioKey(uploadId));
    const metadata = { session_id: session.id, file_name: 'a', file_type: '' };
    await uploads.create(of, { id: uploadId, metadata, length: null, maxBytes: 1_000 });
    const transcripts = createTranscriptStore(db, clock);
    const version = await transcripts.begin(session.id, 'fixture', 'de');
    const segment = { id: 's1', speaker: 'A', start: 0, end: 1, text: 'ja', words: [], doubt: null };
    await transcripts.putSegments(session.id, version, 0, [segment]);
    await transcripts.setTurns(session.id, version, [{ start: 0, end: 1, speaker: 0 }]);
    const op = JSON.stringify({ op: 'text', segment: 's1', text: 'Geheim' });
    const edit = { session_id: session.id, rev: 1, version, op, created_at: at };
    await db.insertInto('edit').values(edit).execute();
    return { ...session, storageKey, peaksKey, uploadId };
  };
  const job = async (sessionId: string, state: string, finishedAt: number | null = null) => {
    const id = newId();
    await db
      .insertInto('job')
      .values({
        id,
        host: owner.host,
        user_id: owner.userId,
        session_id: sessionId,
        state,
        name: 'transcribe',
        payload: '{}',
        run_at: 0,
        created_at: 0,
        finished_at: finishedAt,
      })
      .execute();
    return id;
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    app.request(path, { headers: { ...bearer(user), ...headers } });
  const detail = async (id: string) => (await (await get(`/api/v1/sessions/${id}`)).json()) as SessionDetail;
  const list = async (query = '') =>
    ((await (await get(`/api/v1/sessions/?${query}`)).json()) as SessionList).recordings;
  const files = async () =>
    (await Promise.all(['audio', 'peaks'].map((name) => readdir(join(dataDir, name))))).flat();
  const rows = async () => {
    const tables = ['session', 'audio', 'upload', 'transcript', 'segment', 'edit', 'job'] as const;
    const all = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    return Object.fromEntries(tables.map((table, index) => [table, all[index]?.length]));
  };
  const sweep = (at: number, changes: Partial<RetentionDeps> = {}) => {
    clock.set(at);
    return sweepRetention({ ...parts, ...changes });
  };
  return {
    db,
    clock,
    owner,
    parts,
    sessions,
    uploads,
    storage,
    queue,
    build,
    job,
    get,
    detail,
    list,
    files,
    rows,
    sweep,
  };
}

describe('audio', () => {
  it('goes with its peaks after the day that the page shows, and the texts stay', async () => {
    const { build, get, detail, files, sweep, storage } = await setUp();
    const { id, storageKey, peaksKey, uploadId } = await build();
    expect((await detail(id)).retention.audio_until).toBe('2026-12-20');
    const etag = (await get(`/api/v1/sessions/${id}`)).headers.get('etag')!;

    expect(await sweep(audioGoesAt - 1)).toEqual(nothing);
    expect(await storage.size(storageKey)).toBe(0);

    expect(await sweep(audioGoesAt)).toEqual({ ...nothing, audio: 1 });
    expect([await storage.size(storageKey), await storage.size(peaksKey)]).toEqual([null, null]);
    expect(await files()).toEqual([uploadId]);
    const later = await get(`/api/v1/sessions/${id}`, { 'if-none-match': etag });
    expect(later.status).toBe(200);
    const session = (await later.json()) as SessionDetail;
    expect(session.audio?.deleted_at).toBe('2026-12-21T00:00:00.000Z');
    expect(session.transcript?.segments).toHaveLength(1);
    for (const path of ['audio-url', 'peaks', 'download']) {
      const answer = await get(`/api/v1/sessions/${id}/${path}`);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        404,
        'player.no_audio',
      ]);
    }
  });

  it('cannot be heard any more through an address that was signed before', async () => {
    const { build, clock, get, sweep } = await setUp();
    const { id } = await build();
    clock.set(audioGoesAt - 60_000);
    const { url } = (await (await get(`/api/v1/sessions/${id}/audio-url`)).json()) as { url: string };
    expect((await get(url)).status).toBe(200);
    await sweep(audioGoesAt);
    const answer = await get(url);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      404,
      'player.no_audio',
    ]);
  });

  it('counts from its own arrival, not from that of an older session', async () => {
    const { build, detail, sweep } = await setUp();
    const { id } = await build({ audioAt: createdAt + 20 * dayMs });
    expect((await detail(id)).retention.audio_until).toBe('2027-01-09');
    expect(await sweep(Date.UTC(2027, 0, 10) - 1)).toEqual(nothing);
    expect(await sweep(Date.UTC(2027, 0, 10))).toMatchObject({ audio: 1 });
  });

  it.each(['queued', 'running'])('is not cut while its transcription is %s; it goes after', async (state) => {
    const { build, db, job, sweep, storage } = await setUp();
    const { id, storageKey } = await build();
    const jobId = await job(id, state);
    expect(await sweep(audioGoesAt)).toEqual(nothing);
    expect(await storage.size(storageKey)).toBe(0);
    await db.updateTable('job').set({ state: 'done' }).where('id', '=', jobId).execute();
    expect(await sweep(audioGoesAt)).toEqual({ ...nothing, audio: 1 });
  });

  it('stays when work on it begins in the moment between', async () => {
    const { build, job, parts, sweep, storage } = await setUp();
    const { storageKey } = await build();
    const { retention } = parts;
    const markAudioDeleted = async (sessionId: string) => {
      await job(sessionId, 'running');
      return retention.markAudioDeleted(sessionId);
    };
    expect(await sweep(audioGoesAt, { retention: { ...retention, markAudioDeleted } })).toEqual(nothing);
    expect(await storage.size(storageKey)).toBe(0);
  });

  it('does not outlast its days because its job waits for something that never comes', async () => {
    const { build, job, sweep } = await setUp();
    await job((await build()).id, 'waiting');
    expect(await sweep(audioGoesAt)).toMatchObject({ audio: 1 });
  });
});

describe('a session', () => {
  it('goes whole after the day that the page shows, with its files and its work', async () => {
    const { build, detail, files, get, job, rows, sweep } = await setUp();
    const { id } = await build();
    await job(id, 'waiting');
    expect((await detail(id)).retention.content_until).toBe('2027-05-20');
    await sweep(contentGoesAt - 1);
    expect((await get(`/api/v1/sessions/${id}`)).status).toBe(200);
    expect(await sweep(contentGoesAt)).toEqual({ ...nothing, sessions: 1 });
    expect((await get(`/api/v1/sessions/${id}`)).status).toBe(404);
    expect(await files()).toEqual([]);
    const none = { session: 0, audio: 0, upload: 0, transcript: 0, segment: 0, edit: 0, job: 0 };
    expect(await rows()).toEqual(none);
  });

  it.each([
    [Date.UTC(2026, 7, 31, 23, 59), Date.UTC(2027, 2, 1)],
    [Date.UTC(2026, 7, 29), Date.UTC(2027, 2, 1)],
    [Date.UTC(2027, 7, 31), Date.UTC(2028, 2, 1)],
    [Date.UTC(2026, 9, 31), Date.UTC(2027, 4, 1)],
    [Date.UTC(2026, 8, 1), Date.UTC(2027, 2, 2)],
  ])('created at %d goes at %d', async (at, goesAt) => {
    const { build, sweep } = await setUp();
    await build({ at });
    expect(await sweep(goesAt - 1)).toMatchObject({ sessions: 0 });
    expect(await sweep(goesAt)).toMatchObject({ sessions: 1 });
  });

  it('of someone whose days have not ended is not touched, on this host and on others', async () => {
    const { build, db, rows, storage, sweep } = await setUp();
    await build();
    const strangers = await Promise.all([buildUser(db), buildUser(db, { host: 'other.example' })]);
    const kept = [];
    for (const user of strangers) kept.push(await build({ at: createdAt + dayMs, of: ownerOf(user) }));
    expect(await sweep(audioGoesAt)).toEqual({ ...nothing, audio: 1 });
    for (const { storageKey, peaksKey } of kept)
      expect([await storage.size(storageKey), await storage.size(peaksKey)]).toEqual([0, 0]);
    expect(await sweep(contentGoesAt)).toMatchObject({ sessions: 1 });
    expect(await rows()).toMatchObject({ session: 2, upload: 2, segment: 2 });
    for (const { uploadId } of kept) expect(await storage.size(audioKey(uploadId))).toBe(0);
  });
});

describe('a sweep', () => {
  it('goes through as many as there are, batch by batch, and finds nothing the second time', async () => {
    const { build, files, sweep } = await setUp();
    for (let count = 0; count < 5; count++) await build();
    expect(await sweep(audioGoesAt, { batchSize: 2 })).toEqual({ ...nothing, audio: 5 });
    expect(await sweep(audioGoesAt, { batchSize: 2 })).toEqual(nothing);
    expect(await sweep(contentGoesAt, { batchSize: 2 })).toEqual({ ...nothing, sessions: 5 });
    expect(await sweep(contentGoesAt, { batchSize: 2 })).toEqual(nothing);
    expect(await files()).toEqual([]);
  });

  it('takes a file that has gone already as deleted', async () => {
    const { build, detail, storage, sweep } = await setUp();
    const { id, storageKey, peaksKey } = await build();
    for (const key of [storageKey, peaksKey]) await storage.remove(key);
    expect(await sweep(audioGoesAt)).toEqual({ ...nothing, audio: 1 });
    expect((await detail(id)).audio?.deleted_at).not.toBeNull();
  });

  it('goes on after one that cannot be deleted, and takes that one the next time', async () => {
    const { build, detail, parts, files, sweep } = await setUp();
    const built = [await build(), await build(), await build()];
    const stuck = built.toSorted((one, other) => one.id.localeCompare(other.id))[0]!;
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const remove = async (key: string) => {
      if (key === stuck.storageKey) throw new Error('EACCES');
      await parts.storage.remove(key);
    };
    const swept = await sweep(audioGoesAt, { storage: { remove }, log, batchSize: 1 });
    expect(swept).toEqual({ ...nothing, audio: 2, failed: 1 });
    // The audio is hidden, though its file still exists.
    expect((await detail(stuck.id)).audio?.deleted_at).not.toBeNull();
    expect(await files()).toContain(stuck.storageKey.split('/')[1]);
    expect(lines.join('')).toContain('retention: cannot delete audio');
    expect(lines.join('')).not.toContain('Geheim');
    expect(await sweep(audioGoesAt)).toEqual({ ...nothing, audio: 1 });
    expect(await files()).not.toContain(stuck.storageKey.split('/')[1]);
  });

  it('leaves nothing behind wherever the process dies: the next one finishes', async () => {
    for (const [at, deathsExpected] of [
      [audioGoesAt, 4],
      [contentGoesAt, 6],
    ] as const) {
      let deaths = 0;
      for (let stepsLeft = 0; ; stepsLeft++) {
        const { build, db, files, parts, queue, rows, sessions, storage, sweep, uploads } = await setUp();
        const { uploadId } = await build();
        let steps = 0;
        let isDead = false;
        /** After this many steps nothing is done any more, as after a power cut. */
        const mortal =
          <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
          async (...args: Args): Promise<Result> => {
            isDead ||= steps++ === stepsLeft;
            if (isDead) throw new Error('the power was cut');
            return work(...args);
          };
        const { markAudioDeleted, forgetAudioFiles, ...found } = parts.retention;
        const dying = {
          queue: { ...queue, cancel: mortal(queue.cancel) },
          sessions: { ...sessions, remove: mortal(sessions.remove) },
          storage: { ...storage, remove: mortal(storage.remove) },
          uploads: { ...uploads, remove: mortal(uploads.remove) },
        };
        await sweep(at, {
          ...dying,
          clear: (id) => clearSession(dying, id),
          retention: {
            ...found,
            markAudioDeleted: mortal(markAudioDeleted),
            forgetAudioFiles: mortal(forgetAudioFiles),
          },
        });
        await sweep(at);
        expect(await files()).toEqual(at === audioGoesAt ? [uploadId] : []);
        expect((await rows())['session']).toBe(at === audioGoesAt ? 1 : 0);
        const left = await db.selectFrom('audio').select(['storage_key', 'peaks_key']).execute();
        expect(left).toEqual(at === audioGoesAt ? [{ storage_key: '', peaks_key: null }] : []);
        if (!isDead) break;
        deaths++;
      }
      expect(deaths).toBe(deathsExpected);
    }
  });

  it('stops between two when it is told to', async () => {
    const { build, clock, parts } = await setUp();
    await build();
    await build();
    clock.set(audioGoesAt);
    const controller = new AbortController();
    const remove = async (key: string) => {
      controller.abort();
      await parts.storage.remove(key);
    };
    expect(await sweepRetention({ ...parts, storage: { remove } }, controller.signal)).toMatchObject({
      audio: 1,
    });
  });
});

describe('beside sessions', () => {
  it('expired sign-ins go, and those that live or never expire stay', async () => {
    const { db, parts, sweep } = await setUp();
    const { adapter } = createOidcModelStore(db, parts.clock);
    await adapter('AccessToken').upsert('short', {}, 60);
    await adapter('Session').upsert('long', {}, 10 * 86_400);
    await adapter('Grant').upsert('endless', {}, 0);
    expect(await sweep(createdAt + dayMs)).toEqual({ ...nothing, logins: 1 });
    const left = await db.selectFrom('oidc_model').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual(['endless', 'long']);
  });

  it('finished jobs go after 30 days, and no other', async () => {
    const { build, db, job, sweep } = await setUp();
    const { id } = await build({ at: createdAt });
    await job(id, 'done', createdAt - 1);
    await job(id, 'failed', createdAt - 1);
    const kept = [
      await job(id, 'done', createdAt),
      await job(id, 'queued'),
      await job(id, 'waiting'),
      await job(id, 'running'),
    ];
    expect(await sweep(createdAt + 30 * dayMs)).toEqual({ ...nothing, jobs: 2 });
    const left = await db.selectFrom('job').select('id').execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });

  it('changes go after 30 days; that a session was deleted is told until then, without its content', async () => {
    const { clock, db, parts, build, sweep, owner } = await setUp();
    clock.set(contentGoesAt);
    const { id } = await build();
    expect(await sweep(contentGoesAt)).toEqual({ ...nothing, sessions: 1 });
    const told = await db.selectFrom('outbox').selectAll().execute();
    expect(told).toMatchObject([
      {
        kind: 'session.deleted',
        session_id: id,
        actor: owner.actor,
        payload: JSON.stringify({ from: 'completed', to: null, reason: 'retention' }),
        created_at: parts.clock.now(),
      },
    ]);
    expect(await sweep(contentGoesAt + 30 * dayMs)).toEqual(nothing);
    expect(await sweep(contentGoesAt + 30 * dayMs + 1)).toEqual({ ...nothing, outbox: 1 });
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  });

  it('corrections go when nobody has made them again for as long as content is kept', async () => {
    const { clock, db, owner, parts, sweep } = await setUp();
    const corrections = createCorrectionStore(db, parts.clock);
    clock.set(createdAt);
    for (const word of ['Mayer', 'Huber'])
      await corrections.add(owner, [{ original_word: word, corrected_word: `${word}-Muster` }]);
    clock.set(createdAt + dayMs);
    await corrections.add(owner, [{ original_word: 'Huber', corrected_word: 'Huber-Muster' }]);
    expect(await sweep(contentGoesAt)).toEqual({ ...nothing, corrections: 1 });
    const left = await db.selectFrom('correction').select(['original_word', 'uses']).execute();
    expect(left).toEqual([{ original_word: 'Huber', uses: 2 }]);
  });

  it('go even where sessions cannot', async () => {
    const { build, parts, db, sweep } = await setUp();
    await build();
    await createOidcModelStore(db, parts.clock).adapter('AccessToken').upsert('short', {}, 60);
    const sessionsCreatedBefore = () => Promise.reject(new Error('no such table'));
    const retention = { ...parts.retention, sessionsCreatedBefore };
    expect(await sweep(createdAt + dayMs, { retention })).toEqual({ ...nothing, logins: 1, failed: 1 });
  });
});

describe('a host with values of its own', () => {
  it('keeps its content as long as it says, and nobody else does', async () => {
    const { build, db, sweep } = await setUp();
    await buildDomain(db, { host: 'strict.example', retention: retentionJson(2, 1) });
    const theirs = await build({ of: ownerOf(await buildUser(db, { host: 'strict.example' })) });
    const ours = await build();
    expect(await sweep(Date.UTC(2026, 10, 23) - 1)).toEqual(nothing);
    expect(await sweep(Date.UTC(2026, 10, 23))).toEqual({ ...nothing, audio: 1 });
    // Our audio expires on the same day as all of their content.
    expect(await sweep(Date.UTC(2026, 11, 21))).toEqual({ ...nothing, audio: 1, sessions: 1 });
    const left = await db.selectFrom('session').select('id').execute();
    expect(left).toEqual([{ id: ours.id }]);
    expect(theirs.id).not.toBe(ours.id);
  });

  it('shows what it deletes: in the detail, in the list, and in those that expire soon', async () => {
    const { build, db, clock, detail, list } = await setUp();
    const { id } = await build();
    clock.set(createdAt);
    const ofBoth = async () => {
      const { retention, domain } = await detail(id);
      const [item] = await list();
      expect([item?.audio_until, item?.content_until]).toEqual([
        retention.audio_until,
        retention.content_until,
      ]);
      expect(item?.domain).toEqual(domain);
      return { ...retention, ...domain, soon: (await list('expires_days=7')).length };
    };
    const byDefault = { audio_until: '2026-12-20', content_until: '2027-05-20', cleanup: false, soon: 0 };
    expect(await ofBoth()).toEqual(byDefault);
    await buildDomain(db, { host: 'other.example', retention: retentionJson(1, 1) });
    expect(await ofBoth()).toEqual(byDefault);
    await buildDomain(db, { host: 'localhost', retention: retentionJson(7, 1) });
    const shown = { audio_until: '2026-11-27', content_until: '2026-12-20', cleanup: false, soon: 1 };
    expect(await ofBoth()).toEqual(shown);
    clock.set(Date.UTC(2026, 10, 21) - 1);
    expect(await ofBoth()).toEqual(shown);
    clock.set(Date.UTC(2026, 10, 21));
    expect(await ofBoth()).toEqual({ ...shown, cleanup: true });
  });

  it('counts the content alone where there is no audio, and an open page learns of the change', async () => {
    const { build, db, clock, get, detail, list } = await setUp();
    const { id } = await build();
    await db.deleteFrom('audio').execute();
    await db.updateTable('session').set({ audio_at: null }).execute();
    const cleanup = async () => [(await detail(id)).domain.cleanup, (await list())[0]?.domain.cleanup];
    const tag = async () => (await get(`/api/v1/sessions/${id}`)).headers.get('etag');
    clock.set(Date.UTC(2027, 4, 14) - 1);
    expect(await cleanup()).toEqual([false, false]);
    const before = await tag();
    clock.set(Date.UTC(2027, 4, 14));
    expect(await cleanup()).toEqual([true, true]);
    const after = await tag();
    await buildDomain(db, { host: 'localhost', retention: retentionJson(30, 12) });
    expect(new Set([before, after, await tag()]).size).toBe(3);
  });

  it('keeps corrections of people and parts of recordings for as long', async () => {
    const { db, clock, owner, sweep, build, uploads, storage } = await setUp();
    const strict = ownerOf(await buildUser(db, { host: 'strict.example' }));
    await buildDomain(db, { host: 'strict.example', retention: retentionJson(2, 1) });
    const corrections = createCorrectionStore(db, clock);
    clock.set(createdAt);
    for (const each of [owner, strict])
      await corrections.add(each, [{ original_word: 'Mayer', corrected_word: 'Meier' }]);
    const [ours, theirs] = [await build(), await build({ of: strict })];
    const partsLeft = async () => (await db.selectFrom('upload').select('id').execute()).map(({ id }) => id);
    clock.set(Date.UTC(2026, 10, 23) - 1);
    expect(await sweepUploads({ storage, uploads, clock, log: silentLog() })).toBe(0);
    clock.set(Date.UTC(2026, 10, 23));
    await sweepUploads({ storage, uploads, clock, log: silentLog() });
    expect(await partsLeft()).toEqual([ours.uploadId]);
    expect(theirs.uploadId).not.toBe(ours.uploadId);
    expect(await sweep(Date.UTC(2026, 11, 21) - 1)).toMatchObject({ corrections: 0 });
    expect(await sweep(Date.UTC(2026, 11, 21))).toMatchObject({ corrections: 1, failed: 0 });
    const left = await db.selectFrom('correction').select('host').execute();
    expect(left).toEqual([{ host: owner.host }]);
  });
});

describe('shorter periods that were announced', () => {
  const d = Date.UTC(2026, 11, 10);
  const next = { audio_days: 5, content_months: 1, effective: '2026-12-10' };
  const age = (days: number) => d - days * dayMs;

  it('delete nothing before the day D, then what is too old by them, and later the rest', async () => {
    const { build, db, sweep } = await setUp();
    await buildDomain(db, { host: 'localhost', retention: retentionJson(30, 6, next) });
    const other = ownerOf(await buildUser(db, { host: 'other.example' }));
    await build({ at: age(20), of: other });
    await build({ at: age(40), audioAt: age(20) });
    await build({ at: age(20), audioAt: age(5) });
    // The audio of nobody is 30 days old on the day before D.
    expect(await sweep(d - dayMs)).toEqual(nothing);
    expect(await sweep(d - 1)).toEqual(nothing);
    // The first session is older than a month, the audio of the second is kept for its fifth day.
    expect(await sweep(d)).toEqual({ ...nothing, sessions: 1 });
    expect(await sweep(d + dayMs)).toEqual({ ...nothing, audio: 1 });
    expect(await db.selectFrom('session').select('host').orderBy('host').execute()).toEqual([
      { host: 'localhost' },
      { host: 'other.example' },
    ]);
  });

  it('leave the old ones in force until then', async () => {
    const { build, db, sweep } = await setUp();
    await buildDomain(db, { host: 'localhost', retention: retentionJson(30, 6, next) });
    await build({ at: age(33) });
    expect(await sweep(age(2) - 1)).toEqual(nothing);
    expect(await sweep(age(2))).toEqual({ ...nothing, audio: 1 });
  });

  it('are shown from the announcement on, and longer ones hold at once', async () => {
    const { build, db, clock, detail, sweep } = await setUp();
    await buildDomain(db, { host: 'localhost', retention: retentionJson(30, 6, next) });
    const { id } = await build({ at: age(40), audioAt: age(20) });
    clock.set(age(20));
    expect((await detail(id)).retention).toEqual({ audio_until: '2026-12-09', content_until: '2026-12-09' });
    await db
      .updateTable('domain')
      .set({ retention: retentionJson(60, 12) })
      .execute();
    expect((await detail(id)).retention).toEqual({ audio_until: '2027-01-19', content_until: '2027-10-31' });
    expect(await sweep(d + 30 * dayMs)).toEqual(nothing);
  });
});

describe('the report of a run', () => {
  const reportsIn = async ({ db }: Awaited<ReturnType<typeof setUp>>) => {
    const rows = await db.selectFrom('retention_run').selectAll().orderBy('started_at').execute();
    return rows.map(({ report, started_at: at }) => ({ at, ...(JSON.parse(report) as object) }));
  };

  it('is stored for each, says how many and nothing else, and goes after a year', async () => {
    const set = await setUp();
    const { build, clock, parts, sweep } = set;
    await build();
    clock.set(audioGoesAt);
    const keeper = createRetentionKeeper(parts);
    onTestFinished(() => keeper.close());
    await eventually(async () => {
      expect(await reportsIn(set)).toEqual([{ at: audioGoesAt, ...nothing, audio: 1 }]);
    });
    const yearLater = audioGoesAt + 366 * dayMs;
    expect(await sweep(yearLater)).toMatchObject({ reports: 0 });
    expect(await sweep(yearLater + 1)).toMatchObject({ reports: 1 });
    expect(await reportsIn(set)).toEqual([]);
  });

  it('of a run in which the server died says that it was interrupted', async () => {
    const set = await setUp();
    const { build, clock, parts } = set;
    await build();
    clock.set(audioGoesAt);
    const begun = Promise.withResolvers<void>();
    const dead = Promise.withResolvers<void>();
    const remove = () => {
      begun.resolve();
      return dead.promise;
    };
    const keeper = createRetentionKeeper({ ...parts, storage: { remove } });
    onTestFinished(() => {
      dead.resolve();
      return keeper.close();
    });
    await begun.promise;
    expect(await reportsIn(set)).toEqual([{ at: audioGoesAt, interrupted: true }]);
  });

  it.each([
    [async () => 8192, { freed_bytes: 8192 }],
    [async () => null, {}],
    [() => Promise.reject(new Error('SQLITE_FULL')), { failed: 1 }],
  ])('says what was given back to the disk, or that it failed', async (reclaim, expected) => {
    const set = await setUp();
    const { build, clock, parts } = set;
    await build();
    clock.set(audioGoesAt);
    const keeper = createRetentionKeeper({ ...parts, reclaim });
    onTestFinished(() => keeper.close());
    await eventually(async () => {
      expect(await reportsIn(set)).toEqual([{ at: audioGoesAt, ...nothing, audio: 1, ...expected }]);
    });
  });

  it('that cannot be written keeps nothing from being deleted', async () => {
    const set = await setUp();
    const { build, clock, parts, detail } = set;
    const { id } = await build();
    clock.set(audioGoesAt);
    const begin = () => Promise.reject(new Error('no such table'));
    const keeper = createRetentionKeeper({ ...parts, runs: { ...parts.runs, begin } });
    onTestFinished(() => keeper.close());
    await eventually(async () => expect((await detail(id)).audio?.deleted_at).not.toBeNull());
    await keeper.close();
    expect(await reportsIn(set)).toEqual([]);
  });
});

describe('the keeper', () => {
  it('sweeps at once and again and again, says how many without naming them, and ends when it is closed', async () => {
    const { build, clock, parts, detail } = await setUp();
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const first = await build();
    clock.set(audioGoesAt);
    const keeper = createRetentionKeeper({ ...parts, log, everyMs: 5 });
    onTestFinished(() => keeper.close());
    await eventually(async () => expect((await detail(first.id)).audio?.deleted_at).not.toBeNull());
    const second = await build();
    await eventually(async () => expect((await detail(second.id)).audio?.deleted_at).not.toBeNull());
    await keeper.close();
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(said.map(({ msg }) => msg)).toEqual(['retention: deleted', 'retention: deleted']);
    expect(said[0]).toMatchObject({ audio: 1, sessions: 0, failed: 0 });
    expect(lines.join('')).not.toContain('Geheim');

    const third = await build();
    await new Promise((resolve) => void setTimeout(resolve, 30));
    expect((await detail(third.id)).audio?.deleted_at).toBeNull();
  });

  it('waits at its end for what it has begun', async () => {
    const { build, clock, parts, storage } = await setUp();
    const { storageKey } = await build();
    clock.set(audioGoesAt);
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const remove = async (key: string) => {
      begun.resolve();
      await goOn.promise;
      await storage.remove(key);
    };
    const keeper = createRetentionKeeper({ ...parts, storage: { remove } });
    await begun.promise;
    const closed = keeper.close();
    goOn.resolve();
    await closed;
    expect(await storage.size(storageKey)).toBeNull();
  });
});
