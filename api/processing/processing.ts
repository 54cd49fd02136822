import { limits } from '#api/contract/limits.ts';
import { customLabel, correctionsLabel } from '#api/contract/option.ts';
import type { ProcessRequest } from '#api/contract/processing.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { ResultFeed } from '#api/result/result-feed.ts';
import {
  askedOf,
  keyOf,
  resultWork,
  type ResultRow,
  type WantedResult,
} from '#api/result/result-work.store.ts';
import type { SessionRow } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { languageOf } from '#api/transcript/transcript.store.ts';
import { nextCustom } from './ask.rules.ts';
import type { createAsks } from './ask.ts';
import type { FollowUps } from './follow-ups.ts';
import { toProcessJob } from './process-queue.ts';
import { isUnderWay, processingStore as store } from './processing.store.ts';
import { boostOf, isResumable } from './resume.rules.ts';

export type ProcessingDeps = {
  db: Db;
  clock: Clock;
  queue: Queue;
  /** Name of the current transcription engine, as stored in transcripts. */
  engineName: string;
  asks: ReturnType<typeof createAsks>;
  followUps: Pick<FollowUps, 'afterAudio' | 'withoutNewVersion'>;
  feed: Pick<ResultFeed, 'end'>;
};

const finalStatuses = new Set(['completed', 'error']);

