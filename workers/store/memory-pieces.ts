/** Consecutive pieces in memory, read as one byte range. Pieces are copied, because an encoder reuses its buffer. */
export type MemoryPieces = {
  readonly bytes: number;
  append(piece: Uint8Array): void;
  read(from: number, to: number): Uint8Array<ArrayBuffer>;
  /** Returns whole pieces from the front, joined, up to about `bytes`; at least one piece. */
  front(bytes: number): Uint8Array<ArrayBuffer>;
  drop(bytes: number): void;
};

export function createMemoryPieces(): MemoryPieces {
  let pieces: { start: number; piece: Uint8Array }[] = [];
  let dropped = 0;
  let end = 0;
  const indexOf = (at: number) => {
    let low = 0;
    let high = pieces.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (pieces[middle]!.start <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const join = (from: number, to: number) => {
    const joined = new Uint8Array(Math.max(0, to - from));
    for (let index = Math.max(0, indexOf(from)); index < pieces.length; index++) {
      const { start, piece } = pieces[index]!;
      if (start >= to) break;
      const part = piece.subarray(Math.max(0, from - start), to - start);
      joined.set(part, Math.max(0, start - from));
    }
    return joined;
  };
  return {
    get bytes() {
      return end - dropped;
    },
    append(piece) {
      pieces.push({ start: end, piece: piece.slice() });
      end += piece.length;
    },
    read: (from, to) => join(dropped + Math.max(0, from), Math.min(end, dropped + to)),
    front(bytes) {
      const last = pieces.findIndex(({ start, piece }) => start + piece.length - dropped >= bytes);
      const { start, piece } = pieces.at(last)!;
      return join(dropped, start + piece.length);
    },
    drop(bytes) {
      dropped += bytes;
      pieces = pieces.filter(({ start }) => start >= dropped);
    },
  };
}
