/** Source of an upload: a complete file, or one that still grows. */
export type ByteSource = {
  /** Returns the number of bytes that are available so far. */
  bytes(): number;
  isFinal(): boolean;
  read(from: number, to: number): Promise<Blob | Uint8Array<ArrayBuffer>>;
  /** Resolves when more than `bytes` are available or the source is final; rejects with the reason of `signal`. */
  more(bytes: number, signal: AbortSignal): Promise<void>;
};

/** Returns the length of a source, bytes; null while it grows. */
export const totalBytes = (source: ByteSource): number | null => (source.isFinal() ? source.bytes() : null);
