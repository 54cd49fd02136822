import { WorkerError } from '#workers/rpc.ts';
import type { EncodeJob } from './job-stream.ts';

/** A worker with its own encoder. It runs one job at a time. */
export type Encoder<R> = Disposable & { encode(job: EncodeJob): Promise<R> };

export type EncodePool<R> = Disposable & {
  /** Starts `count` workers before their first job, so that their encoders load early. */
  prepare(count: number): void;
  /** Waits for a free worker. If the worker crashes, the job runs once more in a new one. */
  encode(job: EncodeJob): Promise<R>;
};

/**
 * Creates a pool of at most `size` workers. A worker is started by `prepare` or by the first job that needs it. Disposing of
 * the pool ends all workers at once, even during a job.
 */
export function createEncodePool<R>({ size, open }: { size: number; open(): Encoder<R> }): EncodePool<R> {
  const all = new Set<Encoder<R>>();
  const idle: Encoder<R>[] = [];
  const waiting: (() => void)[] = [];
  let places = size;
  let isDisposed = false;

  const end = (encoder: Encoder<R>) => {
    if (all.delete(encoder)) encoder[Symbol.dispose]();
  };
  const start = () => {
    if (isDisposed) throw new DOMException('The encode pool was disposed of.', 'AbortError');
    const encoder = open();
    all.add(encoder);
    return encoder;
  };

  const attempt = async (job: EncodeJob): Promise<R> => {
    const encoder = idle.pop() ?? start();
    try {
      const result = await encoder.encode(job);
      idle.push(encoder);
      return result;
    } catch (error) {
      end(encoder);
      throw error;
    }
  };

  return {
    prepare(count) {
      if (isDisposed) return;
      while (all.size < Math.min(count, size)) idle.push(start());
    },
    async encode(job) {
      // A job that ends leaves its place to the next job in the queue: `places`, the number of free places, does not change.
      if (places > 0) places--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await attempt(job).catch((error: unknown) => {
          if (error instanceof WorkerError) return attempt(job);
          throw error;
        });
      } finally {
        const next = waiting.shift();
        if (next) next();
        else places++;
      }
    },
    [Symbol.dispose]() {
      isDisposed = true;
      for (const encoder of Array.from(all)) end(encoder);
      idle.length = 0;
    },
  };
}
