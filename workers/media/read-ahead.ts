/** Of one read: a round trip to the browser's own process, bounded in memory. */
const sliceBytes = 1 << 20;

/** The octets of a file from `from` on, in slices; the next one is read while the caller works on the last. */
export async function* readAhead(
  file: Blob,
  from = 0,
  to = file.size,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const read = (at: number) => {
    const bytes = file.slice(at, Math.min(at + sliceBytes, to)).bytes();
    // What nobody waits for any more must not end the worker.
    bytes.catch(() => {});
    return bytes;
  };
  let next = from < to ? read(from) : null;
  for (let at = from; next; at += sliceBytes) {
    const bytes = await next;
    next = at + sliceBytes < to ? read(at + sliceBytes) : null;
    yield bytes;
  }
}
