import type { PlanePart } from './planes.ts';

/**
 * Creates a part that calls `onWindow` for each complete window of `windowFrames` frames. `end` is the end of the
 * window, in frames from the start of the last push.
 */
export function createPlaneWindows(windowFrames: number, onWindow: (end: number) => void): PlanePart {
  let filled = 0;
  return {
    push(frames) {
      let end = windowFrames - filled;
      for (; end <= frames; end += windowFrames) onWindow(end);
      filled = frames - (end - windowFrames);
    },
  };
}
