import { ContextOverflow, ModelError } from '#api/engines/language/language-model.ts';
import type { TextEngine } from '#api/engines/text/text-engine.ts';
import { correctionsLabel } from '#api/contract/option.ts';
import { resultErrorCodes, type ResultErrorCode } from '#api/contract/errors.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Corrector } from '#api/correction/corrector.ts';
import type { Db } from '#api/db/open.ts';
import { JobFailure, JobWait, type JobDefinition, type JobFacts, type RunningJob } from '#api/jobs/queue.ts';
import type { SpeedStore } from '#api/jobs/speed.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import type { ResultFeed } from '#api/result/result-feed.ts';
import { askedOf, resultWork, type ResultKey, type ResultRow } from '#api/result/result-work.store.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import { byRules, correctionMaker, engineFor, makerOf, speedKey, type TextEngines } from './engines.ts';
import { isCustomRun, needsModel } from './ask.rules.ts';
import { createPaced } from './paced.ts';
import { processJobName, processPayloadSchema } from './process-queue.ts';
import { isUnderWay, processingStore as store } from './processing.store.ts';
import { hasNothing, toTask, type Material } from './task.rules.ts';

export type ProcessDeps = {
  db: Db;
  clock: Clock;
  sessions: Pick<SessionStore, 'find'>;
  transcriptOf(sessionId: string): Promise<Transcript | null>;
  options: Pick<OptionStore, 'find'>;
  engines: TextEngines;
  corrector: Pick<Corrector, 'make'> | null;
  speeds: SpeedStore;
  feed: Pick<ResultFeed, 'publish' | 'end'>;
  /** Interval at which the text so far and the progress are stored, ms. */
  keepEveryMs?: number;
};

const failure = (message: string) => new JobFailure('processing.failed', { cause: new Error(message) });
const isResultError = (code: string | null): code is ResultErrorCode =>
  code !== null && (resultErrorCodes as readonly string[]).includes(code);

