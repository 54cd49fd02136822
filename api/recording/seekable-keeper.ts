import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { SeekableStore } from './seekable.store.ts';

/**
 * Queues the first job for audio that was never examined, because it was stored by an older version or while the disk was full.
 * Each job then queues the next one; the keeper starts this chain again if it has stopped.
 */
export const createSeekableKeeper = ({
  seekable,
  ...deps
}: {
  seekable: Pick<SeekableStore, 'queueNext'>;
  clock: Clock;
  log: Log;
  everyMs?: number;
}): Sweeper =>
  createSweeper({
    ...deps,
    name: 'seekable',
    sweep: async () => void (await seekable.queueNext(deps.clock.now())),
  });
