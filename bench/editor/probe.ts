/**
 * Runs in the page: measures from an event's time stamp to the first frame after layout with a changed value. A message
 * posted inside a frame arrives after that frame's style, layout and paint.
 */
export type Probe = {
  /** Measures from the next event of this type until `read` changes, ms. */
  arm(type: string, read: () => unknown): void;
  /** Measurements so far, ms; NaN while one is pending. */
  readonly taken: number[];
  /** Records the time between frames and the tasks of 50 ms and more until the returned function is called, ms. */
  watchFrames(): () => Watched;
};

/** Times between frames, ms. A long frame without a long task was delayed outside the page. */
export type Watched = { frameMs: number[]; taskMs: number[] };

/** Injected as text into any page. */
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
