import type { Compacted } from '#api/db/compact.ts';
import type { Log } from '#api/lib/log.ts';
import type { Indexer } from '#api/search/indexer.ts';
import type { WasteStore } from './waste.store.ts';

type Deps = {
  waste: WasteStore;
  indexer: Pick<Indexer, 'purge'>;
  compact(signal: AbortSignal): Promise<Compacted>;
  log: Log;
};

/**
 * Creates `reclaim`, which removes what was deleted from the search index and from the database file, and gives the space back
 * to the disk. Returns the freed bytes; null if nothing was deleted since the last time. What is counted as deleted stays
 * counted until this is done, so that the next run completes what a crash has interrupted.
 */
export const createReclaim =
  ({ waste, indexer, compact, log }: Deps) =>
  async (signal: AbortSignal): Promise<number | null> => {
    const deletions = await waste.deletions();
    if (deletions === 0) return null;
    await indexer.purge(signal);
    const { freedBytes, isEmptied } = await waste.withoutCheckpoints(() => compact(signal));
    // Somebody who reads, such as a backup, needs the log of the database. The next run empties it.
    if (isEmptied) await waste.reduce(deletions);
    log.info({ freed_bytes: freedBytes }, 'retention: the database is compacted');
    return freedBytes;
  };
