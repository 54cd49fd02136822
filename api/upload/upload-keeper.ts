import { limits } from '#api/contract/limits.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import { audioKey, type AudioStore, type StorageFolder } from '#api/storage/audio-store.ts';
import { expiredBefore } from './upload.rules.ts';
import type { UploadStore } from './upload.store.ts';

type UploadKeeperDeps = {
  storage: AudioStore;
  uploads: UploadStore;
  clock: Clock;
  /** Returns the time by which uploads expire. If it is absent, they expire by `clock`. */
  sweepTime?(): Promise<{ nowMs: number }>;
  log: Log;
  everyMs?: number;
};

const folders: readonly StorageFolder[] = ['audio', 'peaks'];

/** Removes expired uploads, and stored objects that no row refers to. Returns their number. */
export async function sweepUploads({ storage, uploads, clock }: UploadKeeperDeps): Promise<number> {
  const before = clock.now() - limits.storedUploadExpiryMs;
  let removed = 0;
  for (const host of await uploads.hosts()) {
    const expired = expiredBefore(await uploads.retentionOfHost(host), clock.now());
    for (const { id } of await uploads.untouchedSince(host, expired)) {
      if (!(await uploads.removeUntouched(id, expired))) continue;
      await storage.remove(audioKey(id));
      removed++;
    }
  }
  for (const folder of folders) {
    for await (const { key, writtenAt } of storage.list(folder)) {
      if (writtenAt >= before || (await uploads.isUsed(key))) continue;
      await storage.remove(key);
      removed++;
    }
  }
  return removed;
}

/** Creates the keeper that removes expired uploads at each start and every hour. */
export const createUploadKeeper = (deps: UploadKeeperDeps): Sweeper =>
  createSweeper({
    ...deps,
    name: 'upload',
    async sweep() {
      const nowMs = (await deps.sweepTime?.())?.nowMs ?? deps.clock.now();
      const removed = await sweepUploads({ ...deps, clock: { now: () => nowMs } });
      if (removed > 0) deps.log.info({ removed }, 'upload: expired ones removed');
    },
  });
