import type { FrameIndex } from './frames.ts';
import { samplesPerFrame, type FrameHeader } from './header.ts';
import { isInfoFrame, tagAt } from './tag-frame.ts';

/**
 * Largest accepted seek error, s. Players seek in an mp3 by the share of its bytes. With varying frame sizes that is wrong, and
 * the 100 entries of a Xing table leave an error of half a minute in 2:30 h. A frame that was enlarged at a cut stays below this
 * limit, so that such a file is not encoded again.
 */
export const maxSeekErrorS = 0.1;

/** Returns the largest error of seeking by the share of bytes, s. */
export function seekErrorS(sizes: () => Iterable<number>, frameS: number): number {
  let bytes = 0;
  let frames = 0;
  for (const size of sizes()) {
    bytes += size;
    frames++;
  }
  let before = 0;
  let frame = 0;
  let most = 0;
  for (const size of sizes()) {
    most = Math.max(most, Math.abs((before * frames) / bytes - frame));
    before += size;
    frame++;
  }
  return most * frameS;
}

/** Returns the duration of a number of bytes at the average bitrate, s. */
const durationOf = (bytes: number, { sizes, count, starts, first }: FrameIndex): number => {
  const soundBytes = starts[count - 1]! + sizes[count - 1]! - starts[0]!;
  return (bytes * count * samplesPerFrame(first)) / first.sampleRate / soundBytes;
};

/** True if frame sizes vary so little that seeking by the share of bytes is accurate. */
export const isSteady = ({ sizes, count, first }: FrameIndex): boolean =>
  seekErrorS(() => sizes.subarray(0, count), samplesPerFrame(first) / first.sampleRate) <= maxSeekErrorS;

/** Returns the numbers of frames and bytes that a Xing or Info tag states; null for one that it does not state. */
function statedBy(tag: Uint8Array, first: FrameHeader): { frames: number | null; bytes: number | null } {
  const view = new DataView(tag.buffer, tag.byteOffset + tagAt(first));
  const flags = view.getUint32(4);
  return {
    frames: flags & 1 ? view.getUint32(8) : null,
    bytes: flags & 2 ? view.getUint32(flags & 1 ? 12 : 8) : null,
  };
}

/**
 * True if every player can seek accurately in an mp3: its frames have one format and rate, nothing lies between or after them,
 * and its tag, if any, agrees. A Xing tag is always refused, because players seek by its table.
 */
export function hasExactIndex(index: FrameIndex, fileBytes: number): boolean {
  const { count, starts, sizes, first, tag, strayBytes, otherChannels } = index;
  if (strayBytes > 0 || otherChannels > 0 || !isSteady(index)) return false;
  const end = starts[count - 1]! + sizes[count - 1]!;
  const isNear = (bytes: number) => durationOf(Math.abs(bytes), index) <= maxSeekErrorS;
  if (!isNear(fileBytes - end)) return false;
  if (!tag) return true;
  if (!isInfoFrame(tag, first)) return false;
  const stated = statedBy(tag, first);
  const bytes = tag.length + end - starts[0]!;
  return (stated.frames ?? count) === count && isNear((stated.bytes ?? bytes) - bytes);
}
