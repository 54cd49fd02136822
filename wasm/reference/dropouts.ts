import { createHoleScan } from './dropout-scan.ts';
import { createSpanList, type Span } from '#wasm/dsp/time-span.ts';

export type Dropouts = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Holes so far: how many, and where, s. A hole in several channels is one. */
  result(): { count: number; spans: Span[] };
};

const windowS = 0.05;

export const dropoutWindowSamples = (sampleRate: number): number =>
  Math.max(32, Math.round(sampleRate * windowS));

/** Counts the holes of all channels, those that overlap as one. */
export function createHoleCount(sampleRate: number) {
  const list = createSpanList({ maxSpans: 100, gapS: 0.1 });
  let count = 0;
  let lastEnd = -1;
  return {
    /** Those of one window, samples, in any order; windows one after the other. */
    add(holes: Span[]): void {
      for (const [start, end] of holes.toSorted((a, b) => a[0] - b[0])) {
        if (start >= lastEnd) count++;
        lastEnd = Math.max(lastEnd, end);
        list.add(start / sampleRate, end / sampleRate);
      }
    },
    result: (): ReturnType<Dropouts['result']> => ({ count, spans: list.spans() }),
  };
}

/**
 * Finds holes in speech: 5 to 500 ms of exact zeros in a channel, with sound as loud as speech right before and after, which
 * stops and starts at once. Digital silence between words is none: speech fades there, a gate closes on what is quiet.
 */
export function createDropouts({ sampleRate, channels }: { sampleRate: number; channels: number }): Dropouts {
  const windowSamples = dropoutWindowSamples(sampleRate);
  const scans = Array.from({ length: channels }, () => createHoleScan({ sampleRate, windowSamples }));
  const holes = createHoleCount(sampleRate);
  let filled = 0;

  const endWindow = () => {
    holes.add(scans.flatMap(({ scan }) => scan()));
    filled = 0;
  };

  return {
    push(block) {
      const frames = block.length / channels;
      for (let at = 0; at < frames;) {
        const taken = Math.min(windowSamples - filled, frames - at);
        for (let channel = 0; channel < channels; channel++) {
          const { window } = scans[channel]!;
          for (let i = filled, from = at * channels + channel; i < filled + taken; i++, from += channels)
            window[i] = block[from]!;
        }
        at += taken;
        filled += taken;
        if (filled === windowSamples) endWindow();
      }
    },
    result: holes.result,
  };
}
