import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createPcmSender, createPcmStream, receivePcm } from './pcm-stream.ts';

const room = (credit: SharedArrayBuffer) => Atomics.load(new Int32Array(credit), 0);
const block = (value: number) => Float32Array.of(value, value);

describe('a stream of decoded sound', () => {
  it('delivers blocks in order until the sender ends it', async () => {
    const { sink, source } = createPcmStream();
    const sender = createPcmSender(sink);
    for (let i = 0; i < 5; i++) sender.send(block(i));
    sender.end();
    const heard: number[] = [];
    for await (const [value] of receivePcm(source)) heard.push(value!);
    expect(heard).toEqual([0, 1, 2, 3, 4]);
    expect(room(sink.credit)).toBe(8);
  });

  it('moves its blocks instead of copying them', () => {
    const { sink } = createPcmStream();
    const sent = block(1);
    createPcmSender(sink).send(sent);
    expect(sent.length).toBe(0);
    sink.port.close();
  });

  it('holds a synchronous sender back until the receiver has room', async () => {
    const { sink, source } = createPcmStream();
    const blocks = 50;
    const sending = new Worker(
      `const { workerData } = require('node:worker_threads');
       import(workerData.module).then(({ createPcmSender }) => {
         const sender = createPcmSender(workerData.sink);
         for (let i = 0; i < ${blocks}; i++) sender.send(Float32Array.of(i));
         sender.end();
       });`,
      {
        eval: true,
        workerData: { sink, module: new URL('pcm-stream.ts', import.meta.url).href },
        transferList: [sink.port as never],
      },
    );
    const heard: number[] = [];
    const rooms: number[] = [];
    for await (const [value] of receivePcm(source)) {
      heard.push(value!);
      rooms.push(room(sink.credit));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await sending.terminate();
    expect(heard).toEqual(Array.from({ length: blocks }, (_, i) => i));
    expect(Math.min(...rooms)).toBeGreaterThanOrEqual(0);
  });

  it('lets a sender that must not block wait for room, in order', async () => {
    const { sink, source } = createPcmStream();
    const sender = createPcmSender(sink);
    const { signal } = new AbortController();
    const sending = (async () => {
      for (let i = 0; i < 30; i++) await sender.sendLater(block(i), signal);
      sender.end();
    })();
    const heard: number[] = [];
    for await (const [value] of receivePcm(source)) {
      heard.push(value!);
      expect(room(sink.credit)).toBeGreaterThanOrEqual(0);
    }
    await sending;
    expect(heard).toEqual(Array.from({ length: 30 }, (_, i) => i));
  });

  it('frees a waiting sender when it is cancelled', async () => {
    const { sink } = createPcmStream();
    const sender = createPcmSender(sink);
    const controller = new AbortController();
    for (let i = 0; i < 8; i++) await sender.sendLater(block(i), controller.signal);
    const waiting = sender.sendLater(block(8), controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    sink.port.close();
  });
});
