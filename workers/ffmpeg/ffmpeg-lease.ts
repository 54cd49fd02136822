import { WorkerError } from '#workers/rpc.ts';
import { loadCore, type BlobCore } from './ffmpeg-core.ts';

/** Limit for loading the core, a download of 32 MB, on a slow connection. */
const maxLoadMs = 180_000;
const waitEveryMs = 1_000;

type FfmpegLease = {
  /**
   * Calls `use` with the core. Loads the core first if necessary, and calls `onWait` once a second meanwhile. A core that
   * crashed during `use` is not used again, because its memory may be corrupt. Error: `media.engine_failed`.
   */
  lend<T>(use: (core: BlobCore) => T | Promise<T>, onWait: () => void): Promise<T>;
};

async function loadInTime(onWait: () => void): Promise<BlobCore> {
  const waiting = setInterval(onWait, waitEveryMs);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(new WorkerError('media.engine_failed', 'time-out')), maxLoadMs);
  try {
    return await Promise.race([loadCore(), late]);
  } finally {
    clearInterval(waiting);
    clearTimeout(limit);
  }
}

export function createFfmpegLease(): FfmpegLease {
  let core: BlobCore | undefined;
  return {
    async lend(use, onWait) {
      core ??= await loadInTime(onWait);
      try {
        return await use(core);
      } catch (error) {
        if (!(error instanceof WorkerError) && !(error instanceof DOMException)) core = undefined;
        throw error;
      }
    },
  };
}
