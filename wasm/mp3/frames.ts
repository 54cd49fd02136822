import {
  headerBytes,
  isFreeFormat,
  isSameStream,
  maxFrameBytes,
  readHeader,
  type FrameHeader,
} from './header.ts';
import { isTagFrame } from './tag-frame.ts';

/** Positions of the frames of an mp3. About 10 bytes a frame: 3.5 MB for 2:30 h. */
export type FrameIndex = {
  /** Audio frames; a frame that only carries a Xing, Info or VBRI tag does not count. */
  count: number;
  starts: Float64Array;
  sizes: Uint16Array;
  first: FrameHeader;
  /** The whole frame with the tag; null without one, or if stray bytes before it make ffmpeg ignore it. */
  tag: Uint8Array<ArrayBuffer> | null;
  /** Bytes between frames that belong to none; ID3 tags at either end do not count. */
  strayBytes: number;
  otherChannels: number;
};

type FrameReader = {
  push(chunk: Uint8Array): void;
  /** Bytes so far that belong to no frame, including those before the first frame. */
  strayBytes(): number;
  /** Null without frames, or with frames of free format, whose size is not stated. */
  finish(): FrameIndex | null;
};

/** Length of the ID3v2 tag at `at`, bytes; 0 without one (id3.org, ID3v2.4 structure, section 3.1). */
function id3Bytes(bytes: Uint8Array, at: number): number {
  if (at + 10 > bytes.length || bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33)
    return 0;
  const size = [6, 7, 8, 9].reduce((sum, i) => (sum << 7) | (bytes[at + i]! & 0x7f), 0);
  const footer = bytes[at + 5]! & 0x10 ? 10 : 0;
  return 10 + size + footer;
}

const windowBytes = maxFrameBytes + headerBytes;

/**
 * Finds the frames of an mp3 that arrives in chunks. The first frame, and the first one after stray bytes, counts only if another
 * frame of the same stream follows or the file ends there.
 */
export function createFrameReader(): FrameReader {
  let starts = new Float64Array(1_024);
  let sizes = new Uint16Array(1_024);
  let count = 0;
  let first: FrameHeader | null = null;
  let tag: Uint8Array<ArrayBuffer> | null = null;
  let isTagPassed = false;
  let isLocked = false;
  let isFree = false;
  let stray = 0;
  let strayBytes = 0;
  let otherChannels = 0;
  let held = new Uint8Array(0);
  /** File offset of the first held byte, and bytes still to skip. */
  let heldAt = 0;
  let skip = 0;

  const add = (start: number, header: FrameHeader, frame: Uint8Array) => {
    if (!first && !isTagPassed && isTagFrame(frame, header)) {
      isTagPassed = true;
      if (stray === 0) tag = new Uint8Array(frame);
      return;
    }
    if (first) strayBytes += stray;
    stray = 0;
    first ??= header;
    if (header.channels !== first.channels) otherChannels++;
    if (count === starts.length) {
      const larger = new Float64Array(2 * count);
      larger.set(starts);
      starts = larger;
      const wider = new Uint16Array(2 * count);
      wider.set(sizes);
      sizes = wider;
    }
    starts[count] = start;
    sizes[count] = header.bytes;
    count++;
  };

  const isFrame = (at: number, header: FrameHeader): boolean => {
    if (first && !isSameStream(header, first)) return false;
    if (isLocked) return true;
    const next = at + header.bytes;
    const following = readHeader(held, next);
    return next === held.length || (following !== null && isSameStream(following, header));
  };

  const isFreeStream = (at: number): boolean => {
    if (first || !isFreeFormat(held, at)) return false;
    // Free format: the next header has the same first three bytes, within the longest frame.
    const end = Math.min(held.length - headerBytes, at + maxFrameBytes);
    for (let i = at + headerBytes; i <= end; i++)
      if (isFreeFormat(held, i) && held[i + 1] === held[at + 1] && held[i + 2]! >> 2 === held[at + 2]! >> 2)
        return true;
    return false;
  };

  /** Parses the held bytes except the last `windowBytes` (unless this is the end); returns the number of bytes parsed. */
  const scan = (isEnd: boolean): number => {
    const end = isEnd ? held.length : held.length - windowBytes + 1;
    let at = 0;
    while (at < end) {
      const id3 = id3Bytes(held, at);
      if (id3 > 0) {
        isLocked = false;
        if (first) stray += id3;
        at += id3;
        continue;
      }
      const header = readHeader(held, at);
      const isWhole = header !== null && at + header.bytes <= held.length;
      if (isWhole && isFrame(at, header)) {
        add(heldAt + at, header, held.subarray(at, at + header.bytes));
        isLocked = true;
        at += header.bytes;
        continue;
      }
      if (isFreeStream(at)) isFree = true;
      isLocked = false;
      stray++;
      at++;
    }
    return at;
  };

  const read = (isEnd: boolean) => {
    const done = scan(isEnd);
    heldAt += done;
    skip = Math.max(0, done - held.length);
    held = held.subarray(Math.min(done, held.length));
  };

  return {
    push(chunk) {
      const passed = Math.min(skip, chunk.length);
      skip -= passed;
      if (passed === chunk.length) return;
      const joined = new Uint8Array(held.length + chunk.length - passed);
      joined.set(held);
      joined.set(chunk.subarray(passed), held.length);
      held = joined;
      read(false);
    },
    strayBytes: () => strayBytes + stray,
    finish() {
      read(true);
      if (!first || isFree) return null;
      return { count, starts, sizes, first, tag, strayBytes, otherChannels };
    },
  };
}
