import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { SeekableStore } from './seekable.store.ts';

/**
 * Creates the keeper that queues the first job for audio that was never examined, because an older version stored it or
 * the disk was full. Each job queues the next one; the keeper restarts this chain if it has stopped.
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
