import type { createApp } from '#api/app.ts';
import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import { silentLog } from '#api/lib/log.ts';
import { createIndexer, createIndexKeeper } from '#api/search/indexer.ts';
import type { Owner } from '#api/db/owner.ts';
import { buildSession } from '#api/testing/builders.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { round } from '../report.ts';
import { longTalk } from './build-library.ts';
import { toFigure } from './queries.ts';
import { wordOf } from './words.ts';

type Served = {
  app: ReturnType<typeof createApp>;
  db: Db;
  clock: Clock;
  owner: Owner;
  headers: Record<string, string>;
  get(query: string): Promise<string>;
};

const seconds = 15;
const everyMs = 100;
const words = 25_000;

/**
 * Sends ten lists and searches a second while a transcript of 2:30 h is corrected and saved once a second. Measures the
 * response times, which include the wait for the correction.
 */
export async function measureWhileEdited({ app, db, clock, owner, headers, get }: Served) {
  const { id } = await buildSession(db, owner, { title: 'Lange Sitzung', status: 'completed' });
  const transcripts = createTranscriptStore(db, clock);
  const version = await transcripts.begin(id, 'bench', 'de');
  const segments = longTalk(words);
  await transcripts.putSegments(id, version, 0, segments);
  await transcripts.finish(id, version);
  const keeper = createIndexKeeper({ indexer: createIndexer(db), log: silentLog() });
  const saves: number[] = [];
  let saved = 0;
  const save = async (base: number): Promise<void> => {
    const { id: segment, text } = segments[(base * 37) % segments.length]!;
    const ops = [{ op: 'text', segment, text: `${text} Nachtrag${base}` }];
    const startedAt = performance.now();
    const answer = await app.request(`/api/v1/sessions/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ edits: { base, version, ops } }),
    });
    if (answer.status !== 200) throw new Error(`a correction answered ${answer.status}`);
    saves.push(performance.now() - startedAt);
  };

  // Requests start at their scheduled times without waiting for answers. Delays count from the scheduled time.
  const run = async (query: () => string, isEdited: boolean): Promise<number[]> => {
    const times: number[] = [];
    const answers: Promise<void>[] = [];
    const beginAt = performance.now();
    let saving: Promise<void> = Promise.resolve();
    for (let tick = 0; tick < (seconds * 1000) / everyMs; tick++) {
      const dueAt = beginAt + tick * everyMs;
      await new Promise((resolve) => void setTimeout(resolve, Math.max(0, dueAt - performance.now())));
      if (isEdited && tick % (1000 / everyMs) === 0) {
        const base = saved++;
        saving = saving.then(() => save(base));
      }
      answers.push(get(query()).then(() => void times.push(performance.now() - dueAt)));
    }
    await Promise.all([...answers, saving]);
    return times;
  };
  let n = 0;
  const word = () => `text=${wordOf(n++ % 200)}`;
  const figures = [
    toFigure('list, nothing is saved', await run(() => '', false), false),
    toFigure('list, a correction each second', await run(() => '', true), false),
    toFigure('said, a correction each second', await run(word, true), false),
    toFigure('the correction itself', saves, false),
  ];
  await keeper.close();
  const rows = figures.map(({ name, medianMs, p95Ms, p99Ms }) => ({
    'while 25,000 words are edited': name,
    'median ms': round(medianMs),
    'p95 ms': round(p95Ms),
    'p99 ms': round(p99Ms),
  }));
  return { figures, rows };
}
