import type { Corrector } from '#api/correction/corrector.ts';
import type { Db } from '#api/db/open.ts';
import { JobFailure, type RunningJob } from '#api/jobs/queue.ts';
import type { SpeedStore } from '#api/jobs/speed.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import { resultWork, type ResultKey } from '#api/result/result-work.store.ts';
import { needsModel } from './ask.rules.ts';
import { byRules, correctionMaker, speedKey, type TextEngines } from './engines.ts';
import { madeFromOf } from './read-material.ts';
import { changeWithStatus, createShareWriter, failedBecause } from './result-job.ts';
import type { Material } from './task.rules.ts';

export type CorrectionDeps = {
  db: Db;
  clock: Clock;
  engines: TextEngines;
  /** Null if this server proposes no corrections. */
  corrector: Pick<Corrector, 'make'> | null;
  speeds: Pick<SpeedStore, 'learn'>;
};

/** Proposes corrections of the transcript. The proposals are stored by the corrector, and the text of the result is empty. */
export async function makeCorrections(
  { db, clock, engines, corrector, speeds, storeEveryMs }: CorrectionDeps & { storeEveryMs: number },
  job: RunningJob,
  key: ResultKey,
  material: Material,
): Promise<void> {
  const { session, transcript, asked } = material;
  const kinds = asked.kinds ?? [];
  const maker = correctionMaker(engines, kinds);
  if (!maker) throw new JobFailure('processing.model_missing');
  if (!corrector) throw failedBecause('nothing corrects here');
  if (!(await resultWork.begin(db, key, { madeFrom: madeFromOf(material), ...maker }))) return;
  const finish = (by: typeof maker, notice: 'nothing_to_process' | null) =>
    changeWithStatus({ db, clock }, job, (trx) =>
      resultWork.finish(trx, key, { text: '', sources: [], notice, by }),
    );
  if ((transcript?.segments.length ?? 0) === 0) return finish(byRules, 'nothing_to_process');
  const startedAtMs = clock.now();
  const shares = createShareWriter(job, session.duration, storeEveryMs);
  const run = { session, transcript, version: key.version, kinds, hints: asked.hints ?? '' };
  const { hasAskedModel } = await corrector
    .make({ ...run, signal: job.signal, onShare: shares.put })
    .finally(shares.stop);
  job.signal.throwIfAborted();
  await finish(hasAskedModel ? maker : byRules, null);
  if (needsModel(kinds) && !hasAskedModel) return;
  const tookS = (clock.now() - startedAtMs) / 1000;
  await speeds.learn(speedKey(maker, key.label), session.duration, tookS);
}
