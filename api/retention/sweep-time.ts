import { createMutex } from '#api/shared/mutex.ts';
import type { HealthPart } from '#api/contract/health.ts';
import type { Db } from '#api/db/open.ts';
import { isoTime, ranMsOf, type Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { earliestMs, stepClock, type SweepClock } from './sweep-time.rules.ts';
import { readClock, redate, writeClock } from './sweep-clock.store.ts';

/**
 * `nowMs` is the time that deletions are based on, ms since the epoch. `isDoubted` is true if the clock shows another
 * time, which is not believed.
 */
export type SweepTime = { nowMs: number; isDoubted: boolean };

/** Limits a time to what a `Date` can hold. */
const inRange = (ms: number): number => Math.min(8.64e15, Math.max(-8.64e15, ms));

/**
 * Creates the clock that all automatic deletion is based on. The believed time is stored for the next start of the
 * server.
 */
export function createSweepClock({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
  let known: SweepClock | null = null;
  let readAtMs = 0;
  const inTurn = createMutex();
  const ranMs = ranMsOf(clock);

  const logChange = (before: SweepClock, { believedMs, doubt }: SweepClock, clockMs: number): void => {
    const logged = { clock: isoTime(inRange(clockMs)), believed: isoTime(inRange(believedMs)) };
    const isNew = known === null || !before.doubt || (doubt !== null && doubt.ranMs < before.doubt.ranMs);
    if (doubt && isNew)
      log.warn(logged, 'retention: the clock has jumped; nothing is deleted by it until it has run on');
    if (before.doubt && !doubt) log.info(logged, 'retention: the clock is believed again');
  };

  const read = async (): Promise<SweepTime> => {
    const [clockMs, atMs] = [clock.now(), ranMs()];
    const before = known ?? (await readClock(db)) ?? { believedMs: clockMs, doubt: null };
    const { clock: next, nowMs } = stepClock(before, {
      clockMs,
      ranMs: known ? Math.max(0, atMs - readAtMs) : 0,
    });
    const isSureAgain = !known || before.doubt !== null || before.believedMs < earliestMs;
    if (isSureAgain && !next.doubt && clockMs >= earliestMs) {
      const count = await redate(db, clockMs);
      if (count > 0)
        log.warn({ rows: count }, 'retention: what came while the clock had no date counts from now');
    }
    await writeClock(db, next);
    logChange(before, next, clockMs);
    [known, readAtMs] = [next, atMs];
    return { nowMs, isDoubted: next.doubt !== null };
  };

  return {
    /** Reads the clock. Concurrent calls run one after the other. */
    sweepTime: (): Promise<SweepTime> => inTurn(read),

    /** Returns the state at the last reading, for `GET /health`. */
    state: (): HealthPart => (known?.doubt ? { status: 'failed', code: 'clock.doubted' } : { status: 'ok' }),
  };
}
