import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { sendLater, type PcmBlock, type PcmSender } from './pcm-sender.ts';
import { createPcmSender, createPcmStream, receivePcm, slotFloats } from './pcm-stream.ts';

const slots = 8;
const room = (ring: SharedArrayBuffer | null) => Atomics.load(new Int32Array(ring!), 0);
function send(sender: PcmSender, block: PcmBlock): void {
  sender.slot().set(block);
  sender.post(block.length);
}
const block = (value: number) => Float32Array.of(value, value);

describe('a stream of decoded sound', () => {
  it('delivers blocks in order until the sender ends it', async () => {
    const { sink, source } = createPcmStream();
    const sender = createPcmSender(sink);
    expect(sender.room()).toBe(Infinity);
    for (let i = 0; i < 5; i++) send(sender, block(i));
    sender.end();
    const heard: number[] = [];
    for await (const [value] of receivePcm(source)) heard.push(value!);
    expect(heard).toEqual([0, 1, 2, 3, 4]);
    expect(room(sink.ring)).toBe(slots);
  });

  it('is written and read in the same memory, and keeps no more of it than its slots', async () => {
    const { sink, source } = createPcmStream();
    const sender = createPcmSender(sink);
    const reader = receivePcm(source);
    const places = new Set<number>();
    for (let i = 0; i < 3 * slots; i++) {
      const slot = sender.slot();
      expect(sender.slot().byteOffset).toBe(slot.byteOffset);
      slot.fill(i);
      sender.post(slotFloats - 2);
      const { value } = await reader.next();
      expect(value).toHaveLength(slotFloats - 2);
      slot[7] = -i;
      expect(value![7]).toBe(-i);
      expect(value!.buffer).toBe(sink.ring);
      places.add(value!.byteOffset);
    }
    expect(places.size).toBe(slots);
    sender.end();
    expect(await reader.next()).toEqual({ value: undefined, done: true });
  });

  it('leaves a block alone for as long as the receiver looks at it', async () => {
    const { sink, source } = createPcmStream();
    const sender = createPcmSender(sink);
    const { signal } = new AbortController();
    const sending = (async () => {
      for (let i = 0; i < 5 * slots; i++) await sendLater(sender, new Float32Array(100).fill(i), signal);
      sender.end();
    })();
    let next = 0;
    for await (const view of receivePcm(source)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect([...view]).toEqual(Array.from({ length: 100 }, () => next));
      next++;
    }
    await sending;
    expect(next).toBe(5 * slots);
  });

  it('holds a synchronous sender back until the receiver has room', async () => {
    const { sink, source } = createPcmStream();
    const blocks = 50;
    const sending = new Worker(
      `const { workerData } = require('node:worker_threads');
       import(workerData.module).then(({ createPcmSender }) => {
         const sender = createPcmSender(workerData.sink);
         for (let i = 0; i < ${blocks}; i++) { sender.slot()[0] = i; sender.post(1); }
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
      rooms.push(room(sink.ring));
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
      for (let i = 0; i < 30; i++) await sendLater(sender, block(i), signal);
      sender.end();
    })();
    const heard: number[] = [];
    for await (const [value] of receivePcm(source)) {
      heard.push(value!);
      expect(room(sink.ring)).toBeGreaterThanOrEqual(0);
    }
    await sending;
    expect(heard).toEqual(Array.from({ length: 30 }, (_, i) => i));
  });

  it('frees a waiting sender when it is cancelled', async () => {
    const { sink } = createPcmStream();
    const sender = createPcmSender(sink);
    const controller = new AbortController();
    for (let i = 0; i < slots; i++) await sendLater(sender, block(i), controller.signal);
    const waiting = sendLater(sender, block(slots), controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    sink.port.close();
  });
});

describe('a stream without shared memory', () => {
  const open = (maxAhead?: number) => createPcmStream({ isShared: false, ...(maxAhead ? { maxAhead } : {}) });
  const { signal } = new AbortController();

  it('delivers blocks in order, and leaves each alone while the receiver looks at it', async () => {
    const { sink, source } = open();
    const sender = createPcmSender(sink);
    const sending = (async () => {
      for (let i = 0; i < 5 * slots; i++) await sendLater(sender, block(i), signal);
      sender.end();
    })();
    let next = 0;
    for await (const view of receivePcm(source)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect([...view]).toEqual([next, next]);
      next++;
    }
    await sending;
    expect(next).toBe(5 * slots);
  });

  it('moves its buffers, and uses few of them again and again', async () => {
    const { sink, source } = open();
    const sender = createPcmSender(sink);
    const reader = receivePcm(source);
    const buffers = new Set<ArrayBufferLike>();
    for (let i = 0; i < 3 * slots; i++) {
      const slot = await sender.slotLater(signal);
      expect(await sender.slotLater(signal)).toBe(slot);
      buffers.add(slot.buffer);
      slot.fill(i);
      sender.post(slotFloats - 2);
      expect(slot.byteLength).toBe(0);
      const { value } = await reader.next();
      expect(value).toHaveLength(slotFloats - 2);
      expect(value![7]).toBe(i);
    }
    expect(buffers.size).toBeLessThanOrEqual(3 * slots);
    sender.end();
    expect(await reader.next()).toEqual({ value: undefined, done: true });
  });

  it('holds a sender that can wait back until the receiver has room', async () => {
    const { sink, source } = open();
    const sender = createPcmSender(sink);
    let sent = 0;
    const sending = (async () => {
      for (; sent < 30; sent++) await sendLater(sender, block(sent), signal);
      sender.end();
    })();
    let heard = 0;
    for await (const _ of receivePcm(source)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      expect(sent - heard).toBeLessThanOrEqual(slots + 1);
      heard++;
    }
    await sending;
    expect(heard).toBe(30);
  });

  it('tells a sender that cannot wait how far it may go, and lets it go on later', async () => {
    const { sink, source } = open(20);
    const sender = createPcmSender(sink);
    const heard: number[] = [];
    const hearing = (async () => {
      for await (const [value] of receivePcm(source)) heard.push(value!);
    })();
    let sent = 0;
    const rooms: number[] = [];
    for (let rounds = 0; rounds < 3; rounds++) {
      await sender.slotLater(signal);
      rooms.push(sender.room());
      while (sender.room() > 0) send(sender, block(sent++));
    }
    expect(rooms[0]).toBe(20);
    expect(Math.min(...rooms)).toBeGreaterThan(20 - slots);
    sender.end();
    await hearing;
    expect(heard).toEqual(Array.from({ length: sent }, (_, i) => i));
  });

  it('frees a waiting sender when it is cancelled', async () => {
    const { sink } = open();
    const sender = createPcmSender(sink);
    const controller = new AbortController();
    for (let i = 0; i < slots; i++) await sendLater(sender, block(i), controller.signal);
    const waiting = sendLater(sender, block(slots), controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    sink.port.close();
  });
});
