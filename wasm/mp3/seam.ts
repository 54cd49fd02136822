import {
  bitratesOf,
  bodyOffset,
  frameBytesAt,
  headerBytes,
  readHeader,
  sideInfoBytes,
  type FrameHeader,
} from './header.ts';
import { readSideInfo, withReservoir } from './side-info.ts';

/**
 * Makes an unprotected frame at least as large as those of `header`, with room for `bodyBytes` in its body. Returns null if no
 * bitrate is high enough. Body and side information are zero, which is silence.
 */
function frameWithRoom(header: Uint8Array, stream: FrameHeader, bodyBytes: number) {
  const bodyAt = headerBytes + sideInfoBytes(stream);
  const bitrates = bitratesOf(stream.version);
  const index = bitrates.findIndex(
    (bitrate) => bitrate >= stream.bitrate && frameBytesAt(bitrate, stream) >= bodyAt + bodyBytes,
  );
  if (index < 0) return null;
  const frame = new Uint8Array(frameBytesAt(bitrates[index]!, stream));
  frame.set(header.subarray(0, headerBytes));
  frame[1]! |= 1;
  frame[2] = ((index + 1) << 4) | (frame[2]! & 0x0d);
  return { frame, bodyAt };
}

/**
 * Makes a silent frame whose body ends with `mainData` (at most 511 bytes), to which the next frame refers. `header` is that of any
 * frame of the stream. Every bitrate table has a frame with enough room.
 */
export function silentFrame(header: Uint8Array, mainData = new Uint8Array(0)): Uint8Array<ArrayBuffer> {
  const stream = readHeader(header);
  const room = stream && frameWithRoom(header, stream, mainData.length);
  if (!room) throw new RangeError('no frame is large enough');
  room.frame.set(mainData, room.frame.length - mainData.length);
  return room.frame;
}

/**
 * Rewrites the first frame after a seam so that it refers to no earlier frame and carries the main data it needs from
 * them. Its own data comes first, then stuffing, and at the end the data to which the next frame refers.
 *
 * `reservoir` is the main data right before the frame's body, as long as the frame's pointer says. `nextReservoirBytes`
 * is how far the next frame refers back; 0 if there is none. Returns null if no frame is large enough, or if the side
 * information is invalid.
 */
export function standaloneFrame(
  frame: Uint8Array,
  reservoir: Uint8Array,
  nextReservoirBytes: number,
): Uint8Array<ArrayBuffer> | null {
  const stream = readHeader(frame);
  if (!stream) return null;
  const { dataBytes } = readSideInfo(frame, stream);
  const body = frame.subarray(bodyOffset(stream));
  const joined = new Uint8Array(reservoir.length + body.length);
  joined.set(reservoir);
  joined.set(body, reservoir.length);
  if (dataBytes + nextReservoirBytes > joined.length) return null;
  const room = frameWithRoom(frame, stream, dataBytes + nextReservoirBytes);
  if (!room) return null;
  const sideInfo = frame.subarray(bodyOffset(stream) - sideInfoBytes(stream), bodyOffset(stream));
  room.frame.set(withReservoir(sideInfo, stream.version === 3, 0), headerBytes);
  room.frame.set(joined.subarray(0, dataBytes), room.bodyAt);
  room.frame.set(joined.subarray(joined.length - nextReservoirBytes), room.frame.length - nextReservoirBytes);
  return room.frame;
}
