/**
 * Runs in the page: from an event of a person, by the browser's own time stamp, to the first frame after layout in which what is
 * looked at has changed. A message posted from inside a frame arrives when style, layout and paint of that frame are done.
 */
export type Probe = {
  /** Waits for the next event of this type and then for `read` to change; takes note of the ms. */
  arm(type: string, read: () => unknown): void;
  /** What was noted so far, ms; NaN while one is still awaited. */
  readonly taken: number[];
  /** Notes the time between frames, and tasks of 50 ms and more, from now on until the returned end, ms. */
  watchFrames(): () => Watched;
};

/** What came between frames, ms. A long frame without a long task was held up outside the page. */
export type Watched = { frameMs: number[]; taskMs: number[] };

/** As text, so that any page can be given it. */
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
