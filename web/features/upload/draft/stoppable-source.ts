import { untilAborted } from '#api/shared/until-aborted.ts';
import type { WindowSource } from '#workers/preview/draft-writer.client.ts';

export type StoppableSource = WindowSource & {
  /** True if the sound itself could not be read. Another source has to be opened then. */
  readonly hasFailed: boolean;
  /** While the source is stopped, `next` waits. */
  setStopped(isStopped: boolean): void;
};

type SourceInput = {
  open(): Promise<WindowSource>;
  /** Windows that end after the first minute wait until this settles. */
  rest: Promise<unknown>;
};

/** Length of the beginning of the sound whose windows do not wait for `rest`, s. */
const firstS = 60;

/** Opens a source when its first window is asked for. */
export function createStoppableSource({ open, rest }: SourceInput): StoppableSource {
  let isStopped = false;
  let isClosed = false;
  let hasFailed = false;
  let wake = () => {};
  const settled = rest.catch(() => {});
  let source: WindowSource | undefined;
  let opening: Promise<WindowSource> | undefined;

  const going = async (signal: AbortSignal) => {
    const isHeld = () => isStopped;
    while (isHeld()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await untilAborted(promise, signal);
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
      if (window && window.span[1] > firstS) await untilAborted(settled, signal);
      // The source may have been stopped meanwhile.
      await going(signal);
      return window;
    },
    [Symbol.dispose]() {
      isClosed = true;
      source?.[Symbol.dispose]();
    },
  };
}
