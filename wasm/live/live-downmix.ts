import { dbToPower } from '#wasm/dsp/decibel.ts';

/** Takes interleaved stereo and returns one mono sample per frame, without delay. */
type LiveDownmix = (block: Float32Array) => Float32Array<ArrayBuffer>;

const memoryS = 0.5;
const fadeS = 0.01;
/** A channel this far below the loudest one has no signal, as in `wasm/dsp/downmix-weights.ts`. */
const deadBelow = dbToPower(-40);
/**
 * Two channels count as inverted once their correlation is below `invertedBelow`, and until it is above `uprightAbove`.
 */
const invertedBelow = -0.8;
const uprightAbove = 0;
/**
 * Correlation below which two channels count as inverted at once, before `sureAfterS`. Two microphones in a room can
 * have opposite signs briefly; channels with swapped wires have them from the start.
 */
const plainlyInvertedBelow = -0.99;
/** Duration of sound in both channels after which `invertedBelow` applies, s. */
const sureAfterS = 0.3;
/** Below this power (-90 dBFS) the correlation is that of rounding errors. */
const soundPower = 1e-9;

/**
 * Creates a downmix of two channels for the time of recording. It follows the rules of `createDownmix` but without its
 * delay of half a second: a channel without a signal so far is left out, and the sign of an inverted one is changed. It
 * decides by the current block and the past. Changes are faded over 10 ms. Identical channels pass bit for bit.
 */
export function createLiveDownmix({ sampleRate }: { sampleRate: number }): LiveDownmix {
  const fadeFrames = Math.round(sampleRate * fadeS);
  /** Decaying sums of squares, of products, and of frames. */
  let [left, right, product, frames] = [0, 0, 0, 0];
  let [allLeft, allRight, allFrames] = [0, 0, 0];
  let soundFrames = 0;
  let hasLeft = false;
  let hasRight = false;
  let isInverted = false;
  let target: [number, number] = [0.5, 0.5];
  let weights: [number, number] = [0.5, 0.5];
  let fadeLeft = 0;
  let hadSignal = false;

  const measure = (block: Float32Array) => {
    const count = block.length / 2;
    let [l2, r2, lr] = [0, 0, 0];
    for (let i = 0; i < block.length; i += 2) {
      const l = block[i]!;
      const r = block[i + 1]!;
      l2 += l * l;
      r2 += r * r;
      lr += l * r;
    }
    const decay = Math.exp(-count / (sampleRate * memoryS));
    left = left * decay + l2;
    right = right * decay + r2;
    product = product * decay + lr;
    frames = frames * decay + count;
    allLeft += l2;
    allRight += r2;
    allFrames += count;
    if (Math.min(l2, r2) > soundPower * count) soundFrames += count;
  };

  const decide = (): [number, number] => {
    const loudest = Math.max(allLeft, allRight) / allFrames;
    hasLeft ||= left / frames > loudest * deadBelow;
    hasRight ||= right / frames > loudest * deadBelow;
    if (Math.min(left, right) > soundPower * frames) {
      const correlation = product / Math.sqrt(left * right);
      const isSure = soundFrames >= sureAfterS * sampleRate;
      if (correlation < (isSure ? invertedBelow : plainlyInvertedBelow)) isInverted = true;
      else if (correlation > uprightAbove) isInverted = false;
    }
    const sign = isInverted ? -1 : 1;
    if (hasLeft === hasRight) return [0.5, 0.5 * sign];
    return hasLeft ? [1, 0] : [0, sign];
  };

  return (block) => {
    const mono = new Float32Array(block.length / 2);
    if (mono.length === 0) return mono;
    measure(block);
    const next = decide();
    if (next[0] !== target[0] || next[1] !== target[1]) {
      target = next;
      // The first signal needs no fade.
      fadeLeft = hadSignal ? fadeFrames : 0;
      if (!hadSignal) weights = next;
    }
    hadSignal ||= hasLeft || hasRight;
    let frame = 0;
    for (; fadeLeft > 0 && frame < mono.length; frame++, fadeLeft--) {
      weights = [
        weights[0] + (target[0] - weights[0]) / fadeLeft,
        weights[1] + (target[1] - weights[1]) / fadeLeft,
      ];
      mono[frame] = block[frame * 2]! * weights[0] + block[frame * 2 + 1]! * weights[1];
    }
    const [l, r] = fadeLeft > 0 ? weights : target;
    for (; frame < mono.length; frame++) mono[frame] = block[frame * 2]! * l + block[frame * 2 + 1]! * r;
    if (fadeLeft === 0) weights = target;
    return mono;
  };
}
