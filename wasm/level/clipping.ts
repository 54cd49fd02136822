import { createSpanList, type Span } from './spans.ts';

export type Clipping = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Share of the windows so far that hold a clipped run, and where they are, s. */
  result(): { share: number; spans: Span[] };
};

/** Full scale of 8-bit sound is 127/128; lossy codecs overshoot it. */
const fullScale = 0.99;
/** One sample at full scale is a peak, three in a row are a flat top. */
const minRun = 3;
const windowS = 0.05;

/** Finds flat tops: runs at full scale in any channel, counted by windows of 50 ms. */
export function createClipping({ sampleRate, channels }: { sampleRate: number; channels: number }): Clipping {
  const windowSamples = Math.max(1, Math.round(sampleRate * windowS));
  const runs = new Uint32Array(channels);
  const list = createSpanList({ maxSpans: 100, gapS: 0.5 });
  let samples = 0;
  let clippedWindows = 0;
  let lastWindow = -1;

  const mark = (sample: number) => {
    const window = Math.floor(sample / windowSamples);
    if (window === lastWindow) return;
    lastWindow = window;
    clippedWindows++;
    list.add((window * windowSamples) / sampleRate, ((window + 1) * windowSamples) / sampleRate);
  };

  return {
    push(block) {
      const frames = block.length / channels;
      for (let frame = 0, i = 0; frame < frames; frame++) {
        for (let channel = 0; channel < channels; channel++, i++) {
          const isFull = Math.abs(block[i]!) >= fullScale;
          if (!isFull) runs[channel] = 0;
          else if (++runs[channel]! >= minRun) mark(samples + frame);
        }
      }
      samples += frames;
    },
    result() {
      const windows = Math.ceil(samples / windowSamples);
      return { share: windows === 0 ? 0 : clippedWindows / windows, spans: list.spans() };
    },
  };
}
