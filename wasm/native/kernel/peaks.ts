import { planesIn } from './planes';
import { high, low, setRange, widen } from './range';

let frameBytes: usize = 0;
let sampleRate: f64 = 0;
let rate: f64 = 0;
let output: usize = 0;
/** Number of frames so far, number of pairs completed, and the frame at which the next pair ends. */
let position: f64 = 0;
let count: f64 = 0;
let boundary: f64 = 0;
let lowest: f32 = 0;
let highest: f32 = 0;
let isOpen: bool = false;

/**
 * `pairRate` is the number of pairs a second, `maxFrames` the largest number of frames per push. Call once per
 * instance.
 */
export function peaksCreate(channels: i32, inputRate: f64, pairRate: f64, maxFrames: i32): void {
  frameBytes = (<usize>channels) << 2;
  sampleRate = inputRate;
  rate = pairRate;
  boundary = Math.floor(sampleRate / rate);
  output = heap.alloc((<usize>((<f64>maxFrames * rate) / sampleRate) + 2) << 1);
}

export function peaksOut(): usize {
  return output;
}

/** Rounds as `Math.round`; NaN becomes 0. */
function to8Bit(sample: f32): i8 {
  const value = Math.floor(<f64>sample * 127 + 0.5);
  if (value >= 127) return 127;
  if (value <= -128) return -128;
  return isNaN(value) ? 0 : <i8>value;
}

function endPair(to: usize): void {
  store<i8>(to, to8Bit(lowest));
  store<i8>(to, to8Bit(highest), 1);
  count += 1;
  boundary = Math.floor(((count + 1) * sampleRate) / rate);
  isOpen = false;
}

/** Processes the interleaved frames of the last push of the planes; returns the number of pairs at `peaksOut`. */
export function peaksPush(frames: i32): i32 {
  let from = planesIn();
  let pairs: i32 = 0;
  for (let at: i32 = 0; at < frames;) {
    const taken = min(frames - at, <i32>(boundary - position));
    if (!isOpen && taken > 0) {
      lowest = highest = load<f32>(from);
      isOpen = true;
    }
    const bytes = frameBytes * <usize>taken;
    setRange(lowest, highest);
    widen(from, <i32>(bytes >> 2));
    lowest = low;
    highest = high;
    from += bytes;
    at += taken;
    position += <f64>taken;
    if (position !== boundary) continue;
    endPair(output + ((<usize>pairs) << 1));
    pairs++;
  }
  return pairs;
}

export function peaksFinish(): i32 {
  if (!isOpen) return 0;
  endPair(output);
  return 1;
}
