import type { Db } from '#api/db/open.ts';
import type { MadeText, TextEngine } from '#api/engines/text/text-engine.ts';
import { JobFailure, type RunningJob } from '#api/jobs/queue.ts';
import type { SpeedStore } from '#api/jobs/speed.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { ResultFeed } from '#api/result/result-feed.ts';
import { resultWork, type ResultKey } from '#api/result/result-work.store.ts';
import { engineFor, makerOf, speedKey, type TextEngines } from './engines.ts';
import { createPacedWriter } from './paced-writer.ts';
import { madeFromOf } from './read-material.ts';
import { changeWithStatus, createShareWriter, failedBecause } from './result-job.ts';
import { hasNothing, toTask, type Material } from './task.rules.ts';

export type TextDeps = {
  db: Db;
  clock: Clock;
  engines: TextEngines;
  speeds: Pick<SpeedStore, 'learn'>;
  feed: Pick<ResultFeed, 'publish'>;
};

/** Has an engine write the text of a result, and publishes and stores the text while it grows. */
export async function makeText(
  deps: TextDeps & { storeEveryMs: number },
  job: RunningJob,
  key: ResultKey,
  material: Material,
): Promise<void> {
  const { db, clock, engines, speeds, feed } = deps;
  const form = material.option?.form ?? (material.asked.prompt === undefined ? null : 'prompt');
  const engine = form && engineFor(engines, form);
  if (!form) throw failedBecause(`there is no option ${key.label} any more`);
  if (!engine) throw new JobFailure('processing.model_missing');
  const maker = makerOf(engine);
  if (!(await resultWork.begin(db, key, { madeFrom: madeFromOf(material), ...maker }))) return;
  feed.publish(key, '');
  if (hasNothing(material)) {
    const nothing = { text: '', sources: [], notice: 'nothing_to_process' as const };
    return changeWithStatus(deps, job, (trx) => resultWork.finish(trx, key, nothing));
  }
  const startedAtMs = clock.now();
  const made = await writeText(deps, job, key, material, engine);
  // The engine may not have noticed the abort, and the row may belong to the next job by now.
  job.signal.throwIfAborted();
  feed.publish(key, made.text);
  await changeWithStatus(deps, job, (trx) => resultWork.finish(trx, key, { ...made, notice: null }));
  const tookS = (clock.now() - startedAtMs) / 1000;
  await speeds.learn(speedKey(maker, key.label), material.session.duration, tookS);
}

async function writeText(
  { db, feed, storeEveryMs }: Pick<TextDeps, 'db' | 'feed'> & { storeEveryMs: number },
  job: RunningJob,
  key: ResultKey,
  material: Material,
  engine: TextEngine,
): Promise<MadeText> {
  const { signal } = job;
  const texts = createPacedWriter(storeEveryMs, (made: MadeText) => resultWork.write(db, key, made));
  const shares = createShareWriter(job, material.session.duration, storeEveryMs);
  try {
    return await engine.make({
      ...toTask(material),
      signal,
      onText(soFar) {
        if (signal.aborted) return;
        feed.publish(key, soFar.text);
        texts.put(soFar);
      },
      onShare: shares.put,
    });
  } finally {
    await Promise.all([texts.stop(), shares.stop()]);
  }
}
