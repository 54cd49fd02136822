/** What a sender sends: a file that is whole, or one that still grows. */
export type ByteSource = {
  /** Bytes there are by now. */
  bytes(): number;
  /** Nothing more will come. */
  isFinal(): boolean;
  read(from: number, to: number): Promise<Blob | Uint8Array<ArrayBuffer>>;
  /** Resolves once there is more than `bytes`, or nothing more will come; rejects with the reason of `signal`. */
  more(bytes: number, signal: AbortSignal): Promise<void>;
};
