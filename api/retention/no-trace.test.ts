import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { dayMs } from '#api/contract/time.ts';
import { openDb } from '#api/db/open.ts';
import { createIndexer } from '#api/search/indexer.ts';
import { buildUser, ownerOf } from '#api/testing/builders.ts';
import { killableServer } from '#api/testing/killable-server.ts';
import { buildMarkedCorrection, buildMarkedSession, filesWith } from '#api/testing/marked-content.ts';
import { isLong } from '#wasm/testing/long-test.ts';
import { eventually } from '#wasm/testing/eventually.ts';

const [goes, stays] = ['quittenbaum', 'mirabelle'];
const sessions = isLong ? 300 : 12;

type Report = { interrupted?: true; sessions?: number; freed_bytes?: number; failed?: number };

/** A server that was killed, with sessions of which every second is older than its host keeps it. */
async function setUp() {
  const server = await killableServer();
  const { dataDir } = server;
  const path = join(dataDir, 'wortlaut.db');
  const read = <Row>(sql: string): Row[] => {
    const sqlite = new Sqlite(path, { readonly: true, timeout: 5_000 });
    try {
      return sqlite.prepare(sql).all() as Row[];
    } finally {
      sqlite.close();
    }
  };
  const reports = () =>
    read<{ report: string }>('select report from retention_run order by rowid').map(
      ({ report }) => JSON.parse(report) as Report,
    );
  // The first run is complete before the server is stopped, so that the runs below can be counted.
  await eventually(() => expect(reports()).toMatchObject([{ failed: 0 }]));
  await server.stop();
  const db = openDb(path);
  const owner = ownerOf(await buildUser(db));
  const old = Date.now() - 200 * dayMs;
  for (let n = 0; n < sessions; n++) {
    const [word, at] = n % 2 === 0 ? [goes, old] : [stays, Date.now()];
    await buildMarkedSession({ db, dataDir, owner, word, at, sentences: 3 + ((n * 7) % 90) });
  }
  await buildMarkedCorrection({ db, dataDir, owner, word: goes, at: old });
  await buildMarkedCorrection({ db, dataDir, owner, word: stays, at: Date.now() });
  await createIndexer(db).indexAll();
  await db.destroy();
  return {
    ...server,
    sessionsLeft: () =>
      read<{ n: number }>(`select count(*) as n from session where created_at = ${old}`)[0]!.n,
    reports,
    chapters: (word: string) =>
      read<{ n: number }>(`select count(*) as n from search_chapter where folded like '%${word}%'`)[0]!.n,
    state: () => read<{ quick_check: string }>('pragma quick_check'),
  };
}

it('what has expired is in no byte of the data folder, and the rest is as it was', async () => {
  const { dataDir, start, stop, reports, chapters, state } = await setUp();
  expect(chapters(goes)).toBe(sessions / 2);
  const files = Object.keys(await filesWith(dataDir, goes));
  expect(files).toContain('wortlaut.db');
  expect(files.filter((name) => name.startsWith('audio/'))).toHaveLength(sessions);
  await start();
  await eventually(() => {
    const report = reports().at(-1);
    expect(report).toMatchObject({ sessions: sessions / 2, corrections: 1, failed: 0 });
    expect(report?.freed_bytes).toBeGreaterThan(50_000);
  });
  expect(await filesWith(dataDir, goes)).toEqual({});
  await stop();
  expect(await filesWith(dataDir, goes)).toEqual({});
  expect(chapters(stays)).toBe(sessions / 2);
  expect(state()).toEqual([{ quick_check: 'ok' }]);
  expect(Object.keys(await filesWith(dataDir, stays))).toContain('wortlaut.db');
});

it('a process that is killed in the middle of its runs leaves it to the next one', async () => {
  const { dataDir, begin, kill, start, reports, sessionsLeft, state } = await setUp();
  const all = sessions / 2;
  const middle = Math.floor(all / 2);
  // The run of `setUp` is complete. The others die at their beginning, in the middle, and when all rows are gone.
  const lives = isLong ? [all - 1, middle, 0] : [middle];
  const traces: string[][] = [];
  for (const [life, left] of lives.entries()) {
    begin();
    await eventually(() => {
      expect(reports()).toHaveLength(life + 2);
      expect(sessionsLeft()).toBeLessThanOrEqual(left);
    });
    await kill();
    traces.push(Object.keys(await filesWith(dataDir, goes)));
  }
  expect(reports().filter((report) => report.interrupted)).toHaveLength(lives.length);
  expect(traces[0]).toContain('wortlaut.db');
  await start();
  await eventually(() => expect(reports().at(-1)?.freed_bytes).toBeGreaterThan(50_000));
  expect(await filesWith(dataDir, goes)).toEqual({});
  expect(state()).toEqual([{ quick_check: 'ok' }]);
});
