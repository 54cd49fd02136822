/** The part of `Blob` that is used here. */
export type Seekable = {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

export type Box = { type: string; start: number; end: number };

/** Sample entries of protected streams: ISO/IEC 23001-7, and `drms` and `aavd` of two shops. */
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

/** Bytes of a sample entry's fixed fields before its boxes: audio, video. */
const entryFields = [28, 78];

/** True if the type of a sample entry, or a box `sinf` in it, says that its samples are encrypted. */
function isProtectedEntry(view: DataView, entry: Box, end: number): boolean {
  if (protectedTags.includes(entry.type)) return true;
  return entryFields.some((fields) => hasBox(view, entry.start + fields, Math.min(entry.end, end), 'sinf'));
}

/** True if there is a box of this type between `from` and `to`, or in a box of type `through` there. */
function hasBox(view: DataView, from: number, to: number, type: string, through = ''): boolean {
  for (let at = from; at < to;) {
    const box = readBox(view, at, to);
    if (!box) return false;
    if (box.type === type) return true;
    if (box.type === through && hasBox(view, box.start, Math.min(box.end, to), type)) return true;
    at = box.end;
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
    for (let at = from; at < to;) {
      const box = readBox(view, at, to);
      if (!box) return false;
      const end = Math.min(box.end, to);
      if (containers.has(box.type) && depth < containers.size && visit(box.start, end, depth + 1))
        return true;
      // stsd: version, flags and the number of entries (8 bytes) come before the entries.
      if (box.type === 'stsd') {
        for (let from = box.start + 8; from < end;) {
          const entry = readBox(view, from, end);
          if (!entry) break;
          if (isProtectedEntry(view, entry, end)) return true;
          from = entry.end;
        }
      }
      if (box.type === 'pssh') return true;
      at = box.end;
    }
    return false;
  };
  return visit(0, moov.length, 0);
}

/** A larger index (about 60 hours) is not read. */
const maxMoovBytes = 64 << 20;
/** An index after more boxes than a fragmented recording has is not searched for: a file may consist of boxes only. */
const maxBoxes = 10_000;

/** Most fragments examined, and their largest size, bytes. */
const maxFragments = 16;
const maxFragmentBytes = 1 << 20;

type FileBox = { type: string; at: number; end: number };

/** Yields the top-level boxes of a file. Reads only their headers. */
export async function* boxesOf(file: Seekable): AsyncGenerator<FileBox> {
  for (let at = 0, boxes = 0; at + 8 <= file.size && boxes < maxBoxes; boxes++) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer());
    const box = readBox(head, 0, head.byteLength);
    if (!box) return;
    const end = head.getUint32(0) === 0 ? file.size : at + box.end;
    yield { type: box.type, at, end };
    at = end;
  }
}

const bytesOf = async (file: Seekable, { at, end }: FileBox) =>
  new Uint8Array(await file.slice(at, end).arrayBuffer());

/** Returns the `moov` box of an mp4; null if there is none, or if it is too large. */
export async function findMoov(file: Seekable): Promise<Uint8Array<ArrayBuffer> | null> {
  for await (const box of boxesOf(file))
    if (box.type === 'moov') return box.end - box.at > maxMoovBytes ? null : bytesOf(file, box);
  return null;
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
