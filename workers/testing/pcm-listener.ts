import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';

/** Creates a sender without a stream: `onBlock` receives each block, which is valid until it returns. */
export function createSenderDouble(room: number, onBlock: (block: Float32Array) => void) {
  const slot = new Float32Array(slotFloats);
  return {
    waitedMs: 0,
    room: () => room,
    slot: () => slot,
    slotLater: () => Promise.resolve(slot),
    post: (floats: number) => onBlock(slot.subarray(0, floats)),
  };
}

/** Creates a receiver that never waits. It aborts the pass after `limit` slots. */
export function createPcmListener(limit = Infinity) {
  const controller = new AbortController();
  const heard: number[] = [];
  const counts: number[] = [];
  const slot = new Float32Array(new SharedArrayBuffer(4 * slotFloats));
  let posts = 0;
  const sender = {
    waitedMs: 0,
    room: () => Infinity,
    slot: () => slot,
    slotLater: async (signal: AbortSignal) => {
      signal.throwIfAborted();
      return slot;
    },
    post(floats: number) {
      for (const sample of slot.subarray(0, floats)) heard.push(sample);
      if (++posts === limit) controller.abort();
    },
  };
  const to = { sender, signal: controller.signal, onFrames: (count: number) => void counts.push(count) };
  return { to, heard, counts };
}
