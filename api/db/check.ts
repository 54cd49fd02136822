import { setTimeout as passed } from 'node:timers/promises';
import { StartError } from '#api/lib/start-error.ts';
import type { Log } from '#api/lib/log.ts';
import { runProcess } from '#api/lib/run-process.ts';

const script = new URL('./check-child.ts', import.meta.url);

type DatabaseCheck = { isDamaged(): boolean; close(): Promise<void> };

/**
 * Checks in a separate process whether the database is damaged, and waits up to `waitMs` for the result. The check of a large
 * database continues while the server runs; damage found then is logged and reported by `isDamaged`.
 * @throws StartError if damage is found within `waitMs`
 */
export async function checkDatabase(
  path: string,
  { log, waitMs = 2_000 }: { log: Log; waitMs?: number },
): Promise<DatabaseCheck> {
  const closing = new AbortController();
  let isDamaged = false;
  const look = async (): Promise<void> => {
    try {
      isDamaged = !(await runProcess<boolean>(script, path, closing.signal));
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'start: the database could not be looked at');
    }
  };
  const looking = look();
  await Promise.race([looking, passed(waitMs, undefined, { signal: closing.signal }).catch(() => {})]);
  if (isDamaged) throw new StartError(damageLine(path));
  looking
    .then(() => isDamaged && log.error({ code: 'database.damaged' }, 'start: the database is damaged'))
    .catch(() => {});
  return {
    isDamaged: () => isDamaged,
    async close() {
      closing.abort(new Error('closing'));
      await looking;
    },
  };
}

const damageLine = (path: string): string =>
  `${path} is damaged. Put it back from a backup, with its -wal file; without one, "sqlite3 ${path} .recover" writes out what can still be read.`;