/** Starts and cancels the work that the owner of a session asks for (§7: process). */
export function createProcessing(deps: ProcessingDeps) {
  const { db, clock, queue, engineName, asks, followUps, feed } = deps;
  const findOwned = async (trx: Db, owner: Owner, id: string): Promise<SessionRow> => {
    const session = await store.find(trx, owner, id);
    if (!session) throw new AppError('session.not_found');
    return session;
  };

  /** Queues a new version, or continues the last attempt if possible. */
  const queueTranscription = async (trx: Db, session: SessionRow, request: ProcessRequest): Promise<void> => {
    const { id, host, user_id: userId } = session;
    if (await queue.isBusy(id, trx, transcribeJobName)) throw new AppError('processing.under_way');
    const audio = await store.audioOf(trx, id);
    if (!audio || audio.deleted_at !== null) throw new AppError('processing.no_audio');
    const { language = session.language, participants = session.participants } = request;
    const stopped = await queue.stopped(id, transcribeJobName, trx);
    const boost = request.boost_factor ?? boostOf(stopped);
    const version = await store.newestVersion(trx, id);
    const attempt = { version, stopped, participants: session.participants };
    const wanted = { engine: engineName, language: languageOf(language), participants, boost };
    await store.change(trx, id, { status: 'pending', reason: null, language, participants });
    if (stopped && isResumable(attempt, wanted)) return queue.again(stopped.id, trx);
    const job = { name: transcribeJobName, owner: { host, userId }, sessionId: id };
    await queue.add({ ...job, payload: { boost_factor: boost } }, trx);
  };

  /** The active row of the same request, which is not queued twice. */
  const sameAs = (wanted: WantedResult, active: readonly ResultRow[]): ResultRow | undefined =>
    active.find((row) =>
      wanted.label === customLabel
        ? askedOf(row).prompt === wanted.asked.prompt && row.source_tab === wanted.sourceTab
        : row.label === wanted.label,
    );

  /** Adds kinds of corrections to a request that has not begun. */
  const askMore = async (trx: Db, row: ResultRow, { asked }: WantedResult): Promise<void> => {
    const { kinds = [], hints } = askedOf(row);
    const all = [...new Set([...kinds, ...(asked.kinds ?? [])])];
    const more = { kinds: all, ...((asked.hints ?? hints) ? { hints: asked.hints ?? hints ?? '' } : {}) };
    if (row.label === correctionsLabel) await resultWork.ask(trx, keyOf(row), more);
  };

  /** Adds a pending row for each, and a job if there is a transcript; otherwise jobs follow once it is complete. */
  const requestAll = async (trx: Db, session: SessionRow, all: readonly WantedResult[]): Promise<void> => {
    const { id } = session;
    if (all.length === 0) return;
    const waits = isUnderWay(session);
    if (!waits && !(await store.wholeVersion(trx, id))) throw new AppError('processing.no_transcript');
    for (const wanted of all) {
      const active = await resultWork.active(trx, id);
      const same = sameAs(wanted, active);
      if (same) {
        await askMore(trx, same, wanted);
        continue;
      }
      if (active.length >= limits.maxActiveResults) throw new AppError('processing.too_many');
      const isNew = wanted.label === customLabel;
      const label = isNew ? nextCustom(await resultWork.labels(trx, id)) : wanted.label;
      const version = await resultWork.request(trx, id, { ...wanted, label }, clock.now());
      if (!waits) await queue.add(toProcessJob(session, { label, version }), trx);
    }
    if (session.status !== 'completed') return;
    await store.change(trx, id, { status: 'processing', processing_start: clock.now() });
  };

  /** Withdraws a result: the previous version is shown again; without one, the result fails and can be retried. */
  const withdraw = async (trx: Db, row: ResultRow): Promise<void> => {
    if (row.version > 1) await resultWork.remove(trx, keyOf(row));
    else await resultWork.fail(trx, keyOf(row), 'processing.cancelled');
  };

  /** Status after a cancelled transcription: the existing complete version, or a failure that can be retried. */
  const settleTranscription = async (trx: Db, session: SessionRow): Promise<void> => {
    const { id } = session;
    const whole = await store.wholeVersion(trx, id);
    if (!whole) {
      await followUps.withoutNewVersion(trx, session, false);
      return store.change(trx, id, { status: 'error', reason: 'transcription.cancelled' });
    }
    await store.removeVersionsAfter(trx, id, whole.version);
    const notice = whole.isEmpty ? { notice: 'no_speech' } : {};
    await store.change(trx, id, { status: 'completed', reason: null, ...notice });
  };

  const endAll = async (owner: Owner, id: string) => {
    const ended: ResultRow[] = [];
    let isAny = false;
    let wasUnderWay = false;
    await queue.stop(id, {
      async alongside(trx, stopped) {
        const session = await store.find(trx, owner, id);
        const active = await resultWork.active(trx, id);
        isAny = stopped > 0 || active.length > 0;
        if (!session || !isAny) return;
        // Without a complete transcript this removes the pending results; otherwise each is withdrawn below.
        wasUnderWay = isUnderWay(session);
        if (wasUnderWay) await settleTranscription(trx, session);
        for (const row of await resultWork.active(trx, id)) await withdraw(trx, row);
        await store.settleStatus(trx, id);
        ended.push(...active);
      },
    });
    for (const { label } of ended) feed.end({ sessionId: id, label });
    return { isAny, wasUnderWay };
  };

  const endSome = async (id: string, labels: readonly string[]) => {
    const ended: ResultRow[] = [];
    await queue.stop(id, {
      topics: labels,
      async alongside(trx) {
        ended.push(...(await resultWork.active(trx, id)).filter(({ label }) => labels.includes(label)));
        for (const row of ended) await withdraw(trx, row);
        await store.settleStatus(trx, id);
      },
    });
    for (const { label } of ended) feed.end({ sessionId: id, label });
    return { isAny: ended.length > 0, wasUnderWay: false };
  };

  return {
    /**
     * @throws AppError `session.not_found`, `processing.option_unknown`, `.model_missing`, `.prompt_required`,
     *   `.no_transcript`, `.under_way`, `.no_audio`, `.too_many`
     */
    async start(owner: Owner, id: string, request: ProcessRequest): Promise<SessionRow> {
      const before = await findOwned(db, owner, id);
      // The job ends a moment after its session gets a final status.
      if (finalStatuses.has(before.status)) await queue.idle(id);
      const wanted = await asks.wanted(before, request);
      const chooseAgain = request.regenerate_transcript ? await followUps.afterAudio(before) : null;
      const session = await db.transaction().execute(async (trx) => {
        const found = await findOwned(trx, owner, id);
        if (request.regenerate_transcript) {
          await queueTranscription(trx, found, request);
          // There never was a transcript: the choice for the first one still stands.
          if (!(await store.wholeVersion(trx, id))) await chooseAgain?.(trx);
        }
        await requestAll(trx, await findOwned(trx, owner, id), wanted);
        return findOwned(trx, owner, id);
      });
      if (request.regenerate_transcript || wanted.length > 0) queue.poke();
      return session;
    },

    /**
     * Cancels these results, or all work if none is named; returns when the work has ended.
     * @throws AppError `session.not_found`, `processing.nothing_to_cancel`
     */
    async cancel(owner: Owner, id: string, labels: readonly string[] = []): Promise<SessionRow> {
      await findOwned(db, owner, id);
      const { isAny, wasUnderWay } = labels.length > 0 ? await endSome(id, labels) : await endAll(owner, id);
      if (!isAny) throw new AppError('processing.nothing_to_cancel');
      // A handler that had just ended may have queued follow-ups or written to the session.
      if (labels.length === 0) await endAll(owner, id);
      return db.transaction().execute(async (trx) => {
        const session = await findOwned(trx, owner, id);
        if (wasUnderWay && !(await queue.isBusy(id, trx, transcribeJobName)))
          await settleTranscription(trx, session);
        return findOwned(trx, owner, id);
      });
    },
  };
}
