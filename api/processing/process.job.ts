import { ContextOverflow, ModelError } from '#api/engines/language/language-model.ts';
import { correctionsLabel } from '#api/contract/option.ts';
import { resultErrorCodes, type ResultErrorCode } from '#api/contract/errors.ts';
import { JobFailure, JobWait, type JobDefinition, type JobFacts } from '#api/jobs/queue.ts';
import { readTags } from '#api/domain/host-setting.store.ts';
import type { SpeedStore } from '#api/jobs/speed.store.ts';
import { isFormOff } from '#api/option/option.rules.ts';
import type { ResultFeed } from '#api/result/result-feed.ts';
import { resultWork, type ResultKey } from '#api/result/result-work.store.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { makerOf, speedKey } from './engines.ts';
import { makeCorrections, type CorrectionDeps } from './make-corrections.ts';
import { makeText, type TextDeps } from './make-text.ts';
import { processJobName, processPayloadSchema } from './process-queue.ts';
import { isUnderWay, processingStore as store } from './processing.store.ts';
import { readMaterial, type MaterialDeps } from './read-material.ts';
import { changeWithStatus } from './result-job.ts';

type ProcessDeps = MaterialDeps &
  TextDeps &
  CorrectionDeps & {
    sessions: Pick<SessionStore, 'find'>;
    speeds: SpeedStore;
    feed: Pick<ResultFeed, 'publish' | 'end'>;
    /** Interval at which the text so far and the progress are stored, ms. */
    storeEveryMs?: number;
  };

const isResultError = (code: string | null): code is ResultErrorCode =>
  code !== null && (resultErrorCodes as readonly string[]).includes(code);

const keyFor = (job: JobFacts): ResultKey => ({
  sessionId: job.sessionId ?? '',
  ...processPayloadSchema.parse(job.payload),
});

/** Creates the job that makes one result of a session. After a restart of the server it begins again. */
export function createProcessJob({ storeEveryMs = 2_000, ...deps }: ProcessDeps): JobDefinition {
  const { db, sessions, engines, speeds, feed } = deps;

  return {
    name: processJobName,
    lane: 'results',
    // The engines retry by themselves. A second attempt follows a fault of the server.
    maxAttempts: 2,
    retryDelaysMs: [2_000],
    async realTimeFactor(topic) {
      const { llm, extract } = engines;
      const known = await speeds.realTimeFactorOf(speedKey(makerOf(llm ?? extract), topic ?? ''));
      // Before the first result there is an estimate for extraction, but none for a language model.
      return known ?? (llm ? null : extractRealTimeFactor);
    },
    async run(job) {
      const key = keyFor(job);
      const session = await sessions.find(job.owner, key.sessionId);
      const row = await store.resultOf(db, key);
      // The result was deleted, cancelled or made in the meantime.
      if (!session || !row || row.state === 'done' || row.state === 'failed') return;
      // The result is made from the coming version, not from the one that it replaces.
      if (isUnderWay(session)) throw new JobWait('transcript');
      try {
        const material = await readMaterial(deps, session, row);
        const { option } = material;
        // The host has switched the option off meanwhile, so the result is left out.
        if (option && isFormOff(option.form, await readTags(db, session.host)))
          await changeWithStatus(deps, job, (trx) => resultWork.remove(trx, key));
        else {
          const make = key.label === correctionsLabel ? makeCorrections : makeText;
          await make({ ...deps, storeEveryMs }, job, key, material);
        }
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
      await changeWithStatus(deps, job, (trx) => resultWork.fail(trx, key, error));
      feed.end(key);
    },
  };
}

/** Processing time per second of audio: 25,000 words of 2:30 h in less than 2 s (`bench -- extract`). */
const extractRealTimeFactor = 0.0003;
