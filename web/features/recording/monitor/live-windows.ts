import { createScope } from '#web/lib/scope.ts';
import type { WindowSource } from '#workers/preview/draft-writer.client.ts';
import { type FedWindow, type MonitorWindow, shiftWindow } from '#workers/monitor/monitor.contract.ts';
import { WorkerError } from '#workers/rpc.ts';

/** The windows of one monitor. */
export type MonitorWindows = {
  next(signal: AbortSignal): Promise<MonitorWindow | null>;
  /**
   * Returns the recording of a part of this monitor, and the position in it at which that part begins, s. `isContinued`: another
   * monitor hears the rest of that recording.
   */
  placeOf(part: number): { index: number; offsetS: number; isContinued: boolean };
  /** Called when all its windows were taken, or when it has failed. */
  onEnd(): void;
};

/** The windows of all monitors of a recording, in their order. */
export type LiveWindows = Disposable & {
  /** Adds a monitor, whose windows come after those of the former ones. */
  add(monitor: MonitorWindows): void;
  /**
   * Returns the windows of the recording `index` that nobody has taken yet. Windows of earlier recordings are passed over.
   * One source at a time is read.
   */
  of(index: number): WindowSource;
};

type Placed = { index: number; window: FedWindow | null };

export function createLiveWindows(): LiveWindows {
  const scope = createScope();
  const monitors: MonitorWindows[] = [];
  /** A window that was taken, but belongs to a later recording than the one that was asked for. */
  let held: Placed | null = null;
  /** True if the last monitor has failed. */
  let isLost = false;

  /** Resolves with null at the end of all sound. */
  async function take(signal: AbortSignal): Promise<Placed | null> {
    for (;;) {
      signal.throwIfAborted();
      const [first] = monitors;
      if (!first && isLost) throw new WorkerError('preview.sound_lost');
      if (!first) return null;
      const next = await first.next(signal).catch(() => {
        signal.throwIfAborted();
        isLost = monitors.length === 1;
        return null;
      });
      if (next) {
        const { index, offsetS, isContinued } = first.placeOf(next.part);
        if (next.window) return { index, window: shiftWindow(next.window, offsetS) };
        if (isContinued) continue;
        return { index, window: null };
      }
      monitors.shift();
      first.onEnd();
    }
  }

  return {
    add(monitor) {
      monitors.push(monitor);
      isLost = false;
    },
    of: (index) => ({
      async next(signal) {
        for (;;) {
          const next = held ?? (await take(AbortSignal.any([signal, scope.signal])));
          held = null;
          if (next?.index === index) return next.window;
          if (next && next.index < index) continue;
          held = next;
          return null;
        }
      },
      [Symbol.dispose]() {},
    }),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
