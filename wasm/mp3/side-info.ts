import { bodyOffset, sideInfoBytes, type FrameHeader } from './header.ts';

/**
 * Position of a frame's main data (ISO/IEC 11172-3 2.4.1.7, 13818-3 2.4.1.7). The main data of all frames is one byte stream, of
 * which each frame carries a part (its body). A frame's own data begins `reservoirBytes` before its body: the bit reservoir.
 */
type SideInfo = {
  /** Bytes before the frame's body that belong to its own data (`main_data_begin`). */
  reservoirBytes: number;
  /** Bytes of the frame's own data: the sum of all `part2_3_length`, rounded up. */
  dataBytes: number;
};

function readBits(bytes: Uint8Array, at: number, bits: number): number {
  let value = 0;
  for (let i = at; i < at + bits; i++) value = (value << 1) | ((bytes[i >> 3]! >> (7 - (i & 7))) & 1);
  return value;
}

/**
 * Reads the position of a frame's main data. `frame` must contain at least header, checksum (if any) and side
 * information.
 */
export function readSideInfo(frame: Uint8Array, header: FrameHeader): SideInfo {
  const { version, channels } = header;
  const at = 8 * (bodyOffset(header) - sideInfoBytes(header));
  const isMpeg1 = version === 3;
  const reservoirBits = isMpeg1 ? 9 : 8;
  const privateBits = isMpeg1 ? (channels === 1 ? 5 : 3) : channels;
  const shareBits = isMpeg1 ? 4 * channels : 0;
  const granules = (isMpeg1 ? 2 : 1) * channels;
  const granuleBits = isMpeg1 ? 59 : 63;
  let dataBits = 0;
  let granuleAt = at + reservoirBits + privateBits + shareBits;
  for (let granule = 0; granule < granules; granule++) {
    dataBits += readBits(frame, granuleAt, 12);
    granuleAt += granuleBits;
  }
  return { reservoirBytes: readBits(frame, at, reservoirBits), dataBytes: Math.ceil(dataBits / 8) };
}

/** Replaces `main_data_begin`, the first eight or nine bits of the side information. */
export function withReservoir(sideInfo: Uint8Array, isMpeg1: boolean, reservoirBytes: number): Uint8Array {
  const changed = new Uint8Array(sideInfo);
  if (isMpeg1) {
    changed[0] = reservoirBytes >> 1;
    changed[1] = (changed[1]! & 0x7f) | ((reservoirBytes & 1) << 7);
  } else changed[0] = reservoirBytes;
  return changed;
}
