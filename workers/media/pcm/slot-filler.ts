import { slotFloats, type PcmSender, type PcmSlot } from './pcm-stream.ts';

type FillTo = {
  sender: Pick<PcmSender, 'slotLater' | 'post'>;
  signal: AbortSignal;
  /** Receives the number of frames so far, whenever a slot is posted. It may throw to end the pass. */
  onFrames(frames: number): void;
};

type SlotFiller = {
  /** Number of frames received so far. */
  readonly frames: number;
  /** Copies interleaved samples into slots, and posts each that is full. Rejects with the reason of the signal. */
  send(samples: Float32Array): Promise<void>;
  /** Posts what is left, unless the signal is aborted. */
  end(): void;
};

/** Creates a filler, which fills the slots of a stream with decoded samples of any length. */
export function createSlotFiller(channels: number, { sender, signal, onFrames }: FillTo): SlotFiller {
  const slotSamples = Math.floor(slotFloats / channels) * channels;
  let slot: PcmSlot | null = null;
  let filled = 0;
  let frames = 0;
  const post = () => {
    sender.post(filled);
    slot = null;
    filled = 0;
    onFrames(frames);
  };
  return {
    get frames() {
      return frames;
    },
    async send(samples) {
      for (let from = 0; from < samples.length;) {
        slot ??= await sender.slotLater(signal);
        const part = samples.subarray(from, from + slotSamples - filled);
        slot.set(part, filled);
        from += part.length;
        filled += part.length;
        frames += part.length / channels;
        if (filled === slotSamples) post();
      }
    },
    end() {
      if (filled > 0 && !signal.aborted) post();
    },
  };
}
