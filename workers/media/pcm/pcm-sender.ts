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
   * Returns the slot to fill, which is the same until it is posted. Blocks the thread until a slot is free; without
   * shared memory it throws `TooFarAhead` instead.
   */
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
