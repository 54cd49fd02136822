import type { JobDefinition } from './queue.ts';
import { leftOf, type Run } from './run.ts';
import { forecastStarts } from './forecast.rules.ts';
import type { Forecast } from './claim-order.rules.ts';
import type { ClaimStore, UnfinishedRow } from './claim.store.ts';

/** Jobs that take turns with one another: their names, the highest priority among them, how many run at once. */
export type LanePlan = { names: readonly string[]; topPriority: number; slots: number };

export type ForecastOptions = {
  claims: Pick<ClaimStore, 'allUnfinished' | 'lastStarts'>;
  definitions: ReadonlyMap<string, JobDefinition>;
  plans: readonly LanePlan[];
  /** What this process works on, by job. */
  running: ReadonlyMap<string, Run>;
};

const personOf = (row: { host: string; user_id: string }) => `${row.host} ${row.user_id}`;

// a shorter queue is cheap, so its forecast is not kept
const longQueue = 200;
const keptForMs = 1_000;

/**
 * Tells when the turn of each queued job comes. Requests at the same time share one read of the table. The forecast of a long
 * queue is kept for a second, because the library asks for each waiting session.
 */
export function createForecaster({ claims, definitions, plans, running }: ForecastOptions) {
  let looking: Promise<Map<string, Forecast>> | null = null;
  let kept: { atMs: number; forecast: Map<string, Forecast> } | null = null;

  const leftS = (row: UnfinishedRow, nowMs: number): number | null => {
    const run = running.get(row.id);
    if (run) return leftOf(run, nowMs);
    // another process has it
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
          // what waits for something outside goes on the moment that is there
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

  /** @param jobId a kept forecast is used only if it has this job */
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

/** What is known of the speed of these jobs, asked once for each kind. */
async function rtfsOf(rows: readonly Kind[], definitions: ReadonlyMap<string, JobDefinition>) {
  const kinds = new Map(rows.map((row) => [kindOf(row), row]));
  const rtfs = new Map<string, number | null>();
  for (const [kind, { name, topic }] of kinds)
    rtfs.set(kind, (await definitions.get(name)?.rtf?.(topic)) ?? null);
  return (row: Kind): number | null => rtfs.get(kindOf(row)) ?? null;
}
