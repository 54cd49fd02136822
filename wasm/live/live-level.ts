import { amplitudeToDb } from '#wasm/dsp/decibel.ts';
import { createWeightedEnergy } from '#wasm/dsp/k-weighting.ts';

type LiveLevel = {
  push(block: Float32Array): void;
  /**
   * Returns the highest sample of any channel and the RMS of the loudest channel since the last call, dBFS, and the
   * loudness of the last 400 ms, LUFS, which is null for silence.
   */
  take(): { peakDbfs: number; rmsDbfs: number; momentaryLufs: number | null };
  /**
   * Returns the largest deviation of a sample from the mean of its channel since the last call, dBFS. The mean does not
   * count, because a dead input may have a DC offset.
   */
  takeAlivePeakDbfs(): number;
};

const stepsPerS = 100;
const momentarySteps = 40;
const offsetS = 0.04;

const toDbfs = (amplitude: number) => (amplitude > 0 ? amplitudeToDb(amplitude) : -Infinity);

export function createLiveLevel(input: { sampleRate: number; channels: number }): LiveLevel {
  const { sampleRate, channels } = input;
  const weighted = createWeightedEnergy(input);
  const stepFrames = Math.max(1, Math.round(sampleRate / stepsPerS));
  const steps = new Float64Array(momentarySteps);
  const offsets = new Float64Array(channels);
  const follow = 1 / (offsetS * sampleRate);
  const squares = new Float64Array(channels);
  let step = 0;
  let stepFilled = 0;
  let peak = 0;
  let frames = 0;
  let alivePeak = 0;
  let hasBegun = false;

  const measure = (block: Float32Array, channel: number) => {
    let offset = offsets[channel]!;
    let sum = 0;
    for (let i = channel; i < block.length; i += channels) {
      const sample = block[i]!;
      const magnitude = sample < 0 ? -sample : sample;
      if (magnitude > peak) peak = magnitude;
      sum += sample * sample;
      offset += (sample - offset) * follow;
      const swing = sample > offset ? sample - offset : offset - sample;
      if (swing > alivePeak) alivePeak = swing;
    }
    squares[channel]! += sum;
    offsets[channel] = Math.abs(offset) < 1e-20 ? 0 : offset;
  };

  return {
    push(block) {
      const count = block.length / channels;
      if (!hasBegun) for (let c = 0; c < channels; c++) offsets[c] = block[c] ?? 0;
      hasBegun ||= count > 0;
      for (let channel = 0; channel < channels; channel++) measure(block, channel);
      frames += count;
      for (let at = 0; at < count;) {
        const taken = Math.min(stepFrames - stepFilled, count - at);
        weighted.add(block, at, taken);
        at += taken;
        stepFilled += taken;
        if (stepFilled < stepFrames) continue;
        steps[step++ % momentarySteps] = weighted.take() / stepFrames;
        stepFilled = 0;
      }
    },
    take() {
      const meanSquare = frames === 0 ? 0 : Math.max(...squares) / frames;
      const known = Math.min(step, momentarySteps);
      const energy = steps.reduce((sum, value) => sum + value, 0) / Math.max(1, known);
      const result = {
        peakDbfs: toDbfs(peak),
        rmsDbfs: toDbfs(Math.sqrt(meanSquare)),
        momentaryLufs: energy > 1e-12 ? -0.691 + 10 * Math.log10(energy) : null,
      };
      peak = 0;
      frames = 0;
      squares.fill(0);
      return result;
    },
    takeAlivePeakDbfs() {
      const dbfs = toDbfs(alivePeak);
      alivePeak = 0;
      return dbfs;
    },
  };
}
