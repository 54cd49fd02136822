import { dayMs } from '#api/contract/time.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { Log } from '#api/lib/log.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { peaksToThumbnail } from './thumbnail.rules.ts';
import type { ThumbnailStore } from './thumbnail.store.ts';

type Deps = {
  thumbnails: ThumbnailStore;
  storage: Pick<AudioStore, 'size' | 'read'>;
  log: Log;
  batchSize?: number;
};

/** Makes missing thumbnails of older recordings. Unreadable peaks are tried again in the next sweep. */
export async function fillThumbnails(
  { thumbnails, storage, log, batchSize = 50 }: Deps,
  signal?: AbortSignal,
): Promise<void> {
  for (let afterId = ''; ;) {
    const rows = await thumbnails.missing(afterId, batchSize);
    for (const { id, peaks_key: key } of rows) {
      if (signal?.aborted) return;
      afterId = id;
      try {
        if ((await storage.size(key)) === null) continue;
        const chunks = await Array.fromAsync<Buffer>(storage.read(key));
        const thumbnail = peaksToThumbnail(Buffer.concat(chunks));
        if (thumbnail) await thumbnails.set(id, thumbnail);
      } catch (error) {
        log.error({ err: error, session_id: id }, 'session: no thumbnail');
      }
    }
    if (rows.length < batchSize) return;
  }
}

/** Creates the keeper that makes missing thumbnails at each start and every day. */
export const createThumbnailKeeper = (deps: Deps & { everyMs?: number }): Sweeper =>
  createSweeper({
    everyMs: dayMs,
    ...deps,
    name: 'thumbnails',
    sweep: (signal) => fillThumbnails(deps, signal),
  });
