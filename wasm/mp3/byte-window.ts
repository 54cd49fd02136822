/** Holds the bytes of a stream that have arrived and are not parsed yet. */
export function createByteWindow() {
  let bytes = new Uint8Array(0);
  /** Position of the first byte in the stream, and number of bytes to skip that have not arrived yet. */
  let start = 0;
  let skip = 0;
  return {
    bytes: (): Uint8Array => bytes,
    start: (): number => start,

    /** Appends a chunk. Returns false if nothing of it is left after the bytes to skip. */
    append(chunk: Uint8Array): boolean {
      const passed = Math.min(skip, chunk.length);
      skip -= passed;
      if (passed === chunk.length) return false;
      const joined = new Uint8Array(bytes.length + chunk.length - passed);
      joined.set(bytes);
      joined.set(chunk.subarray(passed), bytes.length);
      bytes = joined;
      return true;
    },

    /** Removes parsed bytes from the start. There may be more of them than have arrived. */
    drop(count: number): void {
      start += count;
      skip = Math.max(0, count - bytes.length);
      bytes = bytes.subarray(Math.min(count, bytes.length));
    },
  };
}
