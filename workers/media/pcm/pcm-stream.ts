import { messagesOf } from '#workers/port-messages.ts';

/**
 * Decoded sound on its way from one worker to another: interleaved 32-bit floats in a ring of slots in shared memory. The
 * sender fills a slot and tells its length over the port; the receiver looks at it where it lies and gives it back through a
 * shared counter, which holds the sender back. ffmpeg runs synchronously and waits with `Atomics.wait`; other decoders share
 * their thread with whoever cancels them and are waited for without blocking it.
 */
export type PcmSink = { port: MessagePort; ring: SharedArrayBuffer };
export type PcmSource = PcmSink;
/** Whole frames, as they are handed from place to place. */
export type PcmBlock = Float32Array<ArrayBufferLike>;
/** A place for at most `slotFloats` samples. */
export type PcmSlot = Float32Array<SharedArrayBuffer>;

/** Samples under way at most: 2 MiB. A slot is 0.7 s of stereo at 48 kHz. */
const slots = 8;
export const slotFloats = 65_536;
/** Before the slots lies the number of free ones, in a cache line of its own. */
const headerBytes = 64;

const roomIn = (ring: SharedArrayBuffer) => new Int32Array(ring, 0, 1);

/** The slots, one after the other, over and over. */
function createSlots(ring: SharedArrayBuffer): () => PcmSlot {
  let next = 0;
  return () => {
    const at = headerBytes + 4 * slotFloats * next;
    next = (next + 1) % slots;
    return new Float32Array(ring, at, slotFloats);
  };
}

/** The two ends of a stream; each is moved into its worker by the one who made it. */
export function createPcmStream(): { sink: PcmSink; source: PcmSource } {
  const { port1, port2 } = new MessageChannel();
  const ring = new SharedArrayBuffer(headerBytes + 4 * slotFloats * slots);
  Atomics.store(roomIn(ring), 0, slots);
  return { sink: { port: port1, ring }, source: { port: port2, ring } };
}

export type PcmSender = {
  /** Time spent waiting for room, ms. */
  readonly waitedMs: number;
  /** The slot to be filled next; the same one until it is posted. Blocks its thread until the receiver has room. */
  slot(): PcmSlot;
  /** As `slot`, but resolves once there was room; rejects with the reason of `signal`. */
  slotLater(signal: AbortSignal): Promise<PcmSlot>;
  /** Sends the first `floats` samples of the slot: whole frames. */
  post(floats: number): void;
  /** Copies a block of at most `slotFloats` into a slot and posts it; blocks as `slot` does. */
  send(block: PcmBlock): void;
  /** As `send`, waiting as `slotLater` does. */
  sendLater(block: PcmBlock, signal: AbortSignal): Promise<void>;
  end(): void;
};

/** Where `Atomics.waitAsync` is missing, room is looked for this often; a wait ends this soon after a cancel. */
const pollMs = 4;
const cancelMs = 250;

async function waitForRoom(room: Int32Array): Promise<void> {
  if ('waitAsync' in Atomics) await Atomics.waitAsync(room, 0, 0, cancelMs).value;
  else await new Promise((resolve) => setTimeout(resolve, pollMs));
}

/** The sending end. */
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
 * The receiving end: blocks in order, each a view of the ring that holds until the next one is asked for, which makes room
 * for another. Closes the port when left.
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
