import { createFlatTopScan } from '../level/flat-top-scan.ts';

export type LiveClipping = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Windows of 50 ms with flat tops among those of the last `seconds` (at most 10). */
  windowsIn(seconds: number): number;
};

const windowS = 0.05;
const remembered = 200;
const full = 2;
const plateau = 1;

/** Where the sound is cut off, as `createClipping` finds it, of the last seconds. */
export function createLiveClipping(input: { sampleRate: number; channels: number }): LiveClipping {
  const { sampleRate, channels } = input;
  const windowSamples = Math.max(32, Math.round(sampleRate * windowS));
  const scans = Array.from({ length: channels }, () => createFlatTopScan(windowSamples));
  const found = new Uint8Array(remembered);
  let windows = 0;
  let filled = 0;

  const endWindow = () => {
    const results = scans.map((scan) => scan.scan());
    // A higher top shows that those below were none.
    if (results.some(({ isRefuted }) => isRefuted))
      for (let i = 0; i < remembered; i++) if (found[i] === plateau) found[i] = 0;
    const isFull = results.some((result) => result.isFull);
    const isPlateau = results.some((result) => result.isPlateau);
    found[windows++ % remembered] = isFull ? full : isPlateau ? plateau : 0;
    filled = 0;
  };

  return {
    push(block) {
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
    windowsIn(seconds) {
      const asked = Math.min(windows, remembered, Math.round(seconds / windowS));
      let count = 0;
      for (let i = 1; i <= asked; i++) if (found[(windows - i) % remembered] !== 0) count++;
      return count;
    },
  };
}
