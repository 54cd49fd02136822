import { protectedTags } from './probe.rules.ts';

export type Box = { type: string; start: number; end: number };

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
  const visit = (from: number, to: number): boolean => {
    for (let at = from; at < to;) {
      const box = readBox(view, at, to);
      if (!box) return false;
      const end = Math.min(box.end, to);
      if (containers.has(box.type) && visit(box.start, end)) return true;
      // stsd: version, flags and the number of entries (8 octets) come before the entries.
      if (box.type === 'stsd') {
        const entry = readBox(view, box.start + 8, end);
        if (entry && protectedTags.includes(entry.type)) return true;
      }
      at = box.end;
    }
    return false;
  };
  return visit(0, moov.length);
}

/** A larger index than this (about 60 hours) is not looked into. */
const maxMoovBytes = 64 << 20;

/** Finds the content of the `moov` box of an mp4 by hopping over the others; null where there is none. */
export async function findMoov(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  for (let at = 0; at + 8 <= file.size;) {
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

export async function isProtectedMp4(file: Blob): Promise<boolean> {
  const moov = await findMoov(file);
  return moov !== null && isProtectedMoov(moov);
}
