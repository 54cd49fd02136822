import type { JobDefinition } from './queue.ts';
import { leftOf, type Run } from './run.ts';
import { forecastStarts } from './forecast.rules.ts';
import type { Forecast } from './claim-order.rules.ts';
import type { ClaimStore, UnfinishedRow } from './claim.store.ts';

/** The job names of one lane, their highest priority, and how many jobs run at once. */
export type LanePlan = { names: readonly string[]; topPriority: number; slots: number };

export type ForecastOptions = {
  claims: Pick<ClaimStore, 'allUnfinished' | 'lastStarts'>;
  definitions: ReadonlyMap<string, JobDefinition>;
  plans: readonly LanePlan[];
  running: ReadonlyMap<string, Run>;
};

const personOf = (row: { host: string; user_id: string }) => `${row.host} ${row.user_id}`;

// Forecasts of shorter queues are cheap and not cached.
const longQueue = 200;
const keptForMs = 1_000;

/**
 * Forecasts when each queued job starts. Concurrent requests share one read of the table. The forecast of a long queue
 * is cached for a second, because the library asks for each waiting session.
 */
export function createForecaster({ claims, definitions, plans, running }: ForecastOptions) {
  let looking: Promise<Map<string, Forecast>> | null = null;
  let kept: { atMs: number; forecast: Map<string, Forecast> } | null = null;

  const leftS = (row: UnfinishedRow, nowMs: number): number | null => {
    const run = running.get(row.id);
    if (run) return leftOf(run, nowMs);
    // Another process runs the job.
    return row.expected_at === null || row.expected_at < nowMs ? null : (row.expected_at - nowMs) / 1000;
  };

  const lookAt = async (
    { names, topPriority, slots }: LanePlan,
    unfinished: readonly UnfinishedRow[],
    nowMs: number,
  ): Promise<Map<string, Forecast>> => {
    const rows = unfinished.filter(({ name }) => names.includes(name));
    if (rows.length === 0) return new Map();
    const lastStarts = await claims.lastStarts(names);
    const rtfOf = await rtfsOf(rows, definitions);
    const takesS = (row: UnfinishedRow): number | null => {
      const rtf = rtfOf(row);
      const total = row.progress_total || row.media_s;
      return rtf === null || total === 0 ? null : Math.max(0, total - row.progress_done) * rtf;
    };
    return forecastStarts({
      nowMs,
      slots,
      topPriority,
      running: rows
        .filter(({ state }) => state === 'running')
        .map((row) => ({ person: personOf(row), leftS: leftS(row, nowMs) })),
      queued: rows
        .filter(({ state }) => state !== 'running')
        .map((row) => ({
          id: row.id,
          person: personOf(row),
          priority: row.priority,
          createdAtMs: row.created_at,
          mediaS: row.media_s,
          // A waiting job starts as soon as what it waits for is there.
          runAtMs: row.state === 'waiting' ? nowMs : row.run_at,
          takesS: takesS(row),
        })),
      lastStarts: new Map(lastStarts.map((row) => [personOf(row), row.last ?? 0])),
    });
  };

  const look = async (nowMs: number): Promise<Map<string, Forecast>> => {
    const rows = await claims.allUnfinished();
    const forecasts = await Promise.all(plans.map((plan) => lookAt(plan, rows, nowMs)));
    return new Map(forecasts.flatMap((forecast) => [...forecast]));
  };

  /** @param jobId a cached forecast is used only if it contains this job */
  return async (nowMs: number, jobId?: string): Promise<Map<string, Forecast>> => {
    const isFresh = kept && Math.abs(nowMs - kept.atMs) < keptForMs;
    if (kept && isFresh && (jobId === undefined || kept.forecast.has(jobId))) return kept.forecast;
    looking ??= look(nowMs).finally(() => {
      looking = null;
    });
    const forecast = await looking;
    kept = forecast.size > longQueue ? { atMs: nowMs, forecast } : null;
    return forecast;
  };
}

type Kind = Pick<UnfinishedRow, 'name' | 'topic'>;
const kindOf = ({ name, topic }: Kind) => `${name} ${topic ?? ''}`;

/** Real-time factors, read once for each name and topic. */
async function rtfsOf(rows: readonly Kind[], definitions: ReadonlyMap<string, JobDefinition>) {
  const kinds = new Map(rows.map((row) => [kindOf(row), row]));
  const rtfs = new Map<string, number | null>();
  for (const [kind, { name, topic }] of kinds)
    rtfs.set(kind, (await definitions.get(name)?.rtf?.(topic)) ?? null);
  return (row: Kind): number | null => rtfs.get(kindOf(row)) ?? null;
}
