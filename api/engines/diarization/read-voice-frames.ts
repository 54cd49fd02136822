import { closeSync, openSync, readSync } from 'node:fs';
import { pcmBytesPerSample, type PcmFile } from '#api/media/pcm-file.ts';
import type { Stretch } from '#wasm/diarization/segments.ts';
import {
  cepstra,
  createVoiceAnalyser,
  frameHop,
  frameReach,
  speakerRate,
  type VoiceFrames,
} from '#wasm/diarization/voice-frames.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

// Number of frames that are read at once: 16 s of audio.
const framesAtOnce = 1000;

/**
 * Returns the voice features of all regions, frame by frame. `stretches[i]` is the range of frames of `regions[i]`. The
 * file is read in pieces, and only the features are kept (84 bytes per frame, 62.5 frames per second of speech). The
 * function reads synchronously and is therefore only for child processes.
 */
export function readVoiceFrames(
  { path, samples }: PcmFile,
  regions: readonly TimeSpan[],
): { frames: VoiceFrames; stretches: Stretch[] } {
  const bounds = regions.map(([start, end]): Stretch => [toSample(start, samples), toSample(end, samples)]);
  const most = bounds.reduce((sum, [from, to]) => sum + Math.ceil((to - from) / frameHop), 0);
  const frames: VoiceFrames = {
    count: 0,
    values: new Float32Array(most * cepstra),
    pitch: new Float32Array(most),
    level: new Float32Array(most),
  };
  const analyse = createVoiceAnalyser();
  const block = new Float32Array((framesAtOnce - 1) * frameHop + frameReach);
  const raw = Buffer.alloc(block.length * pcmBytesPerSample);
  const file = openSync(path, 'r');
  try {
    const stretches = bounds.map(([from, to]): Stretch => {
      const first = frames.count;
      const count = Math.ceil((to - from) / frameHop);
      for (let done = 0; done < count; done += framesAtOnce) {
        const take = Math.min(framesAtOnce, count - done);
        const wanted = (take - 1) * frameHop + frameReach;
        const start = from + done * frameHop;
        // Samples after the end of the file are zero.
        const bytes = readSync(file, raw, 0, wanted * pcmBytesPerSample, start * pcmBytesPerSample);
        for (let i = 0; i < wanted; i++)
          block[i] = i * 2 + 1 < bytes ? raw.readInt16LE(i * pcmBytesPerSample) / 32_768 : 0;
        frames.count += analyse(block.subarray(0, wanted), frames, frames.count);
      }
      return [first, frames.count];
    });
    return { frames, stretches };
  } finally {
    closeSync(file);
  }
}

const toSample = (seconds: number, samples: number) =>
  Math.max(0, Math.min(samples, Math.round(seconds * speakerRate)));
