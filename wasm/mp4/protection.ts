/** What of a `Blob` is used; anything that can be read from a place fits. */
export type Seekable = {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

export type Box = { type: string; start: number; end: number };

/** Sample entries of protected streams (ISO/IEC 23001-7, and the older ones of two shops). */
export const protectedTags = ['enca', 'encv', 'enct', 'encs', 'drms', 'aavd'];

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Reads the box (ISO/IEC 14496-12 §4.2) at `at`; null where none fits before `end`. */
export function readBox(view: DataView, at: number, end: number): Box | null {
  if (at + 8 > end) return null;
  const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)));
  const short = view.getUint32(at);
  const is64 = short === 1 && at + 16 <= end;
  const size = is64 ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short;
  const header = is64 ? 16 : 8;
  return size < header ? null : { type, start: at + header, end: at + size };
}

/**
 * Whether a track of an mp4 is encrypted: its sample entry says so. ffmpeg shows the original entry behind it and then
 * fails in decoding, so this has to be read from the file. `moov` holds the whole box.
 */
export function isProtectedMoov(moov: Uint8Array): boolean {
  const view = new DataView(moov.buffer, moov.byteOffset, moov.byteLength);
  const visit = (from: number, to: number, depth: number): boolean => {
    for (let at = from; at < to;) {
      const box = readBox(view, at, to);
      if (!box) return false;
      const end = Math.min(box.end, to);
      if (containers.has(box.type) && depth < containers.size && visit(box.start, end, depth + 1))
        return true;
      // stsd: version, flags and the number of entries (8 octets) come before the entries.
      if (box.type === 'stsd') {
        const entry = readBox(view, box.start + 8, end);
        if (entry && protectedTags.includes(entry.type)) return true;
      }
      at = box.end;
    }
    return false;
  };
  return visit(0, moov.length, 0);
}

/** A larger index than this (about 60 hours) is not looked into. */
const maxMoovBytes = 64 << 20;
/** Nor one behind more boxes than a recording in fragments has before it: a file may be made of nothing else. */
const maxBoxes = 10_000;

/** Finds the content of the `moov` box of an mp4 by hopping over the others; null where there is none. */
export async function findMoov(file: Seekable): Promise<Uint8Array<ArrayBuffer> | null> {
  for (let at = 0, boxes = 0; at + 8 <= file.size && boxes < maxBoxes; boxes++) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const box = readBox(head, 0, head.byteLength);
    if (!box) return null;
    const end = head.getUint32(0) === 0 ? file.size : at + box.end;
    if (box.type === 'moov') {
      if (end - at > maxMoovBytes) return null;
      return new Uint8Array(await file.slice(at, end).arrayBuffer());
    }
    at = end;
  }
  return null;
}

export async function isProtectedMp4(file: Seekable): Promise<boolean> {
  const moov = await findMoov(file);
  return moov !== null && isProtectedMoov(moov);
}
