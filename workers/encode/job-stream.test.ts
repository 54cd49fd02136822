import { describe, expect, it } from 'vitest';
import { createJobSender, createJobStream, encodeJobs, type EncodeJob } from './job-stream.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
const pcm = (value: number) => new Float32Array(100).fill(value);
const jobOf = (value: number) => ({ pcm: pcm(value), skipFrames: 3, frames: 5 });

describe('the stream of jobs', () => {
  it('holds the sender back while all slots are in use, and gives results in order', async () => {
    const { sink, source } = createJobStream(2);
    const sender = createJobSender(sink, 10);
    const taken: { job: EncodeJob; end(): void }[] = [];
    const results: [number, number][] = [];
    const encoding = encodeJobs(source, {
      firstIndex: 10,
      encode: (job) =>
        new Promise<number>((resolve) => taken.push({ job, end: () => resolve(job.pcm[99]!) })),
      onResult: (index, result) => results.push([index, result]),
    });
    let sent = 0;
    const sending = (async () => {
      for (const value of [1, 2, 3]) {
        await sender.send(jobOf(value));
        sent++;
      }
      sender.end();
    })();
    await settled();
    expect(sent).toBe(2);
    taken[1]!.end();
    await settled();
    expect(sent).toBe(3);
    expect(results).toEqual([]);
    taken[0]!.end();
    taken[2]!.end();
    await Promise.all([sending, encoding]);
    expect(results).toEqual([
      [10, 1],
      [11, 2],
      [12, 3],
    ]);
    expect(taken[0]!.job).toMatchObject({ index: 10, skipFrames: 3, frames: 5 });
  });

  it('ends with the first failure', async () => {
    const { sink, source } = createJobStream(2);
    const sender = createJobSender(sink);
    const encoding = encodeJobs(source, {
      encode: () => Promise.reject(new Error('broken')),
      onResult() {},
    });
    await Promise.all([expect(encoding).rejects.toThrow('broken'), sender.send(jobOf(1))]);
    sink.port.close();
  });
});
