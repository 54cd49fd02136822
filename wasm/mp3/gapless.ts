import { decoderDelaySamples } from './format.ts';
import type { FrameIndex } from './frames.ts';
import { samplesPerFrame } from './header.ts';
import { readInfoTag, readOpenTag } from './info-tag.ts';
import { isVbriFrame } from './tag-frame.ts';

/** Position of the recording in the decoded frames, in samples from the first decoded one. */
export type Timeline = {
  start: number;
  end: number;
};

/** Encoders whose delay and padding ffmpeg, and so Chromium, honours. */
const believed = /^(LAME|Lavf|Lavc)/;

/**
 * Gapless timeline of an mp3 as ffmpeg decodes it: without a tag, or with another encoder's, everything that the decoder returns.
 * Null if players differ: a Xing or Info tag that states no number of frames (an unfinished file), or fewer than there are.
 */
export function timelineOf({ first, count, tag }: FrameIndex): Timeline | null {
  const spf = samplesPerFrame(first);
  const all = { start: 0, end: count * spf };
  if (!tag || isVbriFrame(tag)) return all;
  const info = readInfoTag(tag);
  if (!info || count > info.frames) return null;
  if (!believed.test(info.writer)) return all;
  const start = info.delay + decoderDelaySamples;
  const end = Math.min(all.end, info.frames * spf - info.padding + decoderDelaySamples);
  return end > start ? { start, end } : null;
}

/** Returns the duration of an mp3, s; also of a truncated file, whose tag has no length or that of the whole. */
export function lengthOf(index: FrameIndex): number {
  const { first, count, tag } = index;
  const told = tag && readOpenTag(tag);
  const start = told && believed.test(told.writer) ? told.delay + decoderDelaySamples : 0;
  const line = timelineOf(index) ?? { start, end: count * samplesPerFrame(first) };
  return Math.max(0, line.end - line.start) / first.sampleRate;
}
