import { messagesOf } from '#workers/port-messages.ts';
import { createMovedPcmSender, receiveMovedPcm } from './moved-pcm.ts';
import { slotFloats, type PcmSender, type PcmSlot } from './pcm-sender.ts';

export { slotFloats, type PcmBlock, type PcmSender, type PcmSlot } from './pcm-sender.ts';

/**
 * Decoded sound between workers: interleaved 32-bit floats in a ring of slots in shared memory. The sender fills a slot
 * and posts its length over the port. The receiver reads the slot in place and releases it through a shared counter. If
 * no slot is free, the sender waits. ffmpeg runs synchronously and waits with `Atomics.wait`; the other decoders wait
 * asynchronously, so that a cancel reaches their thread. A page without shared memory has no ring: each block moves to
 * the receiver in a buffer of its own (`moved-pcm.ts`).
 */
export type PcmSink = {
  port: MessagePort;
  ring: SharedArrayBuffer | null;
  /** Without a ring: number of blocks by which a decoder that runs synchronously may be ahead of the receiver. */
  maxAhead: number;
};
export type PcmSource = Pick<PcmSink, 'port' | 'ring'>;
/** Number of slots of the ring, which takes 2 MiB. */
const slots = 8;
/** Number of bytes of the header, which holds the number of free slots, in a cache line of its own. */
const headerBytes = 64;

const roomIn = (ring: SharedArrayBuffer) => new Int32Array(ring, 0, 1);

function createSlots(ring: SharedArrayBuffer): () => Float32Array<SharedArrayBuffer> {
  let next = 0;
  return () => {
    const at = headerBytes + 4 * slotFloats * next;
    next = (next + 1) % slots;
    return new Float32Array(ring, at, slotFloats);
  };
}

/** 64 MiB, about three minutes of stereo at 48 kHz. It must exceed `slots`. */
const defaultMaxAhead = 256;

/** Browsers give shared memory to pages only that are cross-origin isolated, and some to none. */
export const hasSharedMemory = (): boolean => typeof SharedArrayBuffer === 'function';

/** Creates both ends of a stream. The caller transfers each to its worker. */
export function createPcmStream({ isShared = hasSharedMemory(), maxAhead = defaultMaxAhead } = {}): {
  sink: PcmSink;
  source: PcmSource;
} {
  const { port1, port2 } = new MessageChannel();
  const ring = isShared ? new SharedArrayBuffer(headerBytes + 4 * slotFloats * slots) : null;
  if (ring) Atomics.store(roomIn(ring), 0, slots);
  return { sink: { port: port1, ring, maxAhead }, source: { port: port2, ring } };
}

/**
 * `pollMs`: without `Atomics.waitAsync`, the sender looks for free room this often, ms. `cancelMs`: after a cancel, a sender that waits
 * stops after this time, ms; in WebKit up to 100 ms later (`wakeMs` in `workers/rpc.ts`).
 */
const pollMs = 4;
const cancelMs = 250;

async function waitForRoom(room: Int32Array): Promise<void> {
  if ('waitAsync' in Atomics) await Atomics.waitAsync(room, 0, 0, cancelMs).value;
  else await new Promise((resolve) => setTimeout(resolve, pollMs));
}

export const createPcmSender = ({ port, ring, maxAhead }: PcmSink): PcmSender =>
  ring ? createRingSender(port, ring) : createMovedPcmSender(port, maxAhead);

function createRingSender(port: MessagePort, ring: SharedArrayBuffer): PcmSender {
  const room = roomIn(ring);
  const nextSlot = createSlots(ring);
  let held: Float32Array<SharedArrayBuffer> | null = null;
  let waitedMs = 0;
  const hasRoom = () => held !== null || Atomics.load(room, 0) > 0;
  const take = () => {
    if (!held) Atomics.sub(room, 0, 1);
    return (held ??= nextSlot());
  };
  return {
    get waitedMs() {
      return waitedMs;
    },
    room: () => Infinity,
    slot() {
      const startedAt = performance.now();
      while (!hasRoom()) Atomics.wait(room, 0, 0);
      waitedMs += performance.now() - startedAt;
      return take();
    },
    async slotLater(signal) {
      const startedAt = performance.now();
      while (!hasRoom()) {
        signal.throwIfAborted();
        await waitForRoom(room);
      }
      waitedMs += performance.now() - startedAt;
      signal.throwIfAborted();
      return take();
    },
    post(floats) {
      held = null;
      port.postMessage(floats);
    },
    // The receiver closes the port: in Firefox, one that closes at once loses what was sent before, if the other is on its way.
    end() {
      port.postMessage(null);
    },
  };
}

/**
 * Yields the blocks in order. Each is a view of the ring and valid until the next one is requested, which frees its slot.
 * Closes the port on return.
 */
export const receivePcm = ({ port, ring }: PcmSource): AsyncGenerator<PcmSlot, void, undefined> =>
  ring ? receiveFromRing(port, ring) : receiveMovedPcm(port);

async function* receiveFromRing(
  port: MessagePort,
  ring: SharedArrayBuffer,
): AsyncGenerator<PcmSlot, void, undefined> {
  const room = roomIn(ring);
  const nextSlot = createSlots(ring);
  for await (const floats of messagesOf<number | null>(port)) {
    if (floats === null) return;
    yield nextSlot().subarray(0, floats);
    Atomics.add(room, 0, 1);
    Atomics.notify(room, 0);
  }
}
