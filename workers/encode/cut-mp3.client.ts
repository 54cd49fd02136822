import { connect, WorkerError } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { Span } from '#workers/analysis/analysis.contract.ts';
import type { CutMp3Contract, CutProgress } from './cut-mp3.contract.ts';
import type { EncodedMp3 } from './encode.contract.ts';

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
 * file): encode instead. Rejects with `media.unreadable`, or with the reason of `signal`.
 */
export async function cutMp3(
  file: Blob,
  options: {
    kept: readonly Span[] | null;
    signal: AbortSignal;
    onProgress?(progress: CutProgress): void;
  },
): Promise<EncodedMp3 | null> {
  const { kept, signal, onProgress } = options;
  signal.throwIfAborted();
  const worker = new Worker(new URL('./cut-mp3.worker.ts', import.meta.url), { type: 'module' });
  using connection = connect<CutMp3Contract>(worker);
  using watchdog = createWatchdog(patienceMs, () => new WorkerError('worker.crashed', 'time-out'));
  const onEvent = (progress: CutProgress) => {
    watchdog.feed();
    onProgress?.(progress);
  };
  return await watchdog.guard(connection.call('cut', { file, kept }, { signal, onEvent }));
}
