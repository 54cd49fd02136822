import { WorkerError } from '#workers/rpc.ts';
import type { EncodeJob } from './job-stream.ts';

/** One worker with its own encoder; runs one job at a time. */
export type Encoder<R> = Disposable & { encode(job: EncodeJob): Promise<R> };

export type EncodePool<R> = Disposable & {
  /** Starts `count` workers before their first job, so that their encoders load early. */
  prepare(count: number): void;
  /** Waits for a free worker. If the worker crashes, the job runs once more in a new one. */
  encode(job: EncodeJob): Promise<R>;
};

/** At most `size` workers, each started when first needed or prepared. Disposing ends them at once, also during a job. */
export function createEncodePool<R>({ size, open }: { size: number; open(): Encoder<R> }): EncodePool<R> {
  const all = new Set<Encoder<R>>();
  const idle: Encoder<R>[] = [];
  const waiting: (() => void)[] = [];
  let places = size;

  const end = (encoder: Encoder<R>) => {
    all.delete(encoder);
    encoder[Symbol.dispose]();
  };
  const take = () => {
    const encoder = idle.pop() ?? open();
    all.add(encoder);
    return encoder;
  };

  const attempt = async (job: EncodeJob): Promise<R> => {
    const encoder = take();
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
      while (all.size < Math.min(count, size)) {
        const encoder = open();
        all.add(encoder);
        idle.push(encoder);
      }
    },
    async encode(job) {
      // A job that ends passes its place to the next in the queue, so `places` stays unchanged.
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
      for (const encoder of Array.from(all)) end(encoder);
      idle.length = 0;
    },
  };
}
