/**
 * Decoded sound on its way from one worker to another: interleaved 32-bit float blocks over a port, and a shared counter
 * that holds the sender back. ffmpeg runs synchronously, so the sender waits with `Atomics.wait`, not with a promise.
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

export type PcmSender = { send(block: PcmBlock): void; end(): void };

/** The sending end; `send` blocks its thread until the receiver has room. */
export function createPcmSender({ port, credit }: PcmSink): PcmSender {
  const room = new Int32Array(credit);
  return {
    send(block) {
      while (Atomics.load(room, 0) <= 0) Atomics.wait(room, 0, 0);
      Atomics.sub(room, 0, 1);
      port.postMessage(block, [block.buffer]);
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
  const waiting: (PcmBlock | null)[] = [];
  let wake: (() => void) | undefined;
  const onMessage = ({ data }: MessageEvent<PcmBlock | null>) => {
    waiting.push(data);
    wake?.();
  };
  port.addEventListener('message', onMessage);
  port.start();
  try {
    for (;;) {
      while (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const block = waiting.shift();
      if (!block) return;
      yield block;
      Atomics.add(room, 0, 1);
      Atomics.notify(room, 0);
    }
  } finally {
    port.removeEventListener('message', onMessage);
    port.close();
  }
}