/** Makes one result of a session and publishes its text while it is written. After a restart it begins again. */
export function createProcessJob(deps: ProcessDeps): JobDefinition {
  const { db, clock, sessions, transcriptOf, options, engines, corrector, speeds, feed } = deps;
  const { keepEveryMs = 2_000 } = deps;

  const keyFor = (job: JobFacts): ResultKey => ({
    sessionId: job.sessionId ?? '',
    ...processPayloadSchema.parse(job.payload),
  });
  /** Changes the result and the status of its session in one transaction. */
  const settled = (key: ResultKey, step: (trx: Db) => Promise<unknown>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await step(trx);
      await store.settleStatus(trx, key.sessionId);
    });

  /** Reads the sources once. The session is read first: a later change makes the result stale, never falsely fresh. */
  const read = async (session: SessionRow, row: ResultRow): Promise<Material> => {
    const transcript = await transcriptOf(session.id);
    const option = isCustomRun(row.label) ? null : await options.find(session.host, row.label);
    const of = /^result:(.+)$/.exec(row.source_tab)?.[1];
    const about = of === undefined ? undefined : await resultWork.newestDone(db, session.id, of);
    if (of !== undefined && !about) throw failure(`there is no result ${of} any more`);
    return {
      session,
      transcript,
      option,
      about,
      asked: askedOf(row),
      sourceTab: row.source_tab,
      label: row.label,
    };
  };
  const madeFromOf = ({ session, transcript, option }: Material) => ({
    transcript: transcript?.version ?? 0,
    edits: session.edits_rev,
    notes: session.notes_rev,
    option: option?.rev ?? 0,
  });

  /** Paced writers of the text so far and of the progress; the job stops both. */
  const writing = (job: RunningJob, key: ResultKey, totalS: number) => {
    const rows = createPaced(keepEveryMs, (made: Parameters<typeof resultWork.write>[2]) =>
      resultWork.write(db, key, made),
    );
    const shares = createPaced(keepEveryMs, (share: number) =>
      job.save(null, { done: share * totalS, total: totalS }),
    );
    return { rows, shares, stop: () => Promise.all([rows.stop(), shares.stop()]) };
  };

  const makeText = async (job: RunningJob, key: ResultKey, material: Material): Promise<void> => {
    const form = material.option?.form ?? (material.asked.prompt === undefined ? null : 'prompt');
    const engine = form && engineFor(engines, form);
    if (!form) throw failure(`there is no option ${key.label} any more`);
    if (!engine) throw new JobFailure('processing.model_missing');
    const maker = makerOf(engine);
    if (!(await resultWork.begin(db, key, { madeFrom: madeFromOf(material), ...maker }))) return;
    feed.publish(key, '');
    if (hasNothing(material)) {
      const nothing = { text: '', sources: [], notice: 'nothing_to_process' as const };
      return settled(key, (trx) => resultWork.finish(trx, key, nothing));
    }
    const startedAtMs = clock.now();
    const made = await make(job, key, material, engine);
    // The engine may not have noticed: the row may belong to the next job by now.
    job.signal.throwIfAborted();
    feed.publish(key, made.text);
    await settled(key, (trx) => resultWork.finish(trx, key, { ...made, notice: null }));
    const tookS = (clock.now() - startedAtMs) / 1000;
    await speeds.learn(speedKey(maker, key.label), material.session.duration, tookS);
  };

  const make = async (job: RunningJob, key: ResultKey, material: Material, engine: TextEngine) => {
    const { rows, shares, stop } = writing(job, key, Math.max(1, material.session.duration));
    try {
      return await engine.make({
        ...toTask(material),
        signal: job.signal,
        onText(soFar) {
          if (job.signal.aborted) return;
          feed.publish(key, soFar.text);
          rows.put(soFar);
        },
        onShare: shares.put,
      });
    } finally {
      await stop();
    }
  };

  const makeCorrections = async (job: RunningJob, key: ResultKey, material: Material): Promise<void> => {
    const { session, asked } = material;
    const kinds = asked.kinds ?? [];
    const maker = correctionMaker(engines, kinds);
    if (!maker) throw new JobFailure('processing.model_missing');
    if (!corrector) throw failure('nothing corrects here');
    if (!(await resultWork.begin(db, key, { madeFrom: madeFromOf(material), ...maker }))) return;
    const done = (by: typeof maker, notice: 'nothing_to_process' | null) =>
      settled(key, (trx) => resultWork.finish(trx, key, { text: '', sources: [], notice, by }));
    if ((material.transcript?.segments.length ?? 0) === 0) return done(byRules, 'nothing_to_process');
    const startedAtMs = clock.now();
    const { shares, stop } = writing(job, key, Math.max(1, session.duration));
    const run = { session, version: key.version, kinds, hints: asked.hints ?? '' };
    const { hasAskedModel } = await corrector
      .make({ ...run, signal: job.signal, onShare: shares.put })
      .finally(stop);
    job.signal.throwIfAborted();
    await done(hasAskedModel ? maker : byRules, null);
    if (needsModel(kinds) && !hasAskedModel) return;
    const tookS = (clock.now() - startedAtMs) / 1000;
    await speeds.learn(speedKey(maker, key.label), session.duration, tookS);
  };

  return {
    name: processJobName,
    lane: 'results',
    // The engines retry by themselves; this is for faults of the server.
    maxAttempts: 2,
    retryDelaysMs: [2_000],
    async rtf(topic) {
      const { llm, extract } = engines;
      const known = await speeds.rtfOf(speedKey(makerOf(llm ?? extract), topic ?? ''));
      // Before the first result, extraction counts as quick; for a language model there is no estimate.
      return known ?? (llm ? null : extractRtf);
    },
    async run(job) {
      const key = keyFor(job);
      const session = await sessions.find(job.owner, key.sessionId);
      const row = await store.resultOf(db, key);
      // Deleted, cancelled or made meanwhile.
      if (!session || !row || row.state === 'done' || row.state === 'failed') return;
      // Made from the coming version, not from the one that it replaces.
      if (isUnderWay(session)) throw new JobWait('transcript');
      try {
        const material = await read(session, row);
        await (key.label === correctionsLabel ? makeCorrections : makeText)(job, key, material);
        feed.end(key);
      } catch (error) {
        if (job.signal.aborted) feed.end(key);
        job.signal.throwIfAborted();
        if (error instanceof ModelError) throw new JobFailure(error.code, { cause: error });
        if (error instanceof ContextOverflow)
          throw new JobFailure('processing.context_too_small', { cause: error });
        throw error;
      }
    },
    async onFailed(job, code) {
      const key = keyFor(job);
      const error = isResultError(code) ? code : 'processing.failed';
      await settled(key, (trx) => resultWork.fail(trx, key, error));
      feed.end(key);
    },
  };
}

/** Processing time per second of audio: 25,000 words of 2:30 h in less than 2 s (`bench -- extract`). */
const extractRtf = 0.0003;
