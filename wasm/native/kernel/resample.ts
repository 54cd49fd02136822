import { spread } from './resample-lanes';
import { filterPhases, phasesCreate } from './resample-phases';
import { filterRow } from './resample-rows';
import { filterWhole } from './resample-whole';

const maxBlock: i32 = 65536;
/** Approximate number of samples per pass through the lanes: few enough to stay in the cache. */
const samplesAtOnce: i32 = 8192;
/** Number of outputs by which a stretch may be exceeded, because outputs are computed in fours. */
const outSlack: i32 = 4;

/** `isWhole`: the input rate is a multiple of the output rate. `isNearest`: too many phases, so the nearest row is used. */
let isWhole: bool = false;
let isNearest: bool = false;
let up: i32 = 0;
let down: i32 = 0;
let phases: i32 = 0;
let taps: i32 = 0;
let lanes: i32 = 0;
/** Row `phase` lies at `table + phase * rowBytes`, with `slack` zeros before and after it; `rowBytes` includes those after it. */
let table: usize = 0;
let rowBytes: usize = 0;
/** Number of taps on one side for each remainder of `isWhole`, a multiple of four. */
let pairs: i32 = 0;
/** Number of samples beyond the filter that are read but multiplied by zero. */
let slack: i32 = 0;
let maxOutputs: i32 = 0;
let input: usize = 0;
let spreadOut: usize = 0;
let staged: usize = 0;
let output: usize = 0;
/**
 * Number of samples in `input`; first sample of the next output's filter; fractional position of that output, in
 * 1/`up`.
 */
let filled: i32 = 0;
let next: i32 = 0;
let fraction: i32 = 0;

function zeros(bytes: usize): usize {
  const at = heap.alloc(bytes);
  memory.fill(at, 0, bytes);
  return at;
}

/**
 * Allocates the memory. `tapCount` is a multiple of sixteen. Returns the largest number of samples per call of
 * `resample`. Call once per instance.
 */
export function resampleCreate(rateUp: i32, rateDown: i32, phaseCount: i32, tapCount: i32): i32 {
  up = rateUp;
  down = rateDown;
  phases = phaseCount;
  taps = tapCount;
  isWhole = up === 1;
  isNearest = phases !== up;
  lanes = isWhole ? 4 : 8;
  pairs = ((taps / 2 - 1 + down - 1) / down + 3) & ~3;
  slack = 8 * (down / up + 1) + 8;
  rowBytes = (<usize>(taps + slack)) << 2;
  table = zeros(rowBytes * <usize>phases + ((<usize>slack) << 2)) + ((<usize>slack) << 2);
  // Each lane takes whole periods of the two rates.
  const periods = max(1, samplesAtOnce / lanes / down);
  maxOutputs = isNearest ? maxBlock : lanes * periods * up;
  const stretchSamples = isNearest ? 0 : periods * down;
  const laneSamples = stretchSamples + taps + 2 * slack + 4;
  // Between calls, fewer samples than the filter and a step are kept. Lanes that are not used read beyond the samples.
  input = zeros(
    (<usize>(taps + down / up + 1 + maxBlock + slack + (lanes * stretchSamples + laneSamples))) << 2,
  );
  if (!isNearest) {
    const laneBytes = (<usize>lanes) << 2;
    spreadOut = zeros(<usize>(laneSamples + slack) * laneBytes) + <usize>slack * laneBytes;
    staged = zeros(<usize>(periods * up + outSlack) * laneBytes);
  }
  output = zeros((<usize>((<i64>(maxBlock + 1) * rateUp) / rateDown + 2)) << 2);
  if (!isNearest && !isWhole) phasesCreate(table, rowBytes, taps, up, down);
  // Aligns output and input: the half of the filter before the first sample reads silence.
  filled = taps / 2 - 1;
  return maxBlock;
}

export function resampleRow(phase: i32): usize {
  return table + <usize>phase * rowBytes;
}

export function resampleIn(): usize {
  return input + ((<usize>filled) << 2);
}

export function resampleOut(): usize {
  return output;
}

/** Returns the number of outputs for which all samples are present. */
function ready(): i32 {
  const room = filled - taps - next;
  if (room < 0) return 0;
  return <i32>((<i64>(room + 1) * up - fraction + down - 1) / down);
}

function advance(count: i32): void {
  const to = <i64>count * down + fraction;
  next += <i32>(to / up);
  fraction = <i32>(to % up);
}

/** Computes `count` outputs at `to`: each lane computes one stretch, and the stretches are stored in order. */
function throughLanes(count: i32, to: usize): void {
  const periods = (count + lanes * up - 1) / (lanes * up);
  const stretch = periods * up;
  const perLane = min(stretch, count);
  const stretchSamples = (<usize>(periods * down)) << 2;
  const from = input + ((<usize>next) << 2);
  const needed = <i32>((<i64>(perLane + 3) * down) / up) + taps + slack + 3;
  const stretchBytes = (<usize>(stretch + outSlack)) << 2;
  if (isWhole) {
    spread(from, stretchSamples, needed & ~3, spreadOut, 16);
    const half = taps / 2 - 1;
    const middle = spreadOut + ((<usize>half) << 4);
    filterWhole(middle, down, table + ((<usize>half) << 2), pairs, perLane, staged, stretchBytes);
  } else {
    spread(from, stretchSamples, needed & ~3, spreadOut, 32);
    spread(from + 4 * stretchSamples, stretchSamples, needed & ~3, spreadOut + 16, 32);
    filterPhases(spreadOut, fraction, perLane, staged, stretchBytes);
  }
  for (let lane = 0; lane < lanes && lane * stretch < count; lane++)
    memory.copy(
      to + ((<usize>(lane * stretch)) << 2),
      staged + <usize>lane * stretchBytes,
      (<usize>min(stretch, count - lane * stretch)) << 2,
    );
}

function throughNearest(count: i32, to: usize): void {
  for (let n = 0; n < count; n++) {
    const phase = min(phases - 1, <i32>Math.floor((<f64>fraction * <f64>phases) / <f64>up + 0.5));
    store<f32>(
      to + ((<usize>n) << 2),
      filterRow(table + <usize>phase * rowBytes, input + ((<usize>next) << 2), taps),
    );
    advance(1);
  }
}

/** Processes `count` samples written at `resampleIn`; returns the number of outputs at `resampleOut`. */
export function resample(count: i32): i32 {
  filled += count;
  // Samples multiplied by zero must be finite too.
  memory.fill(input + ((<usize>filled) << 2), 0, (<usize>slack) << 2);
  const outputs = ready();
  for (let produced = 0; produced < outputs; produced += maxOutputs) {
    const part = min(outputs - produced, maxOutputs);
    const to = output + ((<usize>produced) << 2);
    if (isNearest) {
      throughNearest(part, to);
      continue;
    }
    throughLanes(part, to);
    advance(part);
  }
  const used = min(next, filled);
  filled -= used;
  next -= used;
  memory.copy(input, input + ((<usize>used) << 2), (<usize>filled) << 2);
  return outputs;
}
