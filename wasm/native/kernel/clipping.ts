import { FlatTop, flatTopBytes, forgetRuns, initFlatTop, nearestOf, scanTops } from './flat-top';
import { planeOf } from './planes';
import { high, low, setRange, widen } from './range';

const flankBytes: usize = 32;
/** Windows without possible tops still show the step size between samples; one in this many is scanned for it. */
const windowsPerStepSearch: i32 = 16;

let channels: i32 = 0;
let tops: usize = 0;
let windowSamples: i32 = 0;
let windows: i32 = 0;

export function clippingCreate(channelCount: i32, window: i32): void {
  channels = channelCount;
  windowSamples = window;
  tops = heap.alloc(<usize>channels * flatTopBytes);
  for (let channel = 0; channel < channels; channel++)
    initFlatTop(changetype<FlatTop>(tops + <usize>channel * flatTopBytes));
}

/**
 * Scans the window that ends `frames` frames into the last push, except its last flank, which is scanned with the next one.
 * Returns the findings in any channel: 1 flat top at full scale, 2 plateau, 4 refutation of earlier plateaus.
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
