import { describe, expect, it } from 'vitest';
import { WorkerError } from '#workers/rpc.ts';
import { createEncodePool, type Encoder } from './encode-pool.ts';
import type { EncodeJob } from './job-stream.ts';

const job = (index: number): EncodeJob => ({
  index,
  pcm: new Float32Array(new SharedArrayBuffer(4)),
  skipFrames: 0,
  frames: null,
});

/** A pool of encoders whose jobs the test ends. */
function scene(size: number) {
  const started: { index: number; encoder: number; end(): void; fail(error: Error): void }[] = [];
  const ended: number[] = [];
  let opened = 0;
  const open = (): Encoder<number> => {
    const encoder = opened++;
    return {
      encode: ({ index }) =>
        new Promise((resolve, reject) => {
          started.push({ index, encoder, end: () => resolve(index), fail: reject });
        }),
      [Symbol.dispose]: () => void ended.push(encoder),
    };
  };
  return { pool: createEncodePool({ size, open }), started, ended };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the pool of encoders', () => {
  it('gives each worker one job at a time, and opens no more than it may', async () => {
    const { pool, started } = scene(2);
    const results = [0, 1, 2].map((index) => pool.encode(job(index)));
    await settled();
    expect(started.map(({ index, encoder }) => [index, encoder])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    started[1]!.end();
    await settled();
    expect(started[2]).toMatchObject({ index: 2, encoder: 1 });
    started[0]!.end();
    started[2]!.end();
    expect(await Promise.all(results)).toEqual([0, 1, 2]);
  });

  it('opens workers ahead of their jobs, and then no further ones', async () => {
    const { pool, started, ended } = scene(2);
    pool.prepare(3);
    pool.prepare(2);
    for (const index of [0, 1]) void pool.encode(job(index));
    await settled();
    expect(started.map(({ encoder }) => encoder).toSorted()).toEqual([0, 1]);
    pool[Symbol.dispose]();
    expect(ended).toEqual([0, 1]);
  });

  it('starts no worker for a job that still waits when it is disposed of', async () => {
    const { pool, started, ended } = scene(1);
    const first = pool.encode(job(0));
    const waiting = pool.encode(job(1));
    await settled();
    pool[Symbol.dispose]();
    started[0]!.fail(new DOMException('The worker was ended.', 'AbortError'));
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    pool.prepare(1);
    expect([started.length, ended]).toEqual([1, [0]]);
  });

  it('replaces a worker that failed and gives its job to the new one, once', async () => {
    const { pool, started, ended } = scene(1);
    const first = pool.encode(job(7));
    await settled();
    started[0]!.fail(new WorkerError('worker.crashed'));
    await settled();
    expect(ended).toEqual([0]);
    expect(started[1]).toMatchObject({ index: 7, encoder: 1 });
    started[1]!.end();
    expect(await first).toBe(7);
    const second = pool.encode(job(8));
    await settled();
    started[2]!.fail(new WorkerError('worker.crashed'));
    await settled();
    started[3]!.fail(new WorkerError('media.engine_failed'));
    await expect(second).rejects.toMatchObject({ code: 'media.engine_failed' });
  });

  it('ends its workers in the middle of their jobs when it is disposed of', async () => {
    const { pool, ended } = scene(2);
    void pool.encode(job(0));
    void pool.encode(job(1));
    await settled();
    pool[Symbol.dispose]();
    expect(ended).toEqual([0, 1]);
  });
});
