import { boxesIn, boxesOf, bytesOf, readBox, type Box, type Seekable, maxMoovBytes } from './boxes.ts';

/** Sample entries of protected streams: ISO/IEC 23001-7, and `drms` and `aavd` of two shops. */
export const protectedTags = ['enca', 'encv', 'enct', 'encs', 'drms', 'aavd'];

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** Number of bytes of a sample entry's fixed fields, which come before its boxes: audio, video. */
const entryFields = [28, 78];

/** Largest number of fragments that are examined, and the largest size of such a fragment, bytes. */
const maxFragments = 16;
const maxFragmentBytes = 1 << 20;

/** True if the type of a sample entry, or a box `sinf` in it, says that its samples are encrypted. */
function isProtectedEntry(view: DataView, entry: Box, end: number): boolean {
  if (protectedTags.includes(entry.type)) return true;
  return entryFields.some((fields) => hasBox(view, entry.start + fields, Math.min(entry.end, end), 'sinf'));
}

/** True if there is a box of this type between `from` and `to`, or in a box of type `through` there. */
function hasBox(view: DataView, from: number, to: number, type: string, through = ''): boolean {
  for (const box of boxesIn(view, from, to)) {
    if (box.type === type) return true;
    if (box.type === through && hasBox(view, box.start, Math.min(box.end, to), type)) return true;
  }
  return false;
}

/**
 * True if a track of an mp4 is encrypted: a sample entry says so, or there is a box with key data (`pssh`). ffmpeg does not report
 * this and fails in decoding, so the file itself is read. `moov` is the whole box.
 */
export function isProtectedMoov(moov: Uint8Array): boolean {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength);
  const visit = (from: number, to: number, depth: number): boolean => {
    for (const box of boxesIn(view, from, to)) {
      const end = Math.min(box.end, to);
      if (containers.has(box.type) && depth < containers.size && visit(box.start, end, depth + 1))
        return true;
      if (box.type === 'stsd' && hasProtectedEntry(view, box.start, end)) return true;
      if (box.type === 'pssh') return true;
    }
    return false;
  };
  return visit(0, moov.length, 0);
}

/** Looks through the entries of `stsd`. Version, flags and the number of entries (8 bytes) come before them. */
function hasProtectedEntry(view: DataView, start: number, end: number): boolean {
  for (const entry of boxesIn(view, start + 8, end)) if (isProtectedEntry(view, entry, end)) return true;
  return false;
}

/** True if a fragment says how its samples are encrypted (`senc` in `traf`, `pssh`). */
function isProtectedFragment(moof: Uint8Array): boolean {
  const view = new DataView(moof.buffer, moof.byteOffset, moof.byteLength);
  const box = readBox(view, 0, moof.length);
  return (
    box !== null &&
    (hasBox(view, box.start, moof.length, 'senc', 'traf') || hasBox(view, box.start, moof.length, 'pssh'))
  );
}

/** True if the index or a fragment of an mp4 says that it is encrypted. A part of a stream has only fragments. */
export async function isProtectedMp4(file: Seekable): Promise<boolean> {
  let fragments = 0;
  for await (const box of boxesOf(file)) {
    if (box.type === 'pssh') return true;
    if (box.type === 'moov' && box.end - box.at <= maxMoovBytes && isProtectedMoov(await bytesOf(file, box)))
      return true;
    if (box.type !== 'moof') continue;
    if (++fragments > maxFragments) return false;
    if (box.end - box.at <= maxFragmentBytes && isProtectedFragment(await bytesOf(file, box))) return true;
  }
  return false;
}
