import { setTimeout as passed } from 'node:timers/promises';
import {
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type SqliteDialectConfig,
} from 'kysely';
import { isLocked, isOldSnapshot } from './sqlite-error.ts';

const longestWaitMs = 5_000;
const lookAgainMs = 20;

/** True for the write check of the health route, which repeats it itself (`health.routes.ts`). */
const isWriteCheck = (sql: string): boolean => /^\s*begin immediate\b/i.test(sql);
const isWrite = (sql: string): boolean => /^\s*(insert|update|delete|replace|with)\b/i.test(sql);

/**
 * Repeats a query while another process (a backup, a shell) holds a lock. SQLite's own busy timeout would block the event loop.
 * All queries that meet the same lock share one deadline, 5 s after the first of them.
 */
class WaitingDriver extends SqliteDriver {
  #connection: DatabaseConnection | null = null;

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= toWaiting(await super.acquireConnection());
    return this.#connection;
  }
}

export class WaitingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver(this.#config);
  }
}

function toWaiting(inner: DatabaseConnection): DatabaseConnection {
  let busySince: number | null = null;
  let lastBusyAt = -Infinity;
  const executeQuery: DatabaseConnection['executeQuery'] = async <R>(query: CompiledQuery) => {
    for (;;) {
      try {
        const result = await inner.executeQuery<R>(query);
        if (isWrite(query.sql)) busySince = null;
        return result;
      } catch (error) {
        if (!isLocked(error) || isOldSnapshot(error) || isWriteCheck(query.sql)) throw error;
        const now = performance.now();
        // If the last failure is longer ago, an earlier lock caused it, and the deadline begins anew.
        if (busySince === null || now - lastBusyAt > longestWaitMs) busySince = now;
        lastBusyAt = now;
        if (now - busySince > longestWaitMs) throw error;
        await passed(lookAgainMs);
      }
    }
  };
  return { executeQuery, streamQuery: (query, size) => inner.streamQuery(query, size) };
}
