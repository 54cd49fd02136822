import { transformOutput, points } from './winograd';
import { lstmCreate, lstmStep, lstmOutput, units } from './lstm';
import { sigmoid4 } from './math';
import { gemm } from './gemm';
import { bins, spectrum, spectrumCreate } from './silero-spectrum';

// Silero VAD v5 at 16 kHz: spectrum, four convolutions, an LSTM of 128 units, one output. The order of the weights is that
// of `packWeights` in wasm/speech/silero.ts, all f32.
const frameBytes: usize = 512 * 4;
const contextBytes: usize = 64 * 4;
/** Number of frames in a batch: few enough that a block of weights and its operands fit the first-level cache. */
const together: i32 = 32;
const rowBytes: usize = <usize>bins * 4;

const windowAt: usize = 0;
/** Twiddle factors of the FFT: see `kernelTwiddles`. */
const twiddlesAt: usize = windowAt + 256 * 4;
const weights1At: usize = twiddlesAt + 252 * 24;
const bias1At: usize = weights1At + <usize>(points * bins * 128) * 4;
const weights2At: usize = bias1At + 128 * 4;
const bias2At: usize = weights2At + 3 * 128 * 64 * 4;
const weights3At: usize = bias2At + 64 * 4;
const bias3At: usize = weights3At + 2 * 64 * 64 * 4;
const weights4At: usize = bias3At + 64 * 4;
const bias4At: usize = weights4At + 64 * 128 * 4;
const inputAt: usize = bias4At + 128 * 4;
const gateBiasAt: usize = inputAt + 128 * 512 * 4;
const recurrentAt: usize = gateBiasAt + 512 * 4;
const outputWeightsAt: usize = recurrentAt + 128 * 512 * 4;
const outputBiasAt: usize = outputWeightsAt + 128 * 4;
/** Cosines and sines that separate real spectra: see `kernelHalves`. */
const halvesAt: usize = outputBiasAt + 4;
const weightBytes: usize = halvesAt + 130 * 4;

let weights: usize = 0;
let audio: usize = 0;
let probabilities: usize = 0;
let magnitudes: usize = 0;
let values1: usize = 0;
let layer1: usize = 0;
let layer2: usize = 0;
let layer3: usize = 0;
let layer4: usize = 0;
let gates: usize = 0;
let zeros: usize = 0;
/** Row of each frame of a batch among the frames that are not silent; -1 for silence. */
let slots: usize = 0;

let isGated: bool = false;
/** Gates of a frame of digital silence, precomputed. */
let silentGates: usize = 0;
let silentFrames: i32 = 0;

/**
 * Allocates memory for the weights and for at most `maxFrames` frames per call. Returns the size of the weights in
 * bytes. Call once per instance.
 */
export function detectCreate(maxFrames: i32): usize {
  const frames = <usize>together;
  weights = heap.alloc(weightBytes);
  audio = heap.alloc(contextBytes + frameBytes * <usize>maxFrames);
  memory.fill(audio, 0, contextBytes);
  probabilities = heap.alloc((<usize>maxFrames) << 2);
  magnitudes = heap.alloc(points * frames * rowBytes);
  memory.fill(magnitudes, 0, points * frames * rowBytes);
  values1 = heap.alloc(points * frames * 512);
  layer1 = heap.alloc(frames * 4 * 128 * 4);
  layer2 = heap.alloc(frames * 2 * 64 * 4);
  layer3 = heap.alloc(frames * 64 * 4);
  layer4 = heap.alloc(frames * 128 * 4);
  gates = heap.alloc(frames * 512 * 4);
  zeros = heap.alloc(512);
  memory.fill(zeros, 0, 512);
  slots = heap.alloc(frames * 4);
  silentGates = heap.alloc(2048);
  spectrumCreate(weights + twiddlesAt);
  lstmCreate();
  return weightBytes;
}

export function detectWeights(): usize {
  return weights;
}

