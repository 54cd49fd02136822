type ChunkFile = {
  readonly length: number;
  /** Copies `bytes` into the file at `position`, which is at most the current end of the file. */
  write(bytes: Uint8Array, position: number): void;
  /** Returns the content in order, as views of the file's memory. */
  parts(): Uint8Array<ArrayBuffer>[];
};

/** Creates a file in memory that grows by whole chunks, so that growing copies nothing. */
export function createChunkFile(chunkBytes = 1 << 20): ChunkFile {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    write(bytes, position) {
      if (position > length) throw new RangeError('a chunk file has no holes');
      for (let from = 0; from < bytes.length;) {
        const at = position + from;
        const index = Math.floor(at / chunkBytes);
        const chunk = (chunks[index] ??= new Uint8Array(chunkBytes));
        const part = bytes.subarray(from, from + chunkBytes - (at % chunkBytes));
        chunk.set(part, at % chunkBytes);
        from += part.length;
      }
      length = Math.max(length, position + bytes.length);
    },
    parts: () => chunks.map((chunk, index) => chunk.subarray(0, length - index * chunkBytes)),
  };
}
