import { FlatTop, flatTopBytes, forgetRuns, initFlatTop, nearestOf, scanTops } from './flat-top';
import { planeOf } from './planes';
import { high, low, setRange, widen } from './range';

const flankBytes: usize = 32;
/** Windows in which nothing can be a top still tell how large the steps between samples are. */
const windowsPerStepSearch: i32 = 16;

let channels: i32 = 0;
let tops: usize = 0;
let windowSamples: i32 = 0;
let windows: i32 = 0;

/** Once an instance. */
export function clippingCreate(channelCount: i32, window: i32): void {
  channels = channelCount;
  windowSamples = window;
  tops = heap.alloc(<usize>channels * flatTopBytes);
  for (let channel = 0; channel < channels; channel++)
    initFlatTop(changetype<FlatTop>(tops + <usize>channel * flatTopBytes));
}

/**
 * Looks at the window that ends `frames` frames into the last push, less its last flank, which comes with the next one.
 * Answers what any channel holds: 1 a flat top at full scale, 2 a plateau, 4 what refutes plateaus found before.
 */
export function clippingWindow(frames: i32): i32 {
  let found: i32 = 0;
  for (let channel = 0; channel < channels; channel++) {
    const top = changetype<FlatTop>(tops + <usize>channel * flatTopBytes);
    const end = planeOf(channel) + ((<usize>frames) << 2);
    const start = end - ((<usize>windowSamples) << 2);
    setRange(Infinity, -Infinity);
    widen(start, windowSamples);
    const nearest = nearestOf(top);
    const isNear = <f64>high >= nearest || <f64>low <= -nearest;
    top.found = 0;
    if (isNear || top.wasNear || windows % windowsPerStepSearch === 0)
      scanTops(top, start - flankBytes, end - flankBytes);
    else forgetRuns(top);
    top.wasNear = isNear;
    found |= top.found;
  }
  windows++;
  return found;
}