/** Call once after the weights are written: frames of digital silence then skip the layers before the LSTM. */
export function detectGate(): void {
  memory.fill(audio, 0, contextBytes + frameBytes);
  hear(audio, 0);
  encode(1);
  memory.copy(silentGates, gates, 2048);
  isGated = true;
}

export function detectSilent(): i32 {
  return silentFrames;
}

/** Returns the address for the samples of the frames; the context lies before it. */
export function detectAudio(): usize {
  return audio + contextBytes;
}

export function detectProbabilities(): usize {
  return probabilities;
}

function isSilent(samples: usize): bool {
  let bits = i32x4.splat(0);
  const end = samples + contextBytes + frameBytes;
  for (let at = samples; at < end; at += 32) bits = v128.or(bits, v128.or(v128.load(at), v128.load(at, 16)));
  return !v128.any_true(f32x4.abs(bits));
}

function hear(samples: usize, row: i32): void {
  spectrum(
    samples,
    weights + windowAt,
    weights + halvesAt,
    magnitudes + <usize>row * rowBytes,
    <usize>together * rowBytes,
  );
}

/** Runs the stateless layers on the first `frames` rows; products take a multiple of four rows. */
function encode(frames: i32): void {
  const pointBytes = <usize>together * rowBytes;
  const rows = (frames + 3) & ~3;
  const valueBytes = <usize>together * 512;
  for (let point = 0; point < points; point++) {
    gemm(
      weights + weights1At + <usize>(point * bins * 128) * 4,
      <usize>bins * 32,
      zeros,
      magnitudes + <usize>point * pointBytes,
      rowBytes,
      bins,
      values1 + <usize>point * valueBytes,
      512,
      128,
      rows,
      false,
    );
  }
  for (let frame = 0; frame < frames; frame++)
    transformOutput(
      values1 + <usize>frame * 512,
      valueBytes,
      weights + bias1At,
      layer1 + <usize>frame * 2048,
      128,
    );
  // The second and third convolution have stride 2: four columns become two (at 0 and 2), then one (at 0); the fourth
  // keeps one.
  gemm(
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
  gemm(
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
  gemm(weights + weights3At, 2 * 64 * 32, weights + bias3At, layer2, 512, 128, layer3, 256, 64, rows, true);
  gemm(weights + weights4At, 64 * 32, weights + bias4At, layer3, 256, 64, layer4, 512, 128, rows, true);
  gemm(
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

/** The LSTM runs on silent frames too: its state decays over about a minute. */
function speechProbability(gatesOfFrame: usize): f32 {
  lstmStep(gatesOfFrame, weights + recurrentAt);
  const logit = lstmOutput(weights + outputWeightsAt, load<f32>(weights + outputBiasAt));
  return f32x4.extract_lane(sigmoid4(f32x4.splat(logit)), 0);
}

/** Computes the probabilities of the frames at `detectAudio`; keeps state and context for the next call. */
export function detect(frames: i32): void {
  for (let start = 0; start < frames; start += together) {
    const count = min(together, frames - start);
    let heard = 0;
    for (let frame = 0; frame < count; frame++) {
      const samples = audio + <usize>(start + frame) * frameBytes;
      const slot = isGated && isSilent(samples) ? -1 : heard++;
      store<i32>(slots + ((<usize>frame) << 2), slot);
      if (slot >= 0) hear(samples, slot);
    }
    encode(heard);
    for (let frame = 0; frame < count; frame++) {
      const slot = load<i32>(slots + ((<usize>frame) << 2));
      if (slot < 0) silentFrames++;
      const gatesOfFrame = slot < 0 ? silentGates : gates + <usize>slot * 2048;
      store<f32>(probabilities + ((<usize>(start + frame)) << 2), speechProbability(gatesOfFrame));
    }
  }
  memory.copy(audio, audio + <usize>frames * frameBytes, contextBytes);
}
