import type { PlanePart } from './planes.ts';

/** Tells of each window of `windowFrames` that becomes full, how many frames into the last push its end is. */
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
