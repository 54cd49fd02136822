import { bandEnds, tables } from './layer3-tables';

/** Side information of one granule of one channel (ISO/IEC 11172-3 2.4.1.7). */
@unmanaged
export class Granule {
  /** Bits of scale factors and coefficients. */
  dataBits: i32;
  bigValues: i32;
  globalGain: i32;
  scaleCompress: i32;
  blockType: i32;
  isMixed: bool;
  table0: i32;
  table1: i32;
  table2: i32;
  /** Coefficients at which the first and the second region end. */
  end0: i32;
  end1: i32;
  subblockGain0: i32;
  subblockGain1: i32;
  subblockGain2: i32;
  hasPreemphasis: bool;
  scaleShift: i32;
  quadTable: i32;
  /** Addresses of the scale factors (40 of 8 bits) and of the coefficients (576). */
  scales: usize;
  spectrum: usize;
  /** Index from which all coefficients are zero. */
  end: i32;
}

const scaleBytes: usize = 64;
const spectrumBytes: usize = 576 * 4 + 64;

let all: usize = 0;

export function granulesCreate(): void {
  const size = offsetof<Granule>();
  all = heap.alloc(4 * size);
  const room = heap.alloc(4 * (scaleBytes + spectrumBytes));
  memory.fill(room, 0, 4 * (scaleBytes + spectrumBytes));
  for (let i: usize = 0; i < 4; i++) {
    const granule = changetype<Granule>(all + i * size);
    granule.scales = room + i * scaleBytes;
    granule.spectrum = room + 4 * scaleBytes + i * spectrumBytes;
  }
}

export function granuleOf(index: i32, channel: i32): Granule {
  return changetype<Granule>(all + <usize>(index * 2 + channel) * offsetof<Granule>());
}

/** Returns the layout of the granule's blocks: 0 long, 1 short, 2 mixed. */
export function layoutOf(granule: Granule): i32 {
  if (granule.blockType !== 2) return 0;
  return granule.isMixed ? 2 : 1;
}

export function bandEnd(layout: i32, band: i32): i32 {
  return <i32>load<u16>(tables + bandEnds + ((<usize>(layout * 40 + band)) << 1));
}
