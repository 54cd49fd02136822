import { slotFloats } from '#workers/media/pcm/pcm-stream.ts';

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
