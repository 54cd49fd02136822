import { WorkerError } from '#workers/rpc.ts';
import { loadCore, type BlobCore } from './ffmpeg-core.ts';

/** Time for a download of 32 MB on a slow line. */
const maxLoadMs = 180_000;
const waitEveryMs = 1_000;

type FfmpegLease = {
  /**
   * Lends the core, loading it if necessary; calls `onWait` once a second while it loads. A core that crashed during `use`
   * is discarded, since its memory may be corrupt. Error: `media.engine_failed`.
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
