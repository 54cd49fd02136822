import { messagesOf } from '#workers/port-messages.ts';

/**
 * Decoded sound between workers: interleaved 32-bit floats in a ring of slots in shared memory. The sender fills a slot
 * and posts its length over the port. The receiver reads the slot in place and releases it through a shared counter. If
 * no slot is free, the sender waits. ffmpeg runs synchronously and waits with `Atomics.wait`; the other decoders wait
 * asynchronously, so that a cancel reaches their thread.
 */
export type PcmSink = { port: MessagePort; ring: SharedArrayBuffer };
export type PcmSource = PcmSink;
/** Interleaved samples of whole frames. */
export type PcmBlock = Float32Array<ArrayBufferLike>;
/** Room for `slotFloats` samples. */
export type PcmSlot = Float32Array<SharedArrayBuffer>;

/** Number of slots of the ring, which takes 2 MiB. A slot holds 0.7 s of stereo at 48 kHz. */
const slots = 8;
export const slotFloats = 65_536;
/** Number of bytes of the header, which holds the number of free slots, in a cache line of its own. */
const headerBytes = 64;

const roomIn = (ring: SharedArrayBuffer) => new Int32Array(ring, 0, 1);

function createSlots(ring: SharedArrayBuffer): () => PcmSlot {
  let next = 0;
  return () => {
    const at = headerBytes + 4 * slotFloats * next;
    next = (next + 1) % slots;
    return new Float32Array(ring, at, slotFloats);
  };
}

/** Creates both ends of a stream. The caller transfers each to its worker. */
export function createPcmStream(): { sink: PcmSink; source: PcmSource } {
  const { port1, port2 } = new MessageChannel();
  const ring = new SharedArrayBuffer(headerBytes + 4 * slotFloats * slots);
  Atomics.store(roomIn(ring), 0, slots);
  return { sink: { port: port1, ring }, source: { port: port2, ring } };
}

export type PcmSender = {
  /** Time spent waiting for a free slot, ms. */
  readonly waitedMs: number;
  /** Returns the slot to fill, which is the same until it is posted. Blocks the thread until a slot is free. */
  slot(): PcmSlot;
  /** Does what `slot` does, but asynchronously. Rejects with the reason of `signal`. */
  slotLater(signal: AbortSignal): Promise<PcmSlot>;
  /** Sends the first `floats` samples of the slot; they must be whole frames. */
  post(floats: number): void;
  /** Copies at most `slotFloats` samples into a slot and posts it; blocks as `slot` does. */
  send(block: PcmBlock): void;
  /** Does what `send` does, but asynchronously. */
  sendLater(block: PcmBlock, signal: AbortSignal): Promise<void>;
  end(): void;
};

/** Without `Atomics.waitAsync` the sender polls every `pollMs`. A cancel ends a wait after `cancelMs` at the latest. */
const pollMs = 4;
const cancelMs = 250;

async function waitForRoom(room: Int32Array): Promise<void> {
  if ('waitAsync' in Atomics) await Atomics.waitAsync(room, 0, 0, cancelMs).value;
  else await new Promise((resolve) => setTimeout(resolve, pollMs));
}

export function createPcmSender({ port, ring }: PcmSink): PcmSender {
  const room = roomIn(ring);
  const nextSlot = createSlots(ring);
  let held: PcmSlot | null = null;
  let waitedMs = 0;
  const hasRoom = () => held !== null || Atomics.load(room, 0) > 0;
  const take = () => {
    if (!held) Atomics.sub(room, 0, 1);
    return (held ??= nextSlot());
  };
  const sender: PcmSender = {
    get waitedMs() {
      return waitedMs;
    },
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
    send(block) {
      sender.slot().set(block);
      sender.post(block.length);
    },
    async sendLater(block, signal) {
      (await sender.slotLater(signal)).set(block);
      sender.post(block.length);
    },
    end() {
      port.postMessage(null);
      port.close();
    },
  };
  return sender;
}

/**
 * Yields the blocks in order. Each is a view of the ring and valid until the next one is requested, which frees its slot.
 * Closes the port on return.
 */
export async function* receivePcm({ port, ring }: PcmSource): AsyncGenerator<PcmSlot, void, undefined> {
  const room = roomIn(ring);
  const nextSlot = createSlots(ring);
  for await (const floats of messagesOf<number | null>(port)) {
    if (floats === null) return;
    yield nextSlot().subarray(0, floats);
    Atomics.add(room, 0, 1);
    Atomics.notify(room, 0);
  }
}
