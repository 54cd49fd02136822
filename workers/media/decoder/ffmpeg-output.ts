import type { DeviceOps } from '#wasm/ffmpeg/ffmpeg-core.ts';
import { slotFloats, type PcmBlock, type PcmSender } from '#workers/media/pcm/pcm-stream.ts';
import type { Lead } from './ffmpeg-lead.ts';

/** Number of the last blocks that a run which has to end keeps, for the next run to find its place: 2.7 s of stereo at 48 kHz. */
const tailBlocks = 4;

type PcmOutputOptions = {
  sender: Pick<PcmSender, 'slot' | 'post'>;
  channels: number;
  lead: Lead;
  /** Number of frames that were sent before this run. */
  sent: number;
  /** Number of blocks that may be sent. */
  room: number;
  /** Receives the number of frames so far, including `sent`. It may throw to end the run. */
  onFrames(frames: number): void;
  /** Makes the error that ends the run. */
  stop(): Error;
};

type PcmOutput = DeviceOps & {
  /** Number of whole frames that were taken so far, including `sent`. */
  readonly frames: number;
  /** True if there is more to send than `room`. The run was ended therefore. */
  readonly isFull: boolean;
  /** Returns the last blocks that were sent, if `room` was used up. */
  tail(): Float32Array;
  /** Sends what the lead has left at the end of a run. */
  end(): void;
  /** Posts the partial slot, also after a failure. */
  finish(): void;
};

function joined(blocks: readonly PcmBlock[]): Float32Array {
  const whole = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
  }
  return whole;
}

/** Creates an ffmpeg output device for f32le. It writes whole frames straight into the slots of the stream. */
export function createPcmOutput(options: PcmOutputOptions): PcmOutput {
  const { sender, channels, lead, sent, room, onFrames, stop } = options;
  const frameOctets = 4 * channels;
  const slotOctets = Math.floor(slotFloats / channels) * frameOctets;
  const lastBlocks: PcmBlock[] = [];
  let slot: PcmBlock | null = null;
  let filled = 0;
  let total = 0;
  let posted = 0;
  let isFull = false;
  const post = () => {
    const floats = Math.floor(filled / frameOctets) * channels;
    // Copied before the receiver gets it.
    if (room - posted <= tailBlocks) lastBlocks.push(slot!.slice(0, floats));
    sender.post(floats);
    posted += 1;
    slot = null;
    filled = 0;
  };
  const send = (octets: Uint8Array) => {
    for (let at = 0; at < octets.length;) {
      isFull ||= slot === null && posted >= room;
      if (isFull) return;
      slot ??= sender.slot();
      const part = octets.subarray(at, at + slotOctets - filled);
      new Uint8Array(slot.buffer, slot.byteOffset + filled).set(part);
      filled += part.length;
      at += part.length;
      total += part.length;
      if (filled === slotOctets) post();
    }
  };
  const frames = () => sent + Math.floor(total / frameOctets);
  const sendAll = (parts: Uint8Array[]) => {
    for (const part of parts) send(part);
    onFrames(frames());
  };
  return {
    get frames() {
      return frames();
    },
    get isFull() {
      return isFull;
    },
    tail: () => joined(lastBlocks),
    write(_stream, heap, offset, length) {
      sendAll(lead.pass(new Uint8Array(heap.buffer, heap.byteOffset + offset, length)));
      if (isFull || lead.isLost) throw stop();
      return length;
    },
    end: () => sendAll(lead.end()),
    finish() {
      if (filled >= frameOctets) post();
    },
  };
}
