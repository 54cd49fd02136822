import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { MediaContract, Probe } from './media.contract.ts';

/**
 * Longest time without a message from the worker, ms: `loadMs` while an engine is downloaded over a slow connection,
 * `workMs` during a pass.
 */
export const patience = { loadMs: 180_000, workMs: 30_000 };

/** Starts a media worker. Dispose of it to cancel: ffmpeg runs synchronously and receives no messages. */
export function openMedia(): Connection<MediaContract> {
  const worker = new Worker(new URL('./media.worker.ts', import.meta.url), { type: 'module' });
  return connect<MediaContract>(worker);
}

/** True for an error that tells why an engine does not run here, whatever the file. */
const isOfEngine = ({ code }: WorkerError): boolean =>
  code === 'media.browser_outdated' || (code.startsWith('worker.') && code !== 'worker.failed');

/**
 * Waits for an engine. Its failure concerns the browser, not the file. Errors: `media.browser_outdated`,
 * `media.engine_failed`, `worker.*`.
 */
export async function engineLoaded(loading: Promise<undefined>): Promise<void> {
  using watchdog = createWatchdog(patience.loadMs, () => new WorkerError('media.engine_failed', 'time-out'));
  try {
    await watchdog.guard(loading);
  } catch (error) {
    const isKnown = !(error instanceof WorkerError) || isOfEngine(error);
    throw isKnown ? error : new WorkerError('media.engine_failed', error.message);
  }
}

/** Probes the file for `decode`. Errors: `mediaErrorCodes`, `workerErrorCodes`. */
export async function openFile(
  media: Connection<MediaContract>,
  file: File,
  signal: AbortSignal,
): Promise<Probe> {
  if (file.size === 0) throw new WorkerError('media.empty');
  await engineLoaded(media.call('load', undefined, { signal }));
  return await probed(media, 'probeFully', file, signal);
}

async function probed(
  media: Connection<MediaContract>,
  method: 'probeHeader' | 'probeFully',
  file: File,
  signal: AbortSignal,
): Promise<Probe> {
  using watchdog = createWatchdog(patience.workMs, () => new WorkerError('media.damaged', 'time-out'));
  return await watchdog.guard(media.call(method, { file }, { signal, onEvent: () => watchdog.feed() }));
}

/**
 * Reads type and stated length of a file before any pass. For common formats it needs neither the ffmpeg core nor decoding.
 * Rejects with a `WorkerError` of `mediaErrorCodes` or `workerErrorCodes`, or with the reason of `signal`.
 */
export async function probeFile(file: File, { signal }: { signal: AbortSignal }): Promise<Probe> {
  signal.throwIfAborted();
  if (file.size === 0) throw new WorkerError('media.empty');
  using media = openMedia();
  try {
    await engineLoaded(media.call('load', undefined, { signal }));
    return await probed(media, 'probeHeader', file, signal);
  } catch (error) {
    throw asMediaError(error);
  }
}

/**
 * Returns `media.damaged` for an exception of an engine (out of bounds), which means that the file is damaged. Returns any
 * other error unchanged.
 */
export function asMediaError(error: unknown): unknown {
  const isOfFile = error instanceof WorkerError && error.code === 'worker.failed';
  return isOfFile ? new WorkerError('media.damaged', error.message) : error;
}
