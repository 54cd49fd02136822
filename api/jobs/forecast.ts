import type { JobDefinition } from './queue.ts';
import { leftOf, type Run } from './run.ts';
import { forecastTurns, type Forecast } from './turn.rules.ts';
import type { TurnStore, UnfinishedRow } from './turn.store.ts';

export type ForecastOptions = {
  turns: Pick<TurnStore, 'allUnfinished' | 'lastTurns'>;
  definitions: ReadonlyMap<string, JobDefinition>;
  topPriority: number;
  slots: number;
  /** What this process works on, by job. */
  running: ReadonlyMap<string, Run>;
};

const personOf = (row: { host: string; user_id: string }) => `${row.host} ${row.user_id}`;

/**
 * When the turn of each queued job comes. One look at the table serves everybody who asks while it is under way: a library
 * full of waiting sessions asks once.
 */
export function createForecaster({ turns, definitions, topPriority, slots, running }: ForecastOptions) {
  let looking: Promise<Map<string, Forecast>> | null = null;

  const look = async (nowMs: number): Promise<Map<string, Forecast>> => {
    const rtfs = new Map<string, number | null>();
    for (const [name, definition] of definitions) rtfs.set(name, (await definition.rtf?.()) ?? null);
    const rows = await turns.allUnfinished();
    const lastTurns = await turns.lastTurns();
    const takesS = (row: UnfinishedRow): number | null => {
      const rtf = rtfs.get(row.name) ?? null;
      const total = row.progress_total || row.media_s;
      return rtf === null || total === 0 ? null : Math.max(0, total - row.progress_done) * rtf;
    };
    const leftS = (row: UnfinishedRow): number | null => {
      const run = running.get(row.id);
      if (run) return leftOf(run, nowMs);
      // another process has it
      return row.expected_at === null || row.expected_at < nowMs ? null : (row.expected_at - nowMs) / 1000;
    };
    return forecastTurns({
      ...{ nowMs, slots, topPriority },
      running: rows
        .filter(({ state }) => state === 'running')
        .map((row) => ({ person: personOf(row), leftS: leftS(row) })),
      queued: rows
        .filter(({ state, name }) => state !== 'running' && definitions.has(name))
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
      lastTurns: new Map(lastTurns.map((row) => [personOf(row), row.last ?? 0])),
    });
  };

  return (nowMs: number): Promise<Map<string, Forecast>> => {
    looking ??= look(nowMs).finally(() => {
      looking = null;
    });
    return looking;
  };
}
