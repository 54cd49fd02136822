import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { openDb } from '#api/db/open.ts';
import { createRetentionStore } from '#api/retention/retention.store.ts';
import { sweepRetention } from '#api/retention/retention-keeper.ts';
import { createRetentionRunStore } from '#api/retention/run.store.ts';
import { createOidcModelStore } from '#api/engines/identity/oidc-model.store.ts';
import { createJobStore } from '#api/jobs/job.store.ts';
import { silentLog } from '#api/lib/log.ts';
import { buildSegment } from '#api/testing/build-transcript.ts';
import { buildSession, ownerOf } from '#api/testing/builders.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { createOutboxStore } from '#api/outbox/outbox.store.ts';
import { createPairingStore } from '#api/pairing/pairing.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { createIndexer } from './indexer.ts';
import { testLibrary } from '#api/testing/test-library.ts';

const text = (segment: string, value: string): EditOp => ({ op: 'text', segment, text: value });
type Library = Awaited<ReturnType<typeof testLibrary>>;

const rowsOf = async ({ db }: Pick<Library, 'db'>) => ({
  entries: (await db.selectFrom('search_entry').select('no').execute()).length,
  chapters: (await db.selectFrom('search_chapter').select('id').execute()).length,
  dirty: (await db.selectFrom('search_dirty').select('session_id').execute()).length,
  texts: (
    await sql<{ n: number }>`select count(*) as n from search_text where search_text match '1xwort'`.execute(
      db,
    )
  ).rows[0]!.n,
});

