import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { CutMp3Contract, CutProgress } from './cut-mp3.contract.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';

/** Limit for reading one block of the file, which normally takes milliseconds. */
const patienceMs = 30_000;

/**
 * Cuts an mp3 without encoding it again: copies its frames, inserts one new frame after each cut, and puts an Info tag with
 * the exact length in front. `kept` are the spans to keep, in s of the decoded original, ascending and not overlapping; null
 * keeps everything. The first start and the last end are exact. The other cuts are moved to the nearest frame, and the time
 * map states where they are.
 *
 * ID3 and other tags with their titles and pictures are dropped, so that only sound leaves the device. The result refers to
 * the file without copying it, so the file must stay unchanged until the result is sent.
 *
 * Returns null if the mp3 must be encoded instead: because a cut cannot be exact (no mp3, free format, damaged places, mixed
 * mono and stereo, a tag that contradicts the file), or because the sizes of its frames vary so much that players could not
 * seek accurately. Rejects with `media.unreadable`, or with the reason of `signal`.
 */
export const cutMp3 = (
  file: Blob,
  {
    kept,
    ...options
  }: { kept: readonly TimeSpan[] | null; signal: AbortSignal; onProgress?(progress: CutProgress): void },
): Promise<EncodedMp3 | null> =>
  inWorker(options, (worker, settings) => worker.call('cut', { file, kept }, settings));

/**
 * Returns true if `cutMp3` can produce the whole file without encoding. This takes 0.3 s for 2:30 h. Rejects as `cutMp3`
 * does.
 */
export const canCutMp3 = (file: Blob, options: { signal: AbortSignal }): Promise<boolean> =>
  inWorker(options, (worker, settings) => worker.call('canCut', { file }, settings));

type Settings = { signal: AbortSignal; onEvent(progress: CutProgress): void };

async function inWorker<T>(
  { signal, onProgress }: { signal: AbortSignal; onProgress?(progress: CutProgress): void },
  call: (worker: Connection<CutMp3Contract>, settings: Settings) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./cut-mp3.worker.ts', import.meta.url), { type: 'module' });
  using connection = connect<CutMp3Contract>(worker);
  using watchdog = createWatchdog(patienceMs, () => new WorkerError('worker.crashed', 'time-out'));
  const onEvent = (progress: CutProgress) => {
    watchdog.feed();
    onProgress?.(progress);
  };
  return await watchdog.guard(call(connection, { signal, onEvent }));
}
