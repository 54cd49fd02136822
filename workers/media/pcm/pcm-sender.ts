/** Interleaved samples of whole frames. */
export type PcmBlock = Float32Array<ArrayBufferLike>;
/** Room for `slotFloats` samples. */
export type PcmSlot = PcmBlock;

/** Number of samples in a slot: 0.7 s of stereo at 48 kHz, 256 KiB. */
export const slotFloats = 65_536;

export type PcmSender = {
  /** Time spent waiting for a free slot, ms. */
  readonly waitedMs: number;
  /**
   * Returns the number of blocks that a decoder which runs synchronously may post before it has to return: Infinity if
   * `slot` can block its thread.
   */
  room(): number;
  /** Returns the slot to fill, which is the same until it is posted. With shared memory it blocks the thread until one is free. */
  slot(): PcmSlot;
  /** Does what `slot` does, but asynchronously. Rejects with the reason of `signal`. */
  slotLater(signal: AbortSignal): Promise<PcmSlot>;
  /** Sends the first `floats` samples of the slot; they must be whole frames. */
  post(floats: number): void;
  end(): void;
};

/** Copies at most `slotFloats` samples into a slot and posts it. Waits for a slot as `slotLater` does. */
export async function sendLater(
  sender: Pick<PcmSender, 'slotLater' | 'post'>,
  block: PcmBlock,
  signal: AbortSignal,
): Promise<void> {
  (await sender.slotLater(signal)).set(block);
  sender.post(block.length);
}
