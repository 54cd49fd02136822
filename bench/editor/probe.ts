/**
 * Runs in the page: measures the time from the time stamp of an event to the first frame after layout with a changed
 * value. A message that is posted inside a frame arrives after that frame's style, layout and paint.
 */
export type Probe = {
  /** Measures from the next event of this type until `read` returns another value, ms. */
  arm(type: string, read: () => unknown): void;
  /** Results so far, ms; NaN for a measurement that is not finished. */
  readonly taken: number[];
  /** Records the times between frames and the tasks of 50 ms or longer, until the returned function is called. */
  watchFrames(): () => Watched;
};

/**
 * Times between frames, and durations of long tasks, ms. A long frame without a long task was delayed outside of the
 * page.
 */
export type Watched = { frameMs: number[]; taskMs: number[] };

/** Installs the probe. The function is injected as text into any page. */
export function installProbe(): void {
  const taken: number[] = [];
  const afterFrame = (then: () => void) => {
    const { port1, port2 } = new MessageChannel();
    const onMessage = () => {
      port1.close();
      then();
    };
    port1.addEventListener('message', onMessage, { once: true });
    port1.start();
    port2.postMessage(null);
  };
  const probe: Probe = {
    taken,
    arm(type, read) {
      const before = read();
      const index = taken.push(Number.NaN) - 1;
      addEventListener(
        type,
        ({ timeStamp }) => {
          const look = () => {
            if (read() === before) requestAnimationFrame(look);
            else afterFrame(() => (taken[index] = performance.now() - timeStamp));
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    },
    watchFrames() {
      const frameMs: number[] = [];
      const taskMs: number[] = [];
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) taskMs.push(duration);
      });
      tasks.observe({ type: 'longtask' });
      let last = 0;
      let frame = requestAnimationFrame(function next(now) {
        if (last > 0) frameMs.push(now - last);
        last = now;
        frame = requestAnimationFrame(next);
      });
      return () => {
        cancelAnimationFrame(frame);
        tasks.disconnect();
        return { frameMs, taskMs };
      };
    },
  };
  Object.assign(globalThis, { probe });
}
