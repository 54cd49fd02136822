/**
 * Measures the library of one person with 100,000 sessions: whole requests through the app (sign-in, validation, SQL,
 * JSON), one at a time, each with its own words, in one process. The peers are the same queries without an index. Takes
 * about five minutes. `--only N`: N sessions.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '#api/db/open.ts';
import { buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import type { Options } from '../main.ts';
import { goal, round, type Report } from '../report.ts';
import { buildLibrary } from './build-library.ts';
import { limitMs, measureQueries } from './queries.ts';
import { measurePeers } from './peers.ts';
import { measureWhileEdited } from './while-edited.ts';

export async function measure({ only }: Options): Promise<Report> {
  const count = Number(only ?? 100_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'wortlaut-library-'));
  const path = join(dataDir, 'wortlaut.db');
  const db = openDb(path);
  try {
    const { app, bearer, clock } = await testApp({ db, dataDir });
    const user = await buildUser(db);
    const owner = ownerOf(user);
    const built = await buildLibrary(db, owner, count, clock.now(), path);
    const headers = bearer(user);
    const get = async (query: string): Promise<string> => {
      const answer = await app.request(`/api/v1/sessions/?${query}`, { headers });
      if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}`);
      return answer.text();
    };
    const queries = await measureQueries(get, count);
    const peers = await measurePeers(db, owner);
    const edited = await measureWhileEdited({ app, db, clock, owner, headers, get });
    const promised = queries.figures.filter(({ isGoal }) => isGoal);
    const worst = Math.max(...promised.map(({ p99Ms }) => p99Ms));
    // CPU time does not depend on other programs on this machine.
    const worstOfProcessor = Math.max(...promised.map(({ processorP99Ms }) => processorP99Ms));
    return {
      name: 'library',
      rows: [Object.fromEntries(Object.entries(built).map(([key, value]) => [key, round(value)]))],
      more: [queries.rows, peers.rows, edited.rows],
      figures: { built, queries: queries.figures, peers: peers.figures, edited: edited.figures },
      goals: [
        goal('worst 99th percentile of list, filter and full text', worst, 'ms', '<=', limitMs),
        goal('the same in processor time', worstOfProcessor, 'ms', '<=', limitMs),
        goal('longest time without a turn for others while searching', queries.blockMs, 'ms', '<=', limitMs),
      ],
    };
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
