/**
 * Encode jobs on their way from the analysis worker through the page to the encode workers. The samples are in shared
 * memory: no copies, a job can be retried after a crash, and a fixed number of slots applies back pressure.
 */
export type EncodeJob = {
  index: number;
  /** Mono. */
  pcm: Float32Array<SharedArrayBuffer>;
  /** See `PcmJob` (wasm/trim/cut-pcm.ts). */
  skipFrames: number;
  frames: number | null;
};

export type JobSink = { port: MessagePort; slots: number };
type JobSource = MessagePort;

type Message = EncodeJob | { end: true };

/** Transfer the sink to its worker; the source stays in the page. */
export function createJobStream(slots: number): { sink: JobSink; source: JobSource } {
  const { port1, port2 } = new MessageChannel();
  return { sink: { port: port1, slots }, source: port2 };
}

type JobSender = {
  /** Copies `pcm`; resolves once a slot was free. */
  send(job: { pcm: Float32Array; skipFrames: number; frames: number | null }): Promise<void>;
  end(): void;
};

/** Sending end. Jobs are numbered from `firstIndex`. */
export function createJobSender({ port, slots }: JobSink, firstIndex = 0): JobSender {
  const free: SharedArrayBuffer[] = Array.from({ length: slots }, () => new SharedArrayBuffer(0));
  let wake: (() => void) | undefined;
  let index = firstIndex;
  port.addEventListener('message', ({ data }: MessageEvent<SharedArrayBuffer>) => {
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
      const buffer = slot.byteLength >= pcm.byteLength ? slot : new SharedArrayBuffer(pcm.byteLength);
      const shared = new Float32Array(buffer, 0, pcm.length);
      shared.set(pcm);
      port.postMessage({ index: index++, pcm: shared, skipFrames, frames } satisfies Message);
    },
    end() {
      port.postMessage({ end: true } satisfies Message);
    },
  };
}

/**
 * Receiving end: passes each job to `encode` and the results to `onResult` in order. Resolves when the sender has ended and
 * all jobs are done; rejects with the first failure. Closes the port either way.
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
    source.postMessage(job.pcm.buffer);
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
