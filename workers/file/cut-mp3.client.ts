import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { CutMp3Contract, CutProgress } from './cut-mp3.contract.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';

/** Reading a block of the file takes milliseconds. */
const patienceMs = 30_000;

/**
 * Cuts an mp3 without re-encoding: copies its frames, inserts one new frame behind each cut and an Info tag with the exact
 * length in front. `kept`: spans in s of the decoded original, ascending, not overlapping; null: all. The first start and
 * the last end are exact; the other cuts fall on the nearest frame, see the time map.
 *
 * Drops ID3 and other tags with their titles and pictures: only sound leaves the device. The result refers to the file
 * without copying it, so the file must stay unchanged until it is sent.
 *
 * Null if the cut cannot be exact (no mp3, free format, damaged places, mixed mono and stereo, a tag that contradicts the
 * file) or if varying frame sizes would make seeking inexact: encode instead. Rejects with `media.unreadable`, or with the
 * reason of `signal`.
 */
export const cutMp3 = (
  file: Blob,
  {
    kept,
    ...options
  }: { kept: readonly TimeSpan[] | null; signal: AbortSignal; onProgress?(progress: CutProgress): void },
): Promise<EncodedMp3 | null> =>
  inWorker(options, (worker, settings) => worker.call('cut', { file, kept }, settings));

/** Returns true if `cutMp3` can take the whole file without encoding. Takes 0.3 s for 2:30 h. Rejects as `cutMp3` does. */
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
