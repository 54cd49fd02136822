import { afterEach, describe, expect, it, vi } from 'vitest';
import { noAnswer, type SendRequest, type Transport } from '#workers/send/transport.ts';
import { createUploadSlot } from './upload-slot.ts';

afterEach(() => vi.useRealTimers());

const request = (url: string, change: Partial<SendRequest> = {}): SendRequest => ({
  method: 'PATCH',
  url,
  headers: {},
  body: null,
  onProgress: () => {},
  signal: new AbortController().signal,
  ...change,
});

function slot() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const transport: Transport = ({ url }) =>
    new Promise((resolve) => {
      begun.push(url);
      ends.set(url, () => resolve(noAnswer));
    });
  const by = createUploadSlot(transport);
  return {
    begun,
    by,
    async end(url: string) {
      ends.get(url)!();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('the slot of several uploads', () => {
  it('lets one request through at a time, in order, the urgent ones first', async () => {
    const { begun, by, end } = slot();
    const [patient, urgent] = [by(false), by(true)];
    for (const url of ['a', 'b', 'c']) void patient(request(url));
    void urgent(request('live'));
    await Promise.resolve();
    expect(begun).toEqual(['a']);
    await end('a');
    expect(begun).toEqual(['a', 'live']);
    await end('live');
    await end('b');
    expect(begun).toEqual(['a', 'live', 'b', 'c']);
    await end('c');
    void patient(request('d'));
    await Promise.resolve();
    expect(begun.at(-1)).toBe('d');
  });

  it('leaves out who gave up while waiting', async () => {
    const { begun, by, end } = slot();
    const controller = new AbortController();
    void by(false)(request('a'));
    const waiting = by(true)(request('b', { signal: controller.signal }));
    void by(false)(request('c'));
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(by(true)(request('d', { signal: controller.signal }))).rejects.toThrow('enough');
    await end('a');
    expect(begun).toEqual(['a', 'c']);
  });

  it('goes on after a request that failed', async () => {
    const by = createUploadSlot(async ({ url }) => {
      if (url === 'a') throw new Error('broken');
      return noAnswer;
    });
    const first = by(false)(request('a'));
    const second = by(false)(request('b'));
    await expect(first).rejects.toThrow('broken');
    await expect(second).resolves.toBe(noAnswer);
  });

  it('tells who waits that nothing is wrong, so that the wait does not count as a stall', async () => {
    vi.useFakeTimers();
    const { by } = slot();
    const onProgress = vi.fn<(bytes: number) => void>();
    void by(false)(request('a'));
    void by(false)(request('b', { onProgress }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(onProgress.mock.calls).toEqual([[0], [0], [0], [0]]);
  });
});
