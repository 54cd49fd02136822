import { createFlatTopScan } from './flat-top-scan.ts';
import { createSpanList, joinSpans, type Span } from './spans.ts';

export type Clipping = {
  /** Interleaved samples, whole frames. */
  push(block: Float32Array): void;
  /** Share of the full windows so far that hold a flat top, and where they are, s. */
  result(): { share: number; spans: Span[] };
};

const windowS = 0.05;
const places = { maxSpans: 100, gapS: 0.5 };

/**
 * Finds flat tops in any channel, counted by windows of 50 ms: at full scale, also rounded by a codec since, and plateaus of
 * equal samples below it, as they are left when the level is lowered after the sound was cut off. On speech as it was cut from
 * 3 dB over upwards, coded since (mp3, opus) from 6 dB over.
 */
export function createClipping({ sampleRate, channels }: { sampleRate: number; channels: number }): Clipping {
  const windowSamples = Math.max(32, Math.round(sampleRate * windowS));
  const scans = Array.from({ length: channels }, () => createFlatTopScan(windowSamples));
  const full = { windows: 0, list: createSpanList(places) };
  let plateaus = { windows: 0, list: createSpanList(places) };
  let windows = 0;
  let filled = 0;

  const endWindow = () => {
    const found = scans.map((scan) => scan.scan());
    if (found.some(({ isRefuted }) => isRefuted)) plateaus = { windows: 0, list: createSpanList(places) };
    const to = found.some(({ isFull }) => isFull)
      ? full
      : found.some(({ isPlateau }) => isPlateau)
        ? plateaus
        : null;
    if (to) {
      to.windows++;
      to.list.add((windows * windowSamples) / sampleRate, ((windows + 1) * windowSamples) / sampleRate);
    }
    windows++;
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
    result: () => ({
      share: windows === 0 ? 0 : (full.windows + plateaus.windows) / windows,
      spans: joinSpans(full.list.spans(), plateaus.list.spans(), places),
    }),
  };
}
