import type { JobDefinition } from './queue.ts';
import { leftOf, type Run } from './run.ts';
import { forecastStarts } from './forecast.rules.ts';
import type { Forecast } from './claim-order.rules.ts';
import type { ClaimStore, UnfinishedRow } from './claim.store.ts';

/** The job names of one lane, their highest priority, and how many of its jobs run at once. */
export type LanePlan = { names: readonly string[]; topPriority: number; slots: number };

export type ForecastOptions = {
  claims: Pick<ClaimStore, 'allUnfinished' | 'lastStarts'>;
  definitions: ReadonlyMap<string, JobDefinition>;
  plans: readonly LanePlan[];
  running: ReadonlyMap<string, Run>;
};

const personOf = (row: { host: string; user_id: string }) => `${row.host} ${row.user_id}`;

/** Forecasts of shorter queues are cheap and not cached. */
const minCachedJobs = 200;
const cachedForMs = 1_000;

/**
 * Returns a function that forecasts when each queued job starts. Concurrent calls share one read of the table. The forecast
 * of a long queue is cached for a second, because the library asks for each waiting session.
 */
export function createForecaster({ claims, definitions, plans, running }: ForecastOptions) {
  let reading: Promise<Map<string, Forecast>> | null = null;
  let cached: { atMs: number; forecast: Map<string, Forecast> } | null = null;

  /** Returns the remaining time of a running job, s; null if unknown. */
  const leftS = (row: UnfinishedRow, nowMs: number): number | null => {
    const run = running.get(row.id);
    if (run) return leftOf(run, nowMs);
    // Another process runs the job, and its expected end is all that is known.
    return row.expected_at === null || row.expected_at < nowMs ? null : (row.expected_at - nowMs) / 1000;
  };

  const forecastLane = async (
    { names, topPriority, slots }: LanePlan,
    unfinished: readonly UnfinishedRow[],
    nowMs: number,
  ): Promise<Map<string, Forecast>> => {
    const rows = unfinished.filter(({ name }) => names.includes(name));
    if (rows.length === 0) return new Map();
    const lastStarts = await claims.lastStarts(names);
    const factorOf = await readRealTimeFactors(rows, definitions);
    const takesS = (row: UnfinishedRow): number | null => {
      const factor = factorOf(row);
      const total = row.progress_total || row.media_s;
      return factor === null || total === 0 ? null : Math.max(0, total - row.progress_done) * factor;
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
          // A waiting job starts when the condition that it waits for is met, which may be at any moment.
          runAtMs: row.state === 'waiting' ? nowMs : row.run_at,
          takesS: takesS(row),
        })),
      lastStarts: new Map(lastStarts.map((row) => [personOf(row), row.last ?? 0])),
    });
  };

  const forecastAll = async (nowMs: number): Promise<Map<string, Forecast>> => {
    const rows = await claims.allUnfinished();
    const forecasts = await Promise.all(plans.map((plan) => forecastLane(plan, rows, nowMs)));
    return new Map(forecasts.flatMap((forecast) => [...forecast]));
  };

  /**
   * Returns the forecast of each queued job by its id.
   * @param jobId a cached forecast is used only if it contains this job
   */
  return async (nowMs: number, jobId?: string): Promise<Map<string, Forecast>> => {
    const isFresh = cached && Math.abs(nowMs - cached.atMs) < cachedForMs;
    if (cached && isFresh && (jobId === undefined || cached.forecast.has(jobId))) return cached.forecast;
    reading ??= forecastAll(nowMs).finally(() => {
      reading = null;
    });
    const forecast = await reading;
    cached = forecast.size > minCachedJobs ? { atMs: nowMs, forecast } : null;
    return forecast;
  };
}

type Kind = Pick<UnfinishedRow, 'name' | 'topic'>;
const kindOf = ({ name, topic }: Kind) => `${name} ${topic ?? ''}`;

/** Reads the real-time factor of each name and topic once. Returns a function that gives the factor of a row. */
async function readRealTimeFactors(rows: readonly Kind[], definitions: ReadonlyMap<string, JobDefinition>) {
  const kinds = new Map(rows.map((row) => [kindOf(row), row]));
  const factors = new Map<string, number | null>();
  for (const [kind, { name, topic }] of kinds)
    factors.set(kind, (await definitions.get(name)?.realTimeFactor?.(topic)) ?? null);
  return (row: Kind): number | null => factors.get(kindOf(row)) ?? null;
}
