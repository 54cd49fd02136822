import { untilAborted } from '#api/shared/until-aborted.ts';
import { asMediaError, engineLoaded, openFile, openMedia, patience } from '#workers/media/media.client.ts';
import { createPcmStream } from '#workers/media/pcm/pcm-stream.ts';
import { connect, transfer, WorkerError } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import type { WindowSource } from './draft-writer.client.ts';
import type { FileWindowsContract } from './file-windows.contract.ts';
import type { FedWindow } from './preview.contract.ts';

type FileWindowsOptions = {
  /** Longest window that the model takes, s. */
  maxS: number;
  /** False for a stream without shared memory. */
  isShared?: boolean;
};

/** A running decoder. `failed` rejects if the decoder fails; it never resolves. */
type Decoding = { failed: Promise<never> };

/**
 * Gives the windows of a file, from its start on. The file is decoded only as far as windows are asked for, so that a file
 * of any length needs the memory of a few windows. `next` rejects with a `WorkerError` whose code is one of
 * `mediaErrorCodes` or `workerErrorCodes`, or with the reason of its signal. The window that an ended call waited for is
 * given to the next call.
 */
export function openFileWindows(file: File, { maxS, isShared }: FileWindowsOptions): WindowSource {
  const closing = new AbortController();
  const media = openMedia();
  const worker = new Worker(new URL('./file-windows.worker.ts', import.meta.url), { type: 'module' });
  const windows = connect<FileWindowsContract>(worker);
  let onDecoded = () => {};
  let opening: Promise<Decoding> | undefined;
  let wanted: Promise<FedWindow | null> | undefined;

  const open = async (): Promise<Decoding> => {
    const { signal } = closing;
    const probe = await openFile(media, file, signal);
    const { sampleRate, channels } = probe;
    const { sink, source } = createPcmStream(isShared === undefined ? {} : { isShared });
    const input = { source, sampleRate, channels, maxS };
    await engineLoaded(windows.call('open', transfer(input, [source.port]), { signal }));
    const decoding = media.call('decode', transfer({ file, probe, sink }, [sink.port]), {
      signal,
      onEvent: () => onDecoded(),
    });
    const failed = decoding.then(() => new Promise<never>(() => {}));
    failed.catch(() => {});
    return { failed };
  };
  const nextWindow = async (): Promise<FedWindow | null> => {
    try {
      const { failed } = await (opening ??= open());
      using watchdog = createWatchdog(patience.workMs, () => new WorkerError('media.damaged', 'time-out'));
      onDecoded = () => watchdog.feed();
      return await watchdog.guard(Promise.race([windows.call('next', undefined), failed]));
    } catch (error) {
      throw asMediaError(error);
    }
  };

  return {
    async next(signal) {
      signal.throwIfAborted();
      wanted ??= nextWindow();
      try {
        return await untilAborted(wanted, signal);
      } finally {
        if (!signal.aborted) wanted = undefined;
      }
    },
    [Symbol.dispose]() {
      closing.abort(new DOMException('The file was closed.', 'AbortError'));
      media[Symbol.dispose]();
      windows[Symbol.dispose]();
    },
  };
}
