import { messagesOf } from '#workers/messages-of.ts';

/**
 * Decoded sound on its way from one worker to another: interleaved 32-bit float blocks over a port, and a shared counter
 * that holds the sender back. ffmpeg runs synchronously and waits with `Atomics.wait`; the browser's decoders answer to the
 * same thread and are waited for without blocking it.
 */
export type PcmSink = { port: MessagePort; credit: SharedArrayBuffer };
export type PcmSource = PcmSink;
export type PcmBlock = Float32Array<ArrayBuffer>;

/** Blocks under way at most: with 256 KiB a block, 2 MiB. */
const blocksUnderWay = 8;

/** The two ends of a stream; each is moved into its worker by the one who made it. */
export function createPcmStream(): { sink: PcmSink; source: PcmSource } {
  const { port1, port2 } = new MessageChannel();
  const credit = new SharedArrayBuffer(4);
  Atomics.store(new Int32Array(credit), 0, blocksUnderWay);
  return { sink: { port: port1, credit }, source: { port: port2, credit } };
}

export type PcmSender = {
  /** Blocks its thread until the receiver has room. */
  send(block: PcmBlock): void;
  /** Resolves once there was room; rejects with the reason of `signal`. */
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
export function createPcmSender({ port, credit }: PcmSink): PcmSender {
  const room = new Int32Array(credit);
  const hasRoom = () => Atomics.load(room, 0) > 0;
  const post = (block: PcmBlock) => {
    Atomics.sub(room, 0, 1);
    port.postMessage(block, [block.buffer]);
  };
  return {
    send(block) {
      while (!hasRoom()) Atomics.wait(room, 0, 0);
      post(block);
    },
    async sendLater(block, signal) {
      while (!hasRoom()) {
        signal.throwIfAborted();
        await waitForRoom(room);
      }
      signal.throwIfAborted();
      post(block);
    },
    end() {
      port.postMessage(null);
      port.close();
    },
  };
}

/** The receiving end: blocks in order; asking for the next one makes room for another. Closes the port when left. */
export async function* receivePcm({ port, credit }: PcmSource): AsyncGenerator<PcmBlock, void, undefined> {
  const room = new Int32Array(credit);
  for await (const block of messagesOf<PcmBlock | null>(port)) {
    if (!block) return;
    yield block;
    Atomics.add(room, 0, 1);
    Atomics.notify(room, 0);
  }
}
