/** Output of a writer: text or bytes, in pieces of any size. */
export type Written = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

const partBytes = 32_768;
const encoder = new TextEncoder();

/** Joins pieces into parts of about 32 kB, each in its own buffer. */
export async function* gathered(pieces: Written): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  const take = (): Uint8Array<ArrayBuffer> => {
    const part = new Uint8Array(bytes);
    let at = 0;
    for (const piece of held) {
      part.set(piece, at);
      at += piece.length;
    }
    held = [];
    bytes = 0;
    return part;
  };
  for await (const piece of pieces) {
    const piecesBytes = typeof piece === 'string' ? encoder.encode(piece) : piece;
    held.push(piecesBytes);
    bytes += piecesBytes.length;
    if (bytes >= partBytes) yield take();
  }
  if (bytes > 0) yield take();
}
