import type { Mp3Cut } from './cut.ts';
import { seekErrorS, maxSeekErrorS } from './exact-index.ts';
import { readHeader, samplesPerFrame } from './header.ts';
import { buildInfoTag } from './info-tag-write.ts';

const tocEntries = 100;

/** Returns the bytes of all frames, and the start of each percent of the time, in 256ths of these bytes. */
function measure({ frameSizes, frames }: Mp3Cut) {
  const positions: number[] = [];
  let bytes = 0;
  let frame = 0;
  for (const size of frameSizes()) {
    while (positions.length < tocEntries && Math.floor((positions.length * frames) / tocEntries) === frame)
      positions.push(bytes);
    bytes += size;
    frame++;
  }
  const toc = Uint8Array.from(positions, (position) => Math.min(255, Math.floor((256 * position) / bytes)));
  return { bytes, toc };
}

/** True if players can seek accurately in a cut, because its bitrate is constant, or nearly so. */
export const isSteadyCut = ({ frameSizes, header }: Mp3Cut): boolean => {
  const format = readHeader(header)!;
  return seekErrorS(frameSizes, samplesPerFrame(format) / format.sampleRate) <= maxSeekErrorS;
};

export function cutTag(cut: Mp3Cut, musicCrc: number): Uint8Array<ArrayBuffer> {
  const format = readHeader(cut.header);
  if (!format) throw new TypeError('not the header of an mp3 frame');
  const { bytes, toc } = measure(cut);
  return buildInfoTag({
    format,
    bitrate: format.bitrate,
    frames: cut.frames,
    audioBytes: bytes,
    delaySamples: cut.delay,
    paddingSamples: cut.padding,
    musicCrc,
    ...(isSteadyCut(cut) ? {} : { toc }),
  });
}