describe('the index', () => {
  it('follows corrections: the words that people see are found, those of the machine no more', async () => {
    const { say, edit, titles } = await testLibrary();
    const { id } = await say('Sitzung', ['A: Herr Meier kommt.', 'B: Gut.']);
    expect(await titles('meier')).toEqual(['Sitzung']);
    expect((await edit(id, 0, [text('s1', 'Herr Meyer kommt.')])).status).toBe(200);
    expect(await titles('meier')).toEqual([]);
    expect(await titles('meyer')).toEqual(['Sitzung']);
    await edit(id, 1, [{ op: 'merge', segments: ['s1', 's2'] }]);
    expect(await titles('"kommt gut"')).toEqual(['Sitzung']);
  });

  it('is only told of a correction, and writes it in the background', async () => {
    const library = await testLibrary();
    const { db, say, edit } = library;
    const { id } = await say('Sitzung', ['A: wort']);
    const indexer = createIndexer(db);
    await indexer.indexAll();
    const digest = async () =>
      (await db.selectFrom('search_chapter').select('digest').executeTakeFirst())?.digest;
    const before = await digest();
    await edit(id, 0, [text('s1', 'anderes')]);
    expect([await digest(), (await rowsOf(library)).dirty]).toEqual([before, 1]);
    await indexer.indexAll();
    expect(await digest()).not.toBe(before);
    expect(await rowsOf(library)).toEqual({ entries: 1, chapters: 1, dirty: 0, texts: 0 });
  });

  it('is not written for a change of something else', async () => {
    const library = await testLibrary();
    const { db, say, call } = library;
    const { id } = await say('Sitzung', ['A: wort']);
    await createIndexer(db).indexAll();
    const changes = async () =>
      (await sql<{ n: number }>`select total_changes() as n`.execute(db)).rows[0]!.n;
    await call(`/${id}`, { method: 'PATCH', json: { title: 'Anders' } });
    const before = await changes();
    await createIndexer(db).indexAll();
    // Only the mark is removed.
    expect((await changes()) - before).toBe(1);
    expect((await rowsOf(library)).dirty).toBe(0);
  });

  it('has what came so far of a transcript that is being written, and its newest whole version after', async () => {
    const { db, user, deps, write, titles, transcripts } = await testLibrary();
    const { id } = await buildSession(db, ownerOf(user), { title: 'Sitzung', status: 'transcribing' });
    const version = await write(id, ['A: Anfang'], { isPartial: true });
    await deps.sessions.update(id, {});
    expect(await titles('anfang')).toEqual(['Sitzung']);
    await transcripts.putSegments(id, version, 1, [buildSegment('s2', 'Mitte', { start: 5 })]);
    await deps.sessions.update(id, {});
    expect(await titles('mitte')).toEqual(['Sitzung']);
    await transcripts.finish(id, version);
    await write(id, ['A: Neufassung']);
    expect(await titles('neufassung')).toEqual(['Sitzung']);
    expect(await titles('mitte')).toEqual([]);
  });

  it('keeps nothing of a session that is deleted, by a person or after its time', async () => {
    const library = await testLibrary();
    const { db, deps, clock, say, call, titles } = library;
    const gone = await say('Gelöscht', ['A: wort']);
    await say('Abgelaufen', ['A: wort']);
    expect(await titles('wort')).toHaveLength(2);
    expect(await rowsOf(library)).toEqual({ entries: 2, chapters: 2, dirty: 0, texts: 2 });
    await call(`/${gone.id}`, { method: 'DELETE' });
    expect(await rowsOf(library)).toEqual({ entries: 1, chapters: 1, dirty: 0, texts: 1 });
    clock.set(Date.UTC(2027, 4, 21));
    await sweepRetention({
      ...deps,
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
    expect(await rowsOf(library)).toEqual({ entries: 0, chapters: 0, dirty: 0, texts: 0 });
    expect(await db.selectFrom('search_shelf').selectAll().execute()).toEqual([]);
  });

  it('keeps nothing of a person who is deleted', async () => {
    const library = await testLibrary();
    const { db, user, say, titles } = library;
    await say('Sitzung', ['A: wort']);
    expect(await titles('wort')).toHaveLength(1);
    await db.deleteFrom('user').where('id', '=', user.id).execute();
    expect(await rowsOf(library)).toEqual({ entries: 0, chapters: 0, dirty: 0, texts: 0 });
  });

  it('gives up the words of what was deleted from its own pages too', async () => {
    const library = await testLibrary();
    const { db, say, call } = library;
    const indexer = createIndexer(db);
    const pagesWith = async (word: string) =>
      (
        await sql<{ n: number }>`select count(*) as n from search_text_data
          where instr(block, cast(${word} as blob)) > 0`.execute(db)
      ).rows[0]!.n;
    await say('Bleibt', ['A: wort']);
    for (const secret of ['geheimnis', 'vertraulich']) {
      const { id } = await say('Geht', [`A: ${secret}`]);
      await indexer.indexAll();
      expect(await pagesWith(secret)).toBe(1);
      await call(`/${id}`, { method: 'DELETE' });
      expect(await pagesWith(secret)).toBe(1);
      await indexer.purge();
      expect(await pagesWith(secret)).toBe(0);
    }
    expect(await rowsOf(library)).toEqual({ entries: 1, chapters: 1, dirty: 0, texts: 1 });
  });

  it('goes on with the others where one session cannot be read, and finds that one when it can', async () => {
    const { db, say, titles } = await testLibrary();
    const broken = await say('Kaputt', ['A: wort']);
    await say('Heil', ['A: wort']);
    const setWords = (words: string) =>
      db.updateTable('segment').set({ words }).where('session_id', '=', broken.id).execute();
    await setWords('{');
    expect(await titles('wort')).toEqual(['Heil']);
    await setWords('[]');
    expect(await titles('wort')).toEqual(['Heil', 'Kaputt']);
  });

  it('changes only the chapters that a correction touches', async () => {
    const library = await testLibrary();
    const { db, user, transcripts, edit } = library;
    const { id } = await buildSession(db, ownerOf(user));
    const version = await transcripts.begin(id, 'test', 'de');
    const segments = Array.from({ length: 2_500 }, (_, n) =>
      buildSegment(`s${n}`, 'zehn wort in jedem satz von vielen die es gibt', {
        start: n * 3.6,
        wordS: 0.36,
      }),
    );
    await transcripts.putSegments(id, version, 0, segments);
    await transcripts.finish(id, version);
    const indexer = createIndexer(db);
    await indexer.indexAll();
    const digests = async () =>
      (await db.selectFrom('search_chapter').select('digest').orderBy('id').execute()).map(
        ({ digest }) => digest,
      );
    const before = await digests();
    expect(before).toHaveLength(15);
    await edit(id, 0, [text('s1080', 'ein anderes wort und noch viele mehr in diesem satz')]);
    await indexer.indexAll();
    const after = await digests();
    expect(after.flatMap((digest, place) => (digest === before[place] ? [] : [place]))).toEqual([6]);
    expect((await rowsOf(library)).texts).toBe(15);
  });

  it('survives a process that dies at any moment: nothing is lost, nothing stands twice', async () => {
    const path = join(await testFolder(), 'x.db');
    const db = openDb(path);
    onTestFinished(() => db.destroy());
    const library = await testLibrary({ db });
    const { say, titles, edit } = library;
    const ids = [];
    for (let n = 0; n < 12; n++) ids.push((await say(`S${n}`, ['A: wort'])).id);
    await createIndexer(db).indexAll();
    for (const id of ids) await edit(id, 0, [text('s1', 'anderes wort')]);
    // Simulates a crash after each of the transactions.
    for (let writes = 1; writes <= 6; writes++) {
      let left = writes;
      const dying = new Proxy(db, {
        get: (target, key) => {
          if (key === 'transaction' && --left < 0) throw new Error('killed');
          const value = Reflect.get(target, key) as unknown;
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      await createIndexer(dying)
        .indexAll()
        .catch(() => {});
    }
    expect(await titles('anderes', { limit: 100 })).toHaveLength(12);
    await createIndexer(db).indexAll();
    expect(await rowsOf(library)).toEqual({ entries: 12, chapters: 12, dirty: 0, texts: 12 });
  });
});
