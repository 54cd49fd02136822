import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import {
  speechMp3,
  type EncodedMp3,
  type MediaContract,
  type MediaProgress,
  type Mp3Settings,
  type Probe,
} from './media.contract.ts';

/** Loading 32 MB over a slow line may take this long; a pass over a file reports far more often than that. */
export const patience = { loadMs: 180_000, workMs: 30_000 };

/** A media worker of one's own: dispose of it to cancel, since ffmpeg listens to nothing while it works. */
export function openMedia(): Connection<MediaContract> {
  const worker = new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module' });
  return connect<MediaContract>(worker);
}

/** What fails while a worker loads its engine says nothing about the file. */
export async function engineLoaded(loading: Promise<undefined>): Promise<void> {
  using watchdog = createWatchdog(patience.loadMs, () => new WorkerError('media.engine_failed', 'time-out'));
  try {
    await watchdog.guard(loading);
  } catch (error) {
    throw error instanceof WorkerError ? new WorkerError('media.engine_failed', error.message) : error;
  }
}

/** Loads the core and looks into the file. Errors: `mediaErrorCodes`. */
export async function openFile(
  media: Connection<MediaContract>,
  file: File,
  signal: AbortSignal,
): Promise<Probe> {
  if (file.size === 0) throw new WorkerError('media.empty');
  await engineLoaded(media.call('load', undefined, { signal }));
  using probing = createWatchdog(patience.workMs, () => new WorkerError('media.damaged', 'time-out'));
  return await probing.guard(media.call('probe', { file }, { signal }));
}

/** A worker that dies over a file (out of memory, out of bounds) says that the file is damaged, not that we are. */
export function asMediaError(error: unknown): unknown {
  const isCrash = error instanceof WorkerError && !error.code.startsWith('media.');
  return isCrash ? new WorkerError('media.damaged', error.message) : error;
}

/**
 * Writes the sound of `file` as mono mp3 of constant bitrate, its length within one mp3 frame of the source.
 * Rejects with a `WorkerError` whose code is one of `mediaErrorCodes`, or with the reason of `signal`.
 */
export async function encodeMp3(
  file: File,
  options: { signal: AbortSignal; settings?: Mp3Settings; onProgress(progress: MediaProgress): void },
): Promise<EncodedMp3> {
  const { signal, settings = speechMp3, onProgress } = options;
  signal.throwIfAborted();
  using media = openMedia();
  try {
    const probe = await openFile(media, file, signal);
    using watchdog = createWatchdog(patience.workMs, () => new WorkerError('media.damaged', 'time-out'));
    const onEvent = (progress: MediaProgress) => {
      watchdog.feed();
      onProgress(progress);
    };
    return await watchdog.guard(media.call('encode', { file, probe, settings }, { signal, onEvent }));
  } catch (error) {
    throw asMediaError(error);
  }
}
