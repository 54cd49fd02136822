import { expect, onTestFinished } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import { sessionDetailSchema, type SessionDetail, type SessionResult } from '#api/contract/session.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { Corrector } from '#api/correction/corrector.ts';
import type { MadeText, TextEngine, TextTask } from '#api/engines/text/text-engine.ts';
import type { JobDefinition } from '#api/jobs/queue.ts';
import { createSpeedStore } from '#api/jobs/speed.store.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog, type Log } from '#api/lib/log.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { createResultFeed } from '#api/result/result-feed.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { testApp } from '#api/testing/test-app.ts';
import { testChoice } from '#api/testing/test-choice.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { quote, testTextEngine } from '#api/testing/engine/text-engines.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createAsks } from '#api/processing/ask.ts';
import { createFollowUps } from '#api/processing/follow-ups.ts';
import { createProcessJob } from '#api/processing/process.job.ts';

export { eventually };

export const turn = (id: string, start: number, text: string): Segment => ({
  id,
  speaker: 'A',
  start,
  end: start + 4,
  text,
  words: [],
  doubt: null,
});
export const twoTurns = [
  turn('s1', 0, 'Wir beschliessen heute das Budget für das nächste Jahr.'),
  turn('s2', 5, 'Petra schickt die Unterlagen bis am Freitag.'),
];

type Make = (task: TextTask) => Promise<MadeText>;
type Parts = {
  /** Makes the text that a language model writes. Without it, no language model is configured. */
  llm?: Make;
  extract?: Make;
  corrector?: Partial<Corrector>;
  segments?: readonly Segment[];
  transcribe?: JobDefinition['run'];
  log?: Log;
};

/** Creates a person with a transcript, and the whole app with its queue. The engines write the given texts. */
export async function setUp(parts: Parts = {}) {
  const db = testDb();
  const clock = testClock();
  const user = await buildUser(db);
  const owner = ownerOf(user);
  const session = await buildSession(db, owner, { status: 'completed', duration: 60 });
  const transcripts = createTranscriptStore(db, clock);
  const write = async (segments: readonly Segment[]) => {
    const version = await transcripts.begin(session.id, 'fixture', 'de');
    await transcripts.putSegments(session.id, version, 0, segments);
    return version;
  };
  await transcripts.finish(session.id, await write(parts.segments ?? twoTurns));
  await db
    .insertInto('audio')
    .values({
      session_id: session.id,
      storage_key: 'audio/x',
      file_name: 'x.mp3',
      file_type: 'audio/mpeg',
      bytes: 9,
      sha256: 'x',
      created_at: clock.now(),
    })
    .execute();

  const tasks: TextTask[] = [];
  const noting =
    (make: Make): TextEngine['make'] =>
    (task) => {
      tasks.push(task);
      return make(task);
    };
  const engines = {
    extract: testTextEngine({ make: noting(parts.extract ?? (async (task) => quote(task))) }),
    llm: parts.llm ? testTextEngine({ kind: 'llm', model: 'fixture', make: noting(parts.llm) }) : null,
  };
  const corrector: Corrector = {
    make: async () => ({ count: 0, hasAskedModel: false }),
    hasOwnCorrections: async () => false,
    close: async () => {},
    ...parts.corrector,
  };
  const options = createOptionStore(db, clock);
  const speeds = createSpeedStore(db, clock);
  const feed = createResultFeed();
  const { choice, tenantOf } = testChoice(db, clock, { hasModel: engines.llm !== null });
  const asks = createAsks({ db, choice, tenantOf, engines, hasCorrector: true });
  const followUps = createFollowUps({ clock, asks, corrector });
  const makeResults = createProcessJob({
    db,
    clock,
    options,
    engines,
    corrector,
    speeds,
    feed,
    storeEveryMs: 5,
    sessions: createSessionStore(db, clock),
    transcriptOf: transcripts.latest,
  });
  const transcribe: JobDefinition = {
    name: transcribeJobName,
    maxAttempts: 1,
    retryDelaysMs: [],
    run: parts.transcribe ?? (async () => {}),
  };
  const openQueue = (slots = 2) =>
    createQueue({
      db,
      clock,
      log: parts.log ?? silentLog(),
      handlers: [transcribe, makeResults],
      slots,
      tickMs: 5,
    });
  const queue = openQueue();
  onTestFinished(() => queue.close());
  const { app, bearer } = await testApp({
    db,
    queue,
    options,
    asks,
    followUps,
    feed,
    hasModel: engines.llm !== null,
    progressOf: queue.progressOf,
    clear: async (id) => {
      feed.endSession(id);
      await queue.cancel(id);
    },
  });
  const headers = { ...bearer(user), 'content-type': 'application/json' };
  const path = `/api/v1/sessions/${session.id}`;

  const post = async (what: 'process' | 'cancel', json: object = {}) => {
    const response = await app.request(`${path}/${what}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(json),
    });
    const body: unknown = await response.json();
    if (response.ok) return { status: response.status, detail: sessionDetailSchema.parse(body) };
    return { status: response.status, code: (body as ErrorBody).code };
  };
  const ask = (...labels: string[]) => post('process', { options: labels });
  const detail = async (): Promise<SessionDetail> =>
    sessionDetailSchema.parse(await (await app.request(path, { headers })).json());
  const stateOf = (result: SessionResult | undefined) =>
    result === undefined ? 'none' : result === false ? 'pending' : result.state;
  const states = async () =>
    Object.fromEntries(
      Object.entries((await detail()).data).map(([label, result]) => [label, stateOf(result)]),
    );
  const until = (expected: Record<string, string>) =>
    eventually(async () => expect(await states()).toEqual(expected));
  const result = async (label: string): Promise<Exclude<SessionResult, false>> => {
    const found = (await detail()).data[label];
    if (!found) throw new Error(`${label} is ${String(found)}`);
    return found;
  };
  const jobs = () =>
    db.selectFrom('job').selectAll().where('name', '=', 'process').orderBy('created_at').execute();
  return {
    app,
    bearer,
    db,
    clock,
    user,
    owner,
    session,
    transcripts,
    write,
    tasks,
    engines,
    options,
    speeds,
    feed,
    asks,
    followUps,
    queue,
    openQueue,
    path,
    headers,
    post,
    ask,
    detail,
    states,
    until,
    result,
    jobs,
  };
}

export type Tested = Awaited<ReturnType<typeof setUp>>;

/** Returns a `make` that waits until the test ends it or the task is aborted. `begun` resolves when it is called. */
export function held(answer: Make = async (task) => quote(task)) {
  const begun = Promise.withResolvers<TextTask>();
  const ending = Promise.withResolvers<void>();
  const make: Make = async (task) => {
    begun.resolve(task);
    const aborted = new Promise<never>((_, reject) => {
      task.signal.addEventListener('abort', () => reject(task.signal.reason as Error), { once: true });
    });
    await Promise.race([ending.promise, aborted]);
    return answer(task);
  };
  return { make, begun: begun.promise, end: () => ending.resolve(), fail: ending.reject };
}
