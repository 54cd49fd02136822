import { limits } from '#api/contract/limits.ts';
import { correctionsLabel, customLabel } from '#api/contract/option.ts';
import type { Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import {
  askedOf,
  keyOf,
  resultWork,
  type ResultRow,
  type WantedResult,
} from '#api/result/result-work.store.ts';
import { changeStatus } from '#api/session/change-status.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import { nextCustom } from './ask.rules.ts';
import { toProcessJob } from './process-queue.ts';
import { isUnderWay, processingStore as store } from './processing.store.ts';

type RequestDeps = { queue: Pick<Queue, 'add'>; clock: Clock };

/**
 * Adds a pending row for each result, and a job if there is a transcript. Otherwise the jobs follow when it is complete.
 * @throws AppError `processing.no_transcript`, `processing.too_many`
 */
export async function requestResults(
  { queue, clock }: RequestDeps,
  trx: Db,
  session: SessionRow,
  { all, actor }: { all: readonly WantedResult[]; actor: Actor },
): Promise<void> {
  const { id } = session;
  const by = { actor, nowMs: clock.now() };
  if (all.length === 0) return;
  const waits = isUnderWay(session);
  if (!waits && !(await store.completeVersion(trx, id))) throw new AppError('processing.no_transcript');
  for (const wanted of all) {
    const active = await resultWork.active(trx, id);
    const same = sameAs(wanted, active);
    if (same) {
      await addKinds(trx, same, wanted);
      continue;
    }
    if (active.length >= limits.maxActiveResults) throw new AppError('processing.too_many');
    const isNew = wanted.label === customLabel;
    const label = isNew ? nextCustom(await resultWork.labels(trx, id)) : wanted.label;
    const version = await resultWork.request(trx, id, { ...wanted, label }, by);
    if (!waits) await queue.add(toProcessJob(session, { label, version }, actor), trx);
  }
  if (session.status !== 'completed') return;
  await changeStatus(trx, id, { status: 'processing', processing_start: by.nowMs }, by);
}

/** Returns the active row of the same request, which is not queued twice; undefined if there is none. */
const sameAs = (wanted: WantedResult, active: readonly ResultRow[]): ResultRow | undefined =>
  active.find((row) =>
    wanted.label === customLabel
      ? askedOf(row).prompt === wanted.asked.prompt && row.source_tab === wanted.sourceTab
      : row.label === wanted.label,
  );

/** Adds the kinds of corrections of a further request to a request that has not begun. */
async function addKinds(trx: Db, row: ResultRow, { asked }: WantedResult): Promise<void> {
  const { kinds = [], hints } = askedOf(row);
  const all = [...new Set([...kinds, ...(asked.kinds ?? [])])];
  const merged = { kinds: all, ...((asked.hints ?? hints) ? { hints: asked.hints ?? hints ?? '' } : {}) };
  if (row.label === correctionsLabel) await resultWork.ask(trx, keyOf(row), merged);
}
