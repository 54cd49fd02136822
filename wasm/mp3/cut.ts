import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { decoderDelaySamples } from './format.ts';
import { planCut, type FrameRun } from './cut-plan.ts';
import type { FrameIndex } from './frames.ts';
import { timelineOf } from './gapless.ts';
import { bodyOffset, headerBytes, readHeader, samplesPerFrame } from './header.ts';
import { silentFrame, standaloneFrame } from './seam.ts';
import { readSideInfo } from './side-info.ts';

/** A stretch of the file as it is, bytes; or a frame that was written for the result. */
type Mp3Part = { start: number; end: number } | Uint8Array<ArrayBuffer>;

export type Mp3Cut = {
  /** What the result consists of after its tag. */
  parts: Mp3Part[];
  /** Length of every frame in `parts`. */
  frameSizes: () => Generator<number>;
  frames: number;
  /** A header of the stream. */
  header: Uint8Array<ArrayBuffer>;
  /** Samples before and after the result, as an Info tag counts them. */
  delay: number;
  padding: number;
  /** Length of the result per channel. */
  samples: number;
  /** `[time in the result, time in the original]`, s, one for each run of frames. */
  timemap: TimeSpan[];
};

type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** Frames that bring a decoder to the exact state for what follows: one granule of overlap and 480 samples of filter. */
const leadFrames = (version: number) => (version === 3 ? 1 : 2);

/** Access to frames and to the stream of main data that runs through them. */
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
    /** The main data right before frame `i`: at most `wanted` bytes, fewer only where the file begins. */
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
  /** Frames in place of the run's first ones, and how many they replace. */
  written: Uint8Array<ArrayBuffer>[];
  replaced: number;
};

/**
 * The beginning of a run behind a seam, where the first frame may refer to main data that is gone. It is written anew to
 * carry that data; where no frame is large enough for both, a silent frame before it carries it, and the run is one frame
 * longer. Frames whose data the original does not have either (a file that was cut out of another) become silent.
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
 * Cuts an mp3 without encoding it again: kept frames are copied, only the first one behind each seam is written anew where
 * it must be. Every decoder gives the same samples as from the original, but for what overlaps at a seam: the first granule
 * (576 samples) and the 480 after it, in which the old sound fades out while the new one fades in. The beginning is exact
 * too: frames before it are kept and hidden by the tag.
 *
 * Null where a cut would not be exact: stray bytes between frames, a change between mono and stereo, a length that the tag
 * contradicts.
 */
export async function cutFrames(input: {
  index: FrameIndex;
  /** s in the gapless timeline, ascending, not overlapping; null: all. */
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
    // Where the run is one frame longer, it begins so much earlier in the original too.
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
