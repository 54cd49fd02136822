import { cellCreate, cellStep, cellVote, units } from './memory-cell';
import { sigmoid4 } from './math';
import { product } from './product';
import { bins, spectrum, spectrumCreate } from './spectrum';

// Silero VAD v5 at 16 kHz: spectrum, four convolutions, an LSTM of 128 units, one output. The order of the weights is that
// of `packWeights` in wasm/voice/silero-kernel.ts, all f32.
const frameBytes: usize = 512 * 4;
const contextBytes: usize = 64 * 4;
/** Frames whose layers are computed together: their values and a block of weights fit the first two caches. */
const together: i32 = 16;
const rowBytes: usize = <usize>bins * 4;

const windowAt: usize = 0;
const cosinesAt: usize = windowAt + 256 * 4;
const sinesAt: usize = cosinesAt + 128 * 4;
const weights1At: usize = sinesAt + 128 * 4;
const bias1At: usize = weights1At + <usize>(3 * bins * 128) * 4;
const weights2At: usize = bias1At + 128 * 4;
const bias2At: usize = weights2At + 3 * 128 * 64 * 4;
const weights3At: usize = bias2At + 64 * 4;
const bias3At: usize = weights3At + 2 * 64 * 64 * 4;
const weights4At: usize = bias3At + 64 * 4;
const bias4At: usize = weights4At + 64 * 128 * 4;
const inputAt: usize = bias4At + 128 * 4;
const gateBiasAt: usize = inputAt + 128 * 512 * 4;
const recurrentAt: usize = gateBiasAt + 512 * 4;
const voteAt: usize = recurrentAt + 128 * 512 * 4;
const voteBiasAt: usize = voteAt + 128 * 4;
const weightBytes: usize = voteBiasAt + 4;

let weights: usize = 0;
let audio: usize = 0;
let probabilities: usize = 0;
let magnitudes: usize = 0;
let layer1: usize = 0;
let layer2: usize = 0;
let layer3: usize = 0;
let layer4: usize = 0;
let gates: usize = 0;

/** Makes room for weights and at most `maxFrames` frames a call. Once an instance. Answers the bytes of the weights. */
export function detectCreate(maxFrames: i32): usize {
  const frames = <usize>together;
  weights = heap.alloc(weightBytes);
  audio = heap.alloc(contextBytes + frameBytes * <usize>maxFrames);
  memory.fill(audio, 0, contextBytes);
  probabilities = heap.alloc((<usize>maxFrames) << 2);
  magnitudes = heap.alloc(frames * 4 * rowBytes);
  memory.fill(magnitudes, 0, frames * 4 * rowBytes);
  layer1 = heap.alloc(frames * 4 * 128 * 4);
  layer2 = heap.alloc(frames * 2 * 64 * 4);
  layer3 = heap.alloc(frames * 64 * 4);
  layer4 = heap.alloc(frames * 128 * 4);
  gates = heap.alloc(frames * 512 * 4);
  spectrumCreate();
  cellCreate();
  return weightBytes;
}

export function detectWeights(): usize {
  return weights;
}

/** Where the samples of the frames go; the context lies before it. */
export function detectAudio(): usize {
  return audio + contextBytes;
}

export function detectProbabilities(): usize {
  return probabilities;
}

/** The layers that know no past, of `frames` frames at `samples`; rounded up to a multiple of four rows. */
function encode(samples: usize, frames: i32): void {
  const spectrumBytes: usize = rowBytes * 4;
  for (let frame = 0; frame < frames; frame++) {
    spectrum(
      samples + <usize>frame * frameBytes,
      weights + windowAt,
      weights + cosinesAt,
      weights + sinesAt,
      magnitudes + <usize>frame * spectrumBytes,
    );
  }
  const rows = (frames + 3) & ~3;
  // A kernel of three, padded by one: the first of the four steps lacks the tap before, the last the one after.
  const tap = <usize>bins * 8 * 4;
  for (let step = 0; step < 4; step++) {
    const first = step === 0 ? 1 : 0;
    const last = step === 3 ? 1 : 2;
    product(
      weights + weights1At + <usize>first * tap,
      tap * 3,
      weights + bias1At,
      magnitudes + <usize>(step + first - 1) * rowBytes,
      spectrumBytes,
      (last - first + 1) * bins,
      layer1 + <usize>step * 512,
      4 * 512,
      128,
      rows,
      true,
    );
  }
  // Steps of two: out of four, two (at 0 and 2), then one (at 0), then one.
  product(
    weights + weights2At + 128 * 32,
    3 * 128 * 32,
    weights + bias2At,
    layer1,
    2048,
    256,
    layer2,
    512,
    64,
    rows,
    true,
  );
  product(
    weights + weights2At,
    3 * 128 * 32,
    weights + bias2At,
    layer1 + 512,
    2048,
    384,
    layer2 + 256,
    512,
    64,
    rows,
    true,
  );
  product(
    weights + weights3At,
    2 * 64 * 32,
    weights + bias3At,
    layer2,
    512,
    128,
    layer3,
    256,
    64,
    rows,
    true,
  );
  product(weights + weights4At, 64 * 32, weights + bias4At, layer3, 256, 64, layer4, 512, 128, rows, true);
  product(
    weights + inputAt,
    128 * 32,
    weights + gateBiasAt,
    layer4,
    512,
    128,
    gates,
    2048,
    4 * units,
    rows,
    false,
  );
}

/** Probabilities of the frames at `detectAudio`; state and context go on to the next call. */
export function detect(frames: i32): void {
  for (let start = 0; start < frames; start += together) {
    const count = min(together, frames - start);
    encode(audio + <usize>start * frameBytes, count);
    for (let frame = 0; frame < count; frame++) {
      cellStep(gates + <usize>frame * 2048, weights + recurrentAt);
      const vote = cellVote(weights + voteAt, load<f32>(weights + voteBiasAt));
      const probability = f32x4.extract_lane(sigmoid4(f32x4.splat(vote)), 0);
      store<f32>(probabilities + ((<usize>(start + frame)) << 2), probability);
    }
  }
  memory.copy(audio, audio + <usize>frames * frameBytes, contextBytes);
}
