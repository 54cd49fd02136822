import { createFlatTopScan } from './flat-top-scan.ts';

/** What was found in any channel of a window. `isRefuted`: a higher top shows that earlier plateaus were no clipping. */
export type FlatTops = { isFull: boolean; isPlateau: boolean; isRefuted: boolean };

const windowS = 0.05;

export const flatTopWindowSamples = (sampleRate: number): number =>
  Math.max(32, Math.round(sampleRate * windowS));

export function createFlatTopWindows(
  { sampleRate, channels }: { sampleRate: number; channels: number },
  onWindow: (found: FlatTops) => void,
) {
  const windowSamples = flatTopWindowSamples(sampleRate);
  const scans = Array.from({ length: channels }, () => createFlatTopScan(windowSamples));
  let filled = 0;

  const endWindow = () => {
    const found = scans.map((scan) => scan.scan());
    onWindow({
      isFull: found.some(({ isFull }) => isFull),
      isPlateau: found.some(({ isPlateau }) => isPlateau),
      isRefuted: found.some(({ isRefuted }) => isRefuted),
    });
    filled = 0;
  };

  return {
    windowSamples,
    /** Takes interleaved samples of whole frames. */
    push(block: Float32Array): void {
      const frames = block.length / channels;
      for (let at = 0; at < frames;) {
        const count = Math.min(windowSamples - filled, frames - at);
        for (let channel = 0; channel < channels; channel++) {
          const { window } = scans[channel]!;
          for (let i = filled, from = at * channels + channel; i < filled + count; i++, from += channels)
            window[i] = block[from]!;
        }
        at += count;
        filled += count;
        if (filled === windowSamples) endWindow();
      }
    },
  };
}
