import type { FrameIndex } from './frames.ts';
import { samplesPerFrame, type FrameHeader } from './header.ts';
import { isInfoFrame, tagAt } from './tag-frame.ts';

/**
 * Players find a moment in an mp3 by the share of its bytes that lies before it. Where frames vary in size that leads astray,
 * and the table of 100 entries that a Xing tag may hold is half a minute wide in 2:30 h. So far off it may lead, s: a frame
 * that was written larger at a cut is no reason to encode everything anew.
 */
export const mostAstrayS = 0.1;

/** How far the share of the bytes leads beside the moment that is looked for, at worst, s. */
export function astrayS(sizes: () => Iterable<number>, frameS: number): number {
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

/** s that so many bytes of the stream last. */
const lastsS = (bytes: number, { sizes, count, starts, first }: FrameIndex): number => {
  const soundBytes = starts[count - 1]! + sizes[count - 1]! - starts[0]!;
  return (bytes * count * samplesPerFrame(first)) / first.sampleRate / soundBytes;
};

/** Whether frames are of one rate, as far as finding moments among them goes. */
export const isSteady = ({ sizes, count, first }: FrameIndex): boolean =>
  astrayS(() => sizes.subarray(0, count), samplesPerFrame(first) / first.sampleRate) <= mostAstrayS;

/** What a Xing or Info tag tells of the frames behind it; null where it does not. */
function toldBy(tag: Uint8Array, first: FrameHeader): { frames: number | null; bytes: number | null } {
  const view = new DataView(tag.buffer, tag.byteOffset + tagAt(first));
  const flags = view.getUint32(4);
  return {
    frames: flags & 1 ? view.getUint32(8) : null,
    bytes: flags & 2 ? view.getUint32(flags & 1 ? 12 : 8) : null,
  };
}

/**
 * Whether every player finds every moment in an mp3 as it lies: frames of one kind and rate without anything between them or
 * behind them, and no tag that says otherwise. What a tag tells is not believed, only compared; one that speaks of varying
 * frames sends players to its table, whatever the frames are.
 */
export function hasExactIndex(index: FrameIndex, fileBytes: number): boolean {
  const { count, starts, sizes, first, tag, strayBytes, otherChannels } = index;
  if (strayBytes > 0 || otherChannels > 0 || !isSteady(index)) return false;
  const end = starts[count - 1]! + sizes[count - 1]!;
  const isNear = (bytes: number) => lastsS(Math.abs(bytes), index) <= mostAstrayS;
  if (!isNear(fileBytes - end)) return false;
  if (!tag) return true;
  if (!isInfoFrame(tag, first)) return false;
  const told = toldBy(tag, first);
  const bytes = tag.length + end - starts[0]!;
  return (told.frames ?? count) === count && isNear((told.bytes ?? bytes) - bytes);
}
