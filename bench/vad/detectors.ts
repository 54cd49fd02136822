/** The detectors that `eval vad` compares. They get sound at 16 kHz and return speech regions in s. */
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createVoiceActivity } from '#wasm/speech/activity.ts';
import { frameSamples, voiceRate, type Detect } from '#wasm/speech/detect.ts';

const frameS = frameSamples / voiceRate;
const blockSamples = 16_000;

/**
 * Returns the regions of the product, and those of its network alone: frames with a probability of at least 0.5,
 * without hysteresis and padding.
 */
export async function hearOurs(
  samples: Float32Array,
  detect: Detect,
): Promise<{ regions: TimeSpan[]; network: TimeSpan[] }> {
  const network: TimeSpan[] = [];
  let frame = 0;
  const activity = createVoiceActivity({
    detect,
    look(_, probabilities) {
      for (const probability of probabilities) {
        if (probability >= 0.5) network.push([frame * frameS, (frame + 1) * frameS]);
        frame++;
      }
    },
  });
  for (let at = 0; at < samples.length; at += blockSamples)
    await activity.push(samples.subarray(at, at + blockSamples));
  return { regions: await activity.finish(), network };
}

const threshold = 0.5;
const negativeThreshold = 0.35;
const minSilenceS = 0.1;
const minSpeechS = 0.25;
const padS = 0.03;

/**
 * Returns the regions by the rule of the model's authors (snakers4/silero-vad, get_speech_timestamps with defaults):
 * hysteresis with two thresholds, minimum silence, minimum speech, padding. A gap that is narrower than both pads is
 * split between them.
 */
export function plainRegions(probabilities: Float32Array, durationS: number): TimeSpan[] {
  const regions: TimeSpan[] = [];
  let start: number | null = null;
  let end: number | null = null;
  for (const [frame, probability] of probabilities.entries()) {
    const at = frame * frameS;
    if (probability >= threshold) {
      end = null;
      start ??= at;
    } else if (probability < negativeThreshold && start !== null) {
      end ??= at;
      if (at - end < minSilenceS) continue;
      if (end - start > minSpeechS) regions.push([start, end]);
      start = null;
      end = null;
    }
  }
  if (start !== null && durationS - start > minSpeechS) regions.push([start, durationS]);
  return regions.map(([from, to], index): TimeSpan => {
    const before = from - (regions[index - 1]?.[1] ?? -Infinity);
    const after = (regions[index + 1]?.[0] ?? Infinity) - to;
    return [
      Math.max(0, from - Math.min(padS, before / 2)),
      Math.min(durationS, to + Math.min(padS, after / 2)),
    ];
  });
}

/** Runs Silero v5 as published, without our gain. */
export async function hearPlain(samples: Float32Array, detect: Detect): Promise<TimeSpan[]> {
  const frames = new Float32Array(Math.ceil(samples.length / frameSamples) * frameSamples);
  frames.set(samples);
  return plainRegions(await detect(frames), samples.length / voiceRate);
}
