import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { decoderDelaySamples } from './format.ts';
import { planCut, type FrameRun } from './cut-plan.ts';
import type { FrameIndex } from './frames.ts';
import { timelineOf } from './gapless.ts';
import { bodyOffset, headerBytes, readHeader, samplesPerFrame } from './header.ts';
import { silentFrame, standaloneFrame } from './seam.ts';
import { readSideInfo } from './side-info.ts';

/** A byte range of the original file, or a frame written for the result. */
type Mp3Part = { start: number; end: number } | Uint8Array<ArrayBuffer>;

export type Mp3Cut = {
  /** What follows the Info tag in the result, in order. */
  parts: Mp3Part[];
  frameSizes: () => Generator<number>;
  frames: number;
  header: Uint8Array<ArrayBuffer>;
  /** Encoder delay and padding for the Info tag, samples. */
  delay: number;
  padding: number;
  samples: number;
  /** `[time in the result, time in the original]`, s, one pair for each run of frames. */
  timemap: TimeSpan[];
};

type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/**
 * Returns the number of frames before a cut that restore the decoder's state: one granule of overlap and 480 samples of
 * the synthesis filter.
 */
const leadFrames = (version: number) => (version === 3 ? 1 : 2);

function createFrameSource(index: FrameIndex, read: ReadBytes) {
  const startOf = (i: number) => index.starts[i]!;
  const endOf = (i: number) => index.starts[i]! + index.sizes[i]!;
  const frame = (i: number) => read(startOf(i), endOf(i));

  return {
    startOf,
    endOf,
    frame,
    async reservoirBytes(i: number): Promise<number> {
      const bytes = await frame(i);
      return readSideInfo(bytes, readHeader(bytes)!).reservoirBytes;
    },
    /** Returns the main data right before frame `i`: `wanted` bytes, fewer at the beginning of the file. */
    async mainDataBefore(i: number, wanted: number): Promise<Uint8Array<ArrayBuffer>> {
      const bodies: Uint8Array[] = [];
      let length = 0;
      for (let k = i - 1; k >= 0 && length < wanted; k--) {
        const bytes = await frame(k);
        const body = bytes.subarray(bodyOffset(readHeader(bytes)!));
        bodies.unshift(body);
        length += body.length;
      }
      const all = new Uint8Array(length);
      let at = 0;
      for (const body of bodies) {
        all.set(body, at);
        at += body.length;
      }
      return all.subarray(Math.max(0, length - wanted));
    },
  };
}

type Opening = {
  /** Frames that replace the first `replaced` frames of the run. */
  written: Uint8Array<ArrayBuffer>[];
  replaced: number;
};

/**
 * Writes the beginning of a run after a seam, whose first frame may refer to main data that was cut off. That frame is rewritten to
 * carry the data. If no frame size has room for both, a silent frame before it carries the data, and the run is one frame longer.
 * If the original lacks the data too (a file that was cut out of another), the frame becomes silent.
 */
async function openRun(
  source: ReturnType<typeof createFrameSource>,
  { from, to }: FrameRun,
  header: Uint8Array,
): Promise<Opening> {
  const written: Uint8Array<ArrayBuffer>[] = [];
  for (let i = from; i < to; i++) {
    const wanted = await source.reservoirBytes(i);
    if (wanted === 0) return { written, replaced: i - from };
    const mainData = await source.mainDataBefore(i, wanted);
    if (mainData.length < wanted) {
      written.push(silentFrame(header));
      continue;
    }
    const next = i + 1 < to ? await source.reservoirBytes(i + 1) : 0;
    const standalone = standaloneFrame(await source.frame(i), mainData, next);
    if (standalone) return { written: [...written, standalone], replaced: i + 1 - from };
    return { written: [...written.slice(0, -1), silentFrame(header, mainData)], replaced: i - from };
  }
  return { written, replaced: to - from };
}

/**
 * Cuts an mp3 without encoding it again. Frames are copied; only the first one after a seam is rewritten if necessary. Every
 * decoder returns the original samples except in the overlap at a seam: the first granule (576 samples) and the 480 after it
 * cross-fade from the old sound to the new. The beginning is exact too: frames before it are kept, and the tag's delay hides
 * them.
 *
 * Returns null if a cut would not be exact: stray bytes between frames, a change between mono and stereo, or a length that
 * contradicts the tag.
 */
export async function cutFrames(input: {
  index: FrameIndex;
  /** Spans to keep, s in the gapless timeline, ascending, not overlapping; null keeps everything. */
  kept: readonly TimeSpan[] | null;
  read: ReadBytes;
}): Promise<Mp3Cut | null> {
  const { index, read } = input;
  if (index.strayBytes > 0 || index.otherChannels > 0) return null;
  const timeline = timelineOf(index);
  if (!timeline) return null;
  const { sampleRate, version } = index.first;
  const spf = samplesPerFrame(index.first);
  const kept = input.kept ?? [[0, (timeline.end - timeline.start) / sampleRate]];
  const plan = planCut({ kept, timeline, sampleRate, samplesPerFrame: spf });
  if (!plan) return null;

  const source = createFrameSource(index, read);
  const header = new Uint8Array(await read(source.startOf(0), source.startOf(0) + headerBytes));
  const parts: Mp3Part[] = [];
  const sizes: (FrameRun | number)[] = [];
  const timemap: TimeSpan[] = [];
  let frames = 0;
  let delay = 0;
  const write = (frame: Uint8Array<ArrayBuffer>) => {
    parts.push(frame);
    sizes.push(frame.length);
    frames++;
  };
  const copy = (run: FrameRun) => {
    if (run.to <= run.from) return;
    parts.push({ start: source.startOf(run.from), end: source.endOf(run.to - 1) });
    sizes.push(run);
    frames += run.to - run.from;
  };

  for (const [i, run] of plan.runs.entries()) {
    const from = i === 0 ? Math.max(0, run.from - leadFrames(version)) : run.from;
    const { written, replaced } = await openRun(source, { from, to: run.to }, header);
    // A run that is one frame longer also begins one frame earlier in the original.
    const longer = written.length - replaced;
    if (i === 0) {
      const before = (longer - from) * spf + plan.start;
      if (before < decoderDelaySamples) write(silentFrame(header));
      delay = before + frames * spf - decoderDelaySamples;
      timemap.push([0, (plan.start - timeline.start) / sampleRate]);
    } else {
      const at = frames * spf - delay - decoderDelaySamples;
      const original = (from - longer) * spf - timeline.start;
      timemap.push([at / sampleRate, original / sampleRate]);
    }
    for (const frame of written) write(frame);
    copy({ from: from + replaced, to: run.to });
  }

  const hiddenAfter = plan.runs.at(-1)!.to * spf - plan.end;
  const padding = hiddenAfter + decoderDelaySamples;
  const samples = frames * spf - delay - padding;
  function* frameSizes() {
    for (const size of sizes) {
      if (typeof size === 'number') yield size;
      else yield* index.sizes.subarray(size.from, size.to);
    }
  }
  return { parts, frameSizes, frames, header, delay, padding, samples, timemap };
}
