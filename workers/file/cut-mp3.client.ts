import { connect, WorkerError, type Connection } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { CutMp3Contract, CutProgress } from './cut-mp3.contract.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';

/** A block of the file takes milliseconds. */
const patienceMs = 30_000;

/**
 * Cuts an mp3 without encoding it again: its frames as they are, between them a written one behind each cut, before them a
 * tag with the exact length. `kept` in s of the decoded original, ascending, not overlapping; null: all of it. The first
 * beginning and the last end are exact, cuts in between at the nearest frame of the file; the time map tells where.
 *
 * ID3 and other tags, with their titles and pictures, stay behind: what leaves the device is sound only. Nothing is copied:
 * the result refers to the file, which must stay as it is until it was sent.
 *
 * Null: it cannot be done exactly (no mp3, free format, damaged places, mono and stereo by turns, a tag that contradicts the
 * file), or players would not seek exactly in it, since its frames vary in size: encode instead. Rejects with `media.unreadable`,
 * or with the reason of `signal`.
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
