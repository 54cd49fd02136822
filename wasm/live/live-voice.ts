import { dbToAmplitude } from '#wasm/dsp/decibel.ts';
import { gainForLevel } from '#wasm/speech/frame-gain.ts';
import { frameLevelDbfs } from '#wasm/speech/frame-level.ts';
import { frameSamples, type Detect } from '#wasm/speech/detect.ts';

const framesAtOnce = 4;
export const batchSamples = framesAtOnce * frameSamples;

type LiveVoice = {
  /** Takes mono samples at 16 kHz. `onBatch` receives them unamplified in batches, with the probability of speech of each frame. */
  push(mono: Float32Array): Promise<void>;
};

/** The gain depends on the last 2 s, and its noise floor on the last `rememberedRooms` spans of 2 s. */
const recentFrames = 64;
const rememberedRooms = 16;
const loudShare = 0.9;
const roomShare = 0.1;
const rampSamples = 1_600;
const silentDbfs = -80;

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)]!;

/** Detects speech like `createVoiceActivity`, but in batches of 128 ms instead of 2 s; the gain depends on the past 2 s. */
export function createLiveVoice({
  detect,
  onBatch,
}: {
  detect: Detect;
  onBatch: (sound: Float32Array, probabilities: Float32Array) => void;
}): LiveVoice {
  const batch = new Float32Array(batchSamples);
  const recent: number[] = [];
  const rooms: number[] = [];
  let filled = 0;
  let batches = 0;
  let previous: number | null = null;

  const gainFor = (levels: readonly number[]): number => {
    recent.push(...levels);
    if (recent.length > recentFrames) recent.splice(0, recent.length - recentFrames);
    const sorted = recent.toSorted((a, b) => a - b);
    const room = quantile(sorted, roomShare);
    if (++batches % (recentFrames / framesAtOnce) === 0) {
      rooms.push(room);
      if (rooms.length > rememberedRooms) rooms.shift();
    }
    const level = Math.max(quantile(sorted, loudShare), ...levels);
    return dbToAmplitude(gainForLevel(level, Math.min(room, ...rooms)));
  };

  return {
    async push(mono) {
      for (let at = 0; at < mono.length;) {
        const part = mono.subarray(at, at + batchSamples - filled);
        batch.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < batchSamples) continue;
        filled = 0;
        const sound = batch.slice();
        const levels = Array.from({ length: framesAtOnce }, (_, i) =>
          frameLevelDbfs(sound, i * frameSamples),
        );
        const gain = gainFor(levels);
        const raised = sound.slice();
        // The gain falls at once, because the louder passage begins within these samples. It rises by a ramp.
        const from = Math.min(previous ?? gain, gain);
        for (let i = 0; i < raised.length; i++)
          raised[i]! *= from + (gain - from) * Math.min(1, i / rampSamples);
        previous = Math.max(...levels) < silentDbfs ? null : gain;
        onBatch(sound, await detect(raised));
      }
    },
  };
}
