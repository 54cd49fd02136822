import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasSharedMemory } from '#workers/media/pcm/pcm-stream.ts';
import { connect, transfer, type Connection } from './rpc.ts';
import type { EchoContract } from '#workers/testing/echo.contract.ts';

let echo: Connection<EchoContract>;
beforeEach(() => {
  echo = connect(new Worker(new URL('./testing/echo.worker.ts', import.meta.url), { type: 'module' }));
});
afterEach(() => echo[Symbol.dispose]());

describe('the bridge to a worker', () => {
  it('answers each call with its own output', async () => {
    const words = ['Grüezi', 'bonjour', '你好'];
    expect(await Promise.all(words.map((word) => echo.call('echo', word)))).toEqual(words);
  });

  it('delivers events in order, before the output', async () => {
    const heard: number[] = [];
    const total = await echo.call('count', 5, { onEvent: (n) => heard.push(n) });
    expect([heard, total]).toEqual([[1, 2, 3, 4, 5], 5]);
  });

  it('moves buffers there and back instead of copying them', async () => {
    const buffer = new ArrayBuffer(8);
    const { buffer: back } = await echo.call('move', transfer({ buffer }, [buffer]));
    expect(buffer.byteLength).toBe(0);
    expect(back.byteLength).toBe(8);
  });

  it('passes a cancel on and rejects with the reason of the signal', async () => {
    const controller = new AbortController();
    const waiting = echo.call('wait', undefined, { signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(await echo.call('wasCancelled', undefined)).toBe(true);
  });

  it('begins nothing for a signal that is aborted already', async () => {
    const call = echo.call('wait', undefined, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(await echo.call('wasCancelled', undefined)).toBe(false);
  });

  it.skipIf(!hasSharedMemory() || !('waitAsync' in Atomics))(
    'answers a call for which only the engine works, while nothing else wakes the worker',
    async () => {
      expect(await echo.call('waitInEngine', undefined)).toBe('timed-out');
    },
  );

  it('carries the code of a refusal, and names a mistake as such', async () => {
    await expect(echo.call('refuse', 'media.damaged')).rejects.toMatchObject({
      name: 'WorkerError',
      code: 'media.damaged',
    });
    const failing = echo.call('fail', undefined);
    await expect(failing).rejects.toMatchObject({ code: 'worker.failed' });
    await expect(failing).rejects.toThrow('a mistake of ours');
  });

  it('tells a lack of memory from another mistake', async () => {
    await expect(echo.call('outgrow', undefined)).rejects.toMatchObject({ code: 'worker.memory_full' });
  });

  it('rejects what is under way when the worker crashes, and answers what comes after if it lives', async () => {
    await expect(echo.call('crash', undefined)).rejects.toMatchObject({ code: 'worker.crashed' });
    expect(await echo.call('echo', 'again')).toBe('again');
  });

  it('rejects what is under way, and what comes after, when it is disposed of', async () => {
    const waiting = echo.call('wait', undefined);
    echo[Symbol.dispose]();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(echo.call('echo', 'late')).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('rejects when there is no such worker', async () => {
    using nobody = connect<EchoContract>(new Worker('/nowhere.worker.js', { type: 'module' }));
    await expect(nobody.call('echo', 'hello')).rejects.toMatchObject({ code: 'worker.part_missing' });
    await expect(nobody.call('echo', 'again')).rejects.toMatchObject({ code: 'worker.part_missing' });
  });

  it('rejects what comes after when the script of the worker cannot be parsed', async () => {
    const url = URL.createObjectURL(new Blob(['no script at all'], { type: 'text/javascript' }));
    using broken = connect<EchoContract>(new Worker(url, { type: 'module' }));
    await expect(broken.call('echo', 'hello')).rejects.toMatchObject({ code: 'worker.part_missing' });
    await expect(broken.call('echo', 'again')).rejects.toMatchObject({ code: 'worker.part_missing' });
    URL.revokeObjectURL(url);
  });

  it('rejects what comes after when the worker throws before it serves', async () => {
    const url = URL.createObjectURL(new Blob(['throw new Error("no memory")'], { type: 'text/javascript' }));
    using broken = connect<EchoContract>(new Worker(url, { type: 'module' }));
    await expect(broken.call('echo', 'hello')).rejects.toMatchObject({ code: 'worker.crashed' });
    await expect(broken.call('echo', 'again')).rejects.toThrow('no memory');
    URL.revokeObjectURL(url);
  });
});
