import { planeOf } from './planes';
import { sumOf } from './sums';

let channels: i32 = 0;
let windowFrames: i32 = 0;
let windowFilled: i32 = 0;
let windows: i32 = 0;
let largest: f64 = 0;
let sums: usize = 0;

export function offsetCreate(channelCount: i32, frames: i32): void {
  channels = channelCount;
  windowFrames = frames;
  sums = heap.alloc((<usize>channels) << 3);
  memory.fill(sums, 0, (<usize>channels) << 3);
}

function largestMean(): f64 {
  let mean: f64 = 0;
  for (let channel = 0; channel < channels; channel++) {
    const other = load<f64>(sums + ((<usize>channel) << 3)) / <f64>windowFilled;
    if (isFinite(other) && Math.abs(other) > Math.abs(mean)) mean = other;
  }
  return mean;
}

export function offsetPush(frames: i32): void {
  for (let at: i32 = 0; at < frames;) {
    const taken = min(windowFrames - windowFilled, frames - at);
    for (let channel = 0; channel < channels; channel++) {
      const sum = sums + ((<usize>channel) << 3);
      store<f64>(sum, load<f64>(sum) + sumOf(planeOf(channel) + ((<usize>at) << 2), taken));
    }
    at += taken;
    windowFilled += taken;
    if (windowFilled < windowFrames) continue;
    const mean = largestMean();
    if (Math.abs(mean) > Math.abs(largest)) largest = mean;
    memory.fill(sums, 0, (<usize>channels) << 3);
    windowFilled = 0;
    windows++;
  }
}

/**
 * Returns the largest mean of the full windows, with its sign. If no window is full, returns that of the incomplete
 * one.
 */
export function offsetLargest(): f64 {
  return windows === 0 && windowFilled > 0 ? largestMean() : largest;
}
