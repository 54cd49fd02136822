import { readBox, type Box } from '#wasm/mp4/boxes.ts';

/** The audible part of an mp4's first audio track. */
type SoundEdit = {
  /** Encoder delay before the audible part, s. */
  skipS: number;
  /** Length of the audible part, s; Infinity if not stated. */
  lengthS: number;
};

const containers = new Set(['moov', 'trak', 'mdia', 'edts']);
type Edit = { duration: number; mediaTime: number; rate: number };
type Track = { isSound: boolean; timescale: number; edits: Edit[] };

function readEdits(view: DataView, { start, end }: Box): Edit[] {
  const isLong = view.getUint8(start) === 1;
  const size = isLong ? 20 : 12;
  const count = Math.min(view.getUint32(start + 4), Math.floor((end - start - 8) / size));
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = start + 8 + index * size;
    return isLong
      ? {
          duration: Number(view.getBigUint64(at)),
          mediaTime: Number(view.getBigInt64(at + 8)),
          rate: view.getInt32(at + 16),
        }
      : { duration: view.getUint32(at), mediaTime: view.getInt32(at + 4), rate: view.getInt32(at + 8) };
  });
}

/**
 * Reads the edit list (ISO/IEC 14496-12 §8.6.6) of the first audio track. Returns null if it has more than one edit or
 * another speed, or if iTunes stored the delay as a text (`iTunSMPB`): such files are decoded by ffmpeg. Fragmented
 * files start at their first sample, as in ffmpeg.
 */
export function readSoundEdit(moov: Uint8Array): SoundEdit | null {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength);
  const tracks: Track[] = [];
  let movieTimescale = 0;
  let isFragmented = false;
  let hasItunesGap = false;
  const visit = (from: number, to: number) => {
    for (let at = from; at < to;) {
      const box = readBox(view, at, to);
      if (!box || box.end > to) return;
      const track = tracks.at(-1);
      const timescaleAt = box.start + (moov[box.start] === 1 ? 20 : 12);
      if (box.type === 'trak') tracks.push({ isSound: false, timescale: 0, edits: [] });
      if (box.type === 'mvex') isFragmented = true;
      if (box.type === 'mvhd') movieTimescale = view.getUint32(timescaleAt);
      if (box.type === 'mdhd' && track) track.timescale = view.getUint32(timescaleAt);
      // The handler 'soun' comes after version, flags and a zero field.
      if (box.type === 'hdlr' && track) track.isSound ||= view.getUint32(box.start + 8) === 0x736f756e;
      if (box.type === 'elst' && track) track.edits = readEdits(view, box);
      if (box.type === 'udta') {
        const text = new TextDecoder('latin1').decode(moov.subarray(box.start, box.end));
        hasItunesGap ||= text.includes('iTunSMPB');
      }
      if (containers.has(box.type)) visit(box.start, box.end);
      at = box.end;
    }
  };
  try {
    visit(0, moov.length);
  } catch {
    return null; // truncated box
  }
  const sound = tracks.find(({ isSound }) => isSound);
  if (!sound?.timescale || !movieTimescale || hasItunesGap) return null;
  const edits = sound.edits.filter(({ mediaTime }) => mediaTime !== -1);
  const [edit] = edits;
  if (isFragmented || !edit) return { skipS: 0, lengthS: Infinity };
  if (edits.length > 1 || edit.rate !== 0x10000 || edit.mediaTime < 0) return null;
  const lengthS = edit.duration === 0 ? Infinity : edit.duration / movieTimescale;
  return { skipS: edit.mediaTime / sound.timescale, lengthS };
}
