import type { WindowSource } from '#workers/preview/draft-writer.client.ts';

export type StoppableSource = WindowSource & {
  /** True if the sound itself could not be read. Another source has to be opened then. */
  readonly hasFailed: boolean;
  /** While it is stopped, it gives no window. */
  setStopped(isStopped: boolean): void;
};

type SourceInput = {
  open(): Promise<WindowSource>;
  /** Settles when windows after the first minute may be given. */
  rest: Promise<unknown>;
};

/** Length of the sound that does not wait for `rest`, s. */
const firstS = 60;

/** Opens a source when its first window is asked for. */
export function createStoppableSource({ open, rest }: SourceInput): StoppableSource {
  let isStopped = false;
  let isClosed = false;
  let hasFailed = false;
  let wake = () => {};
  let source: WindowSource | undefined;
  let opening: Promise<WindowSource> | undefined;

  const going = async (signal: AbortSignal) => {
    const mayGo = () => !isStopped || signal.aborted;
    while (!mayGo()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    }
    signal.throwIfAborted();
  };
  const opened = async (): Promise<WindowSource> => {
    source = await open();
    if (isClosed) source[Symbol.dispose]();
    return source;
  };
  const taken: WindowSource['next'] = async (signal) => {
    try {
      const { next } = await (opening ??= opened());
      return await next(signal);
    } catch (error) {
      hasFailed ||= !signal.aborted;
      throw error;
    }
  };
  return {
    get hasFailed() {
      return hasFailed;
    },
    setStopped(is) {
      isStopped = is;
      wake();
    },
    async next(signal) {
      await going(signal);
      const window = await taken(signal);
      if (window && window.span[1] > firstS) await settledOrAborted(rest, signal);
      // It may have been stopped meanwhile.
      await going(signal);
      return window;
    },
    [Symbol.dispose]() {
      isClosed = true;
      source?.[Symbol.dispose]();
    },
  };
}

async function settledOrAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  await Promise.race([work.catch(() => {}), promise]);
}
