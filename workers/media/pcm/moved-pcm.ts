import { messagesOf } from '#workers/port-messages.ts';
import { slotFloats, type PcmBlock, type PcmSender } from './pcm-sender.ts';

/** Number of blocks that may be with the receiver while the sender can wait for it. */
const slots = 8;
/** A cancel ends a wait after this time, ms, at the latest. */
const cancelMs = 250;

/** Sends each block in a buffer of its own. The receiver sends the buffer back. It is for pages without shared memory. */
export function createMovedPcmSender(port: MessagePort, maxAhead: number): PcmSender {
  const idle: ArrayBuffer[] = [];
  let withReceiver = 0;
  let held: PcmBlock | null = null;
  let waitedMs = 0;
  let wake: (() => void) | undefined;
  port.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
    withReceiver -= 1;
    if (idle.length < slots) idle.push(data);
    wake?.();
  });
  port.start();
  const hasRoom = () => held !== null || withReceiver < slots;
  const take = () => (held ??= new Float32Array(idle.pop() ?? new ArrayBuffer(4 * slotFloats)));
  const answered = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, cancelMs);
    });
  return {
    get waitedMs() {
      return waitedMs;
    },
    room: () => maxAhead - withReceiver,
    slot: take,
    async slotLater(signal) {
      const startedAt = performance.now();
      while (!hasRoom()) {
        signal.throwIfAborted();
        await answered();
      }
      waitedMs += performance.now() - startedAt;
      signal.throwIfAborted();
      return take();
    },
    post(floats) {
      const block = take().subarray(0, floats);
      held = null;
      withReceiver += 1;
      port.postMessage(block, [block.buffer as ArrayBuffer]);
    },
    end() {
      port.postMessage(null);
    },
  };
}

/** Yields the blocks in order. Each is valid until the next one is requested. Closes the port on return. */
export async function* receiveMovedPcm(port: MessagePort): AsyncGenerator<PcmBlock, void, undefined> {
  for await (const block of messagesOf<Float32Array<ArrayBuffer> | null>(port)) {
    if (block === null) return;
    yield block;
    port.postMessage(block.buffer, [block.buffer]);
  }
}
