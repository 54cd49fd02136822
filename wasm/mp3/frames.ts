import { createByteWindow } from './byte-window.ts';
import { createFrameList } from './frame-list.ts';
import {
  headerBytes,
  isFreeFormat,
  isSameStream,
  maxFrameBytes,
  readHeader,
  type FrameHeader,
} from './header.ts';
import { id3Bytes } from './id3.ts';
import { isTagFrame } from './tag-frame.ts';

/** Positions of the frames of an mp3. About 10 bytes a frame: 3.5 MB for 2:30 h. */
export type FrameIndex = {
  /** Number of audio frames; a frame that only carries a Xing, Info or VBRI tag does not count. */
  count: number;
  /** Positions in the file and lengths, bytes. The arrays may be longer than `count`. */
  starts: Float64Array;
  sizes: Uint16Array;
  /** Header of the first audio frame. */
  first: FrameHeader;
  /** The whole frame with the tag; null if there is none, or if stray bytes before it make ffmpeg ignore it. */
  tag: Uint8Array<ArrayBuffer> | null;
  /** Number of bytes between frames that belong to none; ID3 tags at either end do not count. */
  strayBytes: number;
  /** Number of frames that have another number of channels than the first one. */
  otherChannels: number;
};

type FrameReader = {
  push(chunk: Uint8Array): void;
  /** Returns the number of bytes so far that belong to no frame, including those before the first frame. */
  strayBytes(): number;
  /** Returns null if there are no frames, or frames of free format, whose size is not stated. */
  finish(): FrameIndex | null;
};

/**
 * Returns whether a stream of free format begins at `at`: the next header, within the longest frame, has the same first
 * three bytes.
 */
function isFreeStream(bytes: Uint8Array, at: number): boolean {
  if (!isFreeFormat(bytes, at)) return false;
  const end = Math.min(bytes.length - headerBytes, at + maxFrameBytes);
  for (let i = at + headerBytes; i <= end; i++)
    if (
      isFreeFormat(bytes, i) &&
      bytes[i + 1] === bytes[at + 1] &&
      bytes[i + 2]! >> 2 === bytes[at + 2]! >> 2
    )
      return true;
  return false;
}

/**
 * Returns whether a frame that begins at `at` ends with the bytes, or is followed by another one of the same stream.
 */
function isFollowed(bytes: Uint8Array, at: number, header: FrameHeader): boolean {
  const next = at + header.bytes;
  const following = readHeader(bytes, next);
  return next === bytes.length || (following !== null && isSameStream(following, header));
}

/** Number of bytes that are needed to recognise a frame and its successor. */
const windowBytes = maxFrameBytes + headerBytes;

/**
 * Finds the frames of an mp3 that arrives in chunks. The first frame, and the first one after stray bytes, counts only if another
 * frame of the same stream follows or the file ends there.
 */
export function createFrameReader(): FrameReader {
  const frames = createFrameList();
  const pending = createByteWindow();
  let first: FrameHeader | null = null;
  let tag: Uint8Array<ArrayBuffer> | null = null;
  let isTagPassed = false;
  let isLocked = false;
  let isFree = false;
  /** Number of bytes that belong to no frame: those since the last frame, and those between earlier frames. */
  let stray = 0;
  let strayBytes = 0;
  let otherChannels = 0;

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
    frames.add(start, header.bytes);
  };

  const isFrame = (bytes: Uint8Array, at: number, header: FrameHeader): boolean =>
    (!first || isSameStream(header, first)) && (isLocked || isFollowed(bytes, at, header));

  /** Parses the pending bytes except the last `windowBytes` (unless this is the end). */
  const parse = (isEnd: boolean) => {
    const bytes = pending.bytes();
    const end = isEnd ? bytes.length : bytes.length - windowBytes + 1;
    let at = 0;
    while (at < end) {
      const id3 = id3Bytes(bytes, at);
      if (id3 > 0) {
        isLocked = false;
        if (first) stray += id3;
        at += id3;
        continue;
      }
      const header = readHeader(bytes, at);
      const isWhole = header !== null && at + header.bytes <= bytes.length;
      if (isWhole && isFrame(bytes, at, header)) {
        add(pending.start() + at, header, bytes.subarray(at, at + header.bytes));
        isLocked = true;
        at += header.bytes;
        continue;
      }
      if (!first && isFreeStream(bytes, at)) isFree = true;
      isLocked = false;
      stray++;
      at++;
    }
    pending.drop(at);
  };

  return {
    push(chunk) {
      if (pending.append(chunk)) parse(false);
    },
    strayBytes: () => strayBytes + stray,
    finish() {
      parse(true);
      if (!first || isFree) return null;
      return { ...frames.all(), first, tag, strayBytes, otherChannels };
    },
  };
}
