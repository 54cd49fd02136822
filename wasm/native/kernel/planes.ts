/** Number of samples that are kept before each plane: the longest look-back of its users. */
let history: i32 = 0;

let channels: i32 = 0;
let maxFrames: i32 = 0;
let input: usize = 0;
let planes: usize = 0;
let planeBytes: usize = 0;
let count: i32 = 0;

/** Allocates planes for at most `frames` frames per push, and `past` frames before them. Call once per instance. */
export function planesCreate(channelCount: i32, frames: i32, past: i32): void {
  channels = channelCount;
  history = past;
  maxFrames = frames;
  // Vectors may exceed the last sample.
  input = heap.alloc(((<usize>(channels * frames)) << 2) + 16);
  planeBytes = (<usize>(history + frames)) << 2;
  planes = heap.alloc(planeBytes * <usize>channels);
  memory.fill(planes, 0, planeBytes * <usize>channels);
}

export function planesIn(): usize {
  return input;
}

/** Returns the address of the first sample of the last push in a channel, which is preceded by `history` samples. */
export function planeOf(channel: i32): usize {
  return planes + planeBytes * <usize>channel + ((<usize>history) << 2);
}

/** Largest amplitude of a sample, as in `wasm/dsp/sanitise.ts`. */
const maxSample: f32 = 65536;
/** Bit of a float that is set from 2 on, in infinities and in NaN. */
const twoOrMore: i32 = 0x40000000;

/** Replaces NaN, and samples beyond `maxSample`, by 0 at `planesIn`. */
function bound(samples: i32): void {
  const end = input + ((<usize>samples) << 2);
  let bits = i32x4.splat(0);
  for (let at = input; at < end; at += 16) bits = v128.or(bits, v128.load(at));
  if (!v128.any_true(v128.and(bits, i32x4.splat(twoOrMore)))) return;
  const most = f32x4.splat(maxSample);
  for (let at = input; at < end; at += 16) {
    const four = v128.load(at);
    v128.store(at, v128.and(four, f32x4.le(f32x4.abs(four), most)));
  }
}

/** Deinterleaves `frames` frames written at `planesIn`; the previous ones become the past. */
export function planesPush(frames: i32): void {
  for (let channel = 0; channel < channels; channel++) {
    const plane = planes + planeBytes * <usize>channel;
    memory.copy(plane, plane + ((<usize>count) << 2), (<usize>history) << 2);
  }
  count = frames;
  bound(frames * channels);
  if (channels === 1) {
    memory.copy(planeOf(0), input, (<usize>frames) << 2);
    return;
  }
  if (channels === 2) {
    const left = planeOf(0);
    const right = planeOf(1);
    const whole = frames & ~3;
    for (let frame = 0; frame < whole; frame += 4) {
      const from = input + ((<usize>frame) << 3);
      const a = v128.load(from);
      const b = v128.load(from, 16);
      v128.store(left + ((<usize>frame) << 2), v128.shuffle<f32>(a, b, 0, 2, 4, 6));
      v128.store(right + ((<usize>frame) << 2), v128.shuffle<f32>(a, b, 1, 3, 5, 7));
    }
    for (let frame = whole; frame < frames; frame++) {
      const from = input + ((<usize>frame) << 3);
      store<f32>(left + ((<usize>frame) << 2), load<f32>(from));
      store<f32>(right + ((<usize>frame) << 2), load<f32>(from, 4));
    }
    return;
  }
  for (let channel = 0; channel < channels; channel++) {
    const plane = planeOf(channel);
    for (let frame = 0; frame < frames; frame++)
      store<f32>(
        plane + ((<usize>frame) << 2),
        load<f32>(input + ((<usize>(frame * channels + channel)) << 2)),
      );
  }
}
