import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { frameSamples, voiceRate, type Detect } from '#wasm/speech/detect.ts';
import { frameLevelDbfs } from '#wasm/speech/frame-level.ts';
import { createRegions } from '#wasm/speech/regions.ts';
import {
  createDraftWindows,
  type DraftWindowOptions,
  type DraftWindows,
} from '#wasm/transcription/draft-windows.ts';
import { createLiveVoice } from './live-voice.ts';

export type DraftSound = Pick<DraftWindows, 'next' | 'waitingS' | 'skipped' | 'end'> & {
  /** Adds mono samples at 16 kHz, −1 to 1. Resolves when their speech is known, except for the last 128 ms. */
  push(mono: Float32Array): Promise<void>;
};

/** Finds speech in live sound, and cuts the sound into windows for a draft. `detect` serves this sound alone. */
export function createDraftSound(input: { detect: Detect } & DraftWindowOptions): DraftSound {
  const { detect, ...options } = input;
  const windows = createDraftWindows(options);
  const regions = createRegions();
  let frames = 0;
  let closed = 0;
  const toSpan = ([from, to]: TimeSpan): TimeSpan => [toS(from), toS(to)];

  const voice = createLiveVoice({
    detect,
    onBatch(sound, probabilities) {
      for (const [index, probability] of probabilities.entries())
        regions.push(probability, frameLevelDbfs(sound, index * frameSamples));
      frames += probabilities.length;
      const all = regions.soFar();
      const open = regions.open();
      // The last region that ended may have grown.
      const from = Math.max(0, closed - 1);
      const changed = [...all.slice(from), ...(open ? [open] : [])].map(toSpan);
      closed = all.length;
      windows.setSpeech(changed, from, toS(frames));
    },
  });

  return {
    async push(mono) {
      windows.push(mono);
      await voice.push(mono);
    },
    next: windows.next,
    end: windows.end,
    get waitingS() {
      return windows.waitingS;
    },
    skipped: windows.skipped,
  };
}

const toS = (frame: number): number => (frame * frameSamples) / voiceRate;
