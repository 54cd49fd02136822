import { createFlatTopWindows } from '#wasm/measure/flat-top-windows.ts';

type LiveClipping = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Windows of 50 ms with flat tops among those of the last `seconds` (at most 10). */
  windowsIn(seconds: number): number;
};

const remembered = 200;
const full = 2;
const plateau = 1;

/** Where the sound is cut off, as `createClipping` finds it, of the last seconds. */
export function createLiveClipping(input: { sampleRate: number; channels: number }): LiveClipping {
  const found = new Uint8Array(remembered);
  let windows = 0;
  const scan = createFlatTopWindows(input, ({ isFull, isPlateau, isRefuted }) => {
    // A higher top shows that those below were none.
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
