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
const trustedWriters = /^(LAME|Lavf|Lavc)/;

/**
 * Returns the gapless timeline of an mp3 as ffmpeg decodes it. Without a tag, or with the tag of another encoder, it is
 * everything that the decoder returns. Returns null if players differ: a Xing or Info tag states no number of frames
 * (an unfinished file), or fewer than there are.
 */
export function timelineOf({ first, count, tag }: FrameIndex): Timeline | null {
  const spf = samplesPerFrame(first);
  const all = { start: 0, end: count * spf };
  if (!tag || isVbriFrame(tag)) return all;
  const info = readInfoTag(tag);
  if (!info || count > info.frames) return null;
  if (!trustedWriters.test(info.writer)) return all;
  const start = info.delay + decoderDelaySamples;
  const end = Math.min(all.end, info.frames * spf - info.padding + decoderDelaySamples);
  return end > start ? { start, end } : null;
}

/** Returns the duration of an mp3, s. The file may be truncated: then its tag states no length, or that of the whole file. */
export function lengthOf(index: FrameIndex): number {
  const { first, count, tag } = index;
  const info = tag && readOpenTag(tag);
  const start = info && trustedWriters.test(info.writer) ? info.delay + decoderDelaySamples : 0;
  const timeline = timelineOf(index) ?? { start, end: count * samplesPerFrame(first) };
  return Math.max(0, timeline.end - timeline.start) / first.sampleRate;
}
