import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { SeekableStore } from './seekable.store.ts';

/**
 * Has audio looked into that came before anybody did, or when the disk was full: each queues the next one when it is through;
 * this begins, and takes up what has come to a halt.
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
