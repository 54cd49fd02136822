import { createFlatTopWindows } from '#wasm/measure/flat-top-windows.ts';

type LiveClipping = {
  /** Takes interleaved samples of whole frames. */
  push(block: Float32Array): void;
  windowsIn(seconds: number): number;
};

const remembered = 200;
const full = 2;
const plateau = 1;

export function createLiveClipping(input: { sampleRate: number; channels: number }): LiveClipping {
  const found = new Uint8Array(remembered);
  let windows = 0;
  const scan = createFlatTopWindows(input, ({ isFull, isPlateau, isRefuted }) => {
    // A higher top shows that lower plateaus were no clipping.
    if (isRefuted) for (let i = 0; i < remembered; i++) if (found[i] === plateau) found[i] = 0;
    found[windows++ % remembered] = isFull ? full : isPlateau ? plateau : 0;
  });
  const windowS = scan.windowSamples / input.sampleRate;

  return {
    push: scan.push,
    windowsIn(seconds) {
      const asked = Math.min(windows, remembered, Math.round(seconds / windowS));
      let count = 0;
      for (let i = 1; i <= asked; i++) if (found[(windows - i) % remembered] !== 0) count++;
      return count;
    },
  };
}
