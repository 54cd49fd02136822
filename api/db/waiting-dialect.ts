import { setTimeout as passed } from 'node:timers/promises';
import {
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type SqliteDialectConfig,
} from 'kysely';

const longestWaitMs = 5_000;
const lookAgainMs = 20;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);
/** Another process writes just now. A snapshot that is too old does not get better by waiting. */
const isBusy = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error)) && codeOf(error) !== 'SQLITE_BUSY_SNAPSHOT';
const isWrite = (sql: string): boolean => /^\s*(insert|update|delete|replace|with)\b/i.test(sql);

/**
 * Waits for another process that writes (a backup, a shell) without holding up this one: SQLite itself would wait in the one thread that answers
 * everybody. All that ask while it is locked wait for the same moment, 5 s after the first of them.
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
        if (!isBusy(error)) throw error;
        const now = performance.now();
        // longer ago it was another lock
        if (busySince === null || now - lastBusyAt > longestWaitMs) busySince = now;
        lastBusyAt = now;
        if (now - busySince > longestWaitMs) throw error;
        await passed(lookAgainMs);
      }
    }
  };
  return { executeQuery, streamQuery: (query, size) => inner.streamQuery(query, size) };
}
