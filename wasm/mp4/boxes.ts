/** The part of `Blob` that is used here. */
export type Seekable = {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

/** A box (ISO/IEC 14496-12 §4.2). `start`: first byte of its content. `end`: first byte after it. */
export type Box = { type: string; start: number; end: number };

/** Reads the box at `at`. Returns null if no header fits before `end`, or if the header is invalid. The box may end later. */
export function readBox(view: DataView, at: number, end: number): Box | null {
  if (at + 8 > end) return null;
  const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)));
  const short = view.getUint32(at);
  const is64 = short === 1 && at + 16 <= end;
  const size = is64 ? Number(view.getBigUint64(at + 8)) : short === 0 ? end - at : short;
  const header = is64 ? 16 : 8;
  return size < header ? null : { type, start: at + header, end: at + size };
}

/** Yields the boxes between `from` and `to`, up to one that is invalid. The last one may end after `to`. */
export function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    const box = readBox(view, at, to);
    if (!box) return;
    yield box;
    at = box.end;
  }
}

/** Size of the largest index that is read, bytes: about 60 hours. */
export const maxMoovBytes = 64 << 20;
/**
 * Largest number of boxes in which the index is searched for. A fragmented recording has fewer, but a file may consist
 * of boxes only.
 */
const maxBoxes = 10_000;

/** A box of a file: position of its header and first byte after it. */
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

/** Reads a whole box. */
export const bytesOf = async (file: Seekable, { at, end }: FileBox) =>
  new Uint8Array(await file.slice(at, end).arrayBuffer());

/** Returns the `moov` box of an mp4; null if there is none, or if it is too large. */
export async function findMoov(file: Seekable): Promise<Uint8Array<ArrayBuffer> | null> {
  for await (const box of boxesOf(file))
    if (box.type === 'moov') return box.end - box.at > maxMoovBytes ? null : bytesOf(file, box);
  return null;
}
