import type { Log } from '#api/lib/log.ts';
import { runProcess } from '#api/lib/run-process.ts';

const script = new URL('./compact-child.ts', import.meta.url);

/** `isEmptied` is false if somebody was reading, so that the log of the database could not be emptied. */
export type Compacted = { freedBytes: number; isEmptied: boolean };

/** `rebuildWithinMs` is null for a database that is not rebuilt. */
export type CompactTask = { path: string; rebuildWithinMs: number | null };

/**
 * Nobody can write while a database is rebuilt, so it must be done before a waiting write fails (`waiting-dialect.ts`).
 */
const defaultRebuildMs = 4_000;

/**
 * Removes what was deleted from the file of a database, and gives free pages back to the disk, in a separate process. A database that
 * can be rebuilt in a few seconds is rebuilt. In a larger one only the free pages are removed; there, parts of deleted rows
 * may remain between the rows of a page (docs/decisions/retention.md). Afterwards the log of the database is empty.
 */
export async function compactDatabase(
  path: string,
  {
    log,
    signal,
    rebuildWithinMs = defaultRebuildMs,
  }: { log: Log; signal?: AbortSignal; rebuildWithinMs?: number },
): Promise<Compacted> {
  const compact = (task: CompactTask) => runProcess<Compacted>(script, task, signal);
  try {
    return await compact({ path, rebuildWithinMs });
  } catch (error) {
    signal?.throwIfAborted();
    log.warn({ err: error }, 'retention: the database is not rebuilt, only its free pages are removed');
    return compact({ path, rebuildWithinMs: null });
  }
}
