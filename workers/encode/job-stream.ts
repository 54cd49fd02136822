import { hasSharedMemory } from '#workers/media/pcm/pcm-stream.ts';

/**
 * A job for an encode worker. The analysis worker makes it, and the page gives it to a free encode worker. The samples are
 * in shared memory if the page has it: they are not copied between workers, and a job can run again after a crash. Without
 * shared memory they move to the page, and the encode worker gets a copy. The number of memory blocks (slots) is fixed, so
 * the analysis waits when all encoders are busy.
 */
export type EncodeJob = {
  index: number;
  /** Mono samples. */
  pcm: Float32Array<ArrayBufferLike>;
  /** See `PcmJob` (wasm/trim/cut-pcm.ts). */
  skipFrames: number;
  frames: number | null;
};

export type JobSink = { port: MessagePort; slots: number };
type JobSource = MessagePort;

type Message = EncodeJob | { end: true };

const newBuffer = (bytes: number): ArrayBufferLike =>
  hasSharedMemory() ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);

/** Returns what has to be transferred with a message that holds this buffer: shared memory stays with both sides. */
const movesOf = (buffer: ArrayBufferLike): ArrayBuffer[] => (buffer instanceof ArrayBuffer ? [buffer] : []);

/**
 * Creates both ends of a stream of jobs. The sink is transferred to the worker that makes the jobs; the source stays in the
 * page.
 */
export function createJobStream(slots: number): { sink: JobSink; source: JobSource } {
  const { port1, port2 } = new MessageChannel();
  return { sink: { port: port1, slots }, source: port2 };
}

type JobSender = {
  /** Sends a job with a copy of `pcm`. Resolves when a slot was free and the job is sent. */
  send(job: { pcm: Float32Array; skipFrames: number; frames: number | null }): Promise<void>;
  end(): void;
};

/** Creates the sending end of a stream. It numbers the jobs from `firstIndex` on. */
export function createJobSender({ port, slots }: JobSink, firstIndex = 0): JobSender {
  const free: ArrayBufferLike[] = Array.from({ length: slots }, () => newBuffer(0));
  let wake: (() => void) | undefined;
  let index = firstIndex;
  port.addEventListener('message', ({ data }: MessageEvent<ArrayBufferLike>) => {
    free.push(data);
    wake?.();
  });
  port.start();
  return {
    async send({ pcm, skipFrames, frames }) {
      while (free.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const slot = free.pop()!;
      const buffer = slot.byteLength >= pcm.byteLength ? slot : newBuffer(pcm.byteLength);
      const copy = new Float32Array(buffer, 0, pcm.length);
      copy.set(pcm);
      port.postMessage({ index: index++, pcm: copy, skipFrames, frames } satisfies Message, movesOf(buffer));
    },
    end() {
      port.postMessage({ end: true } satisfies Message);
    },
  };
}

/**
 * Receives the jobs of a stream: passes each job to `encode`, and the results to `onResult` in the order of the jobs.
 * Resolves when the sender has ended and all jobs are done; rejects with the first failure. Closes the port in both cases.
 */
export async function encodeJobs<R>(
  source: JobSource,
  options: {
    firstIndex?: number;
    encode(job: EncodeJob): Promise<R>;
    onResult(index: number, result: R): void;
  },
): Promise<void> {
  const { encode, onResult } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const results = new Map<number, R>();
  let nextIndex = options.firstIndex ?? 0;
  let underWay = 0;
  let isEnded = false;
  const settle = () => {
    if (isEnded && underWay === 0) resolve();
  };
  const take = async (job: EncodeJob) => {
    underWay++;
    results.set(job.index, await encode(job));
    source.postMessage(job.pcm.buffer, movesOf(job.pcm.buffer));
    for (let result = results.get(nextIndex); result !== undefined; result = results.get(nextIndex)) {
      results.delete(nextIndex);
      onResult(nextIndex++, result);
    }
    underWay--;
    settle();
  };
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (!('end' in data)) return void take(data).catch(reject);
    isEnded = true;
    settle();
  };
  source.addEventListener('message', onMessage);
  source.start();
  try {
    await promise;
  } finally {
    source.removeEventListener('message', onMessage);
    source.close();
  }
}
