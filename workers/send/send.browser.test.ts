import { afterEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { sendBlob } from './send.client.ts';
import type { SendState, SendTimings } from './send.contract.ts';
import { noAnswer } from './transport.ts';
import { xhrTransport } from './xhr-transport.ts';

// The test server knows no uploads: it answers 404 with a page, like a proxy whose server is restarting.
const timings: SendTimings = {
  retryDelaysMs: [1],
  pausesMs: [600_000],
  settledAfterMs: 20_000,
  progressEveryMs: 500,
  partEveryMs: 10_000,
  stalledAfterMs: 30_000,
};

let ending: AbortController | null = null;
afterEach(() => ending?.abort());

const request = (url: string, body: Blob | null = null, signal = new AbortController().signal) => {
  const moved: number[] = [];
  const answer = xhrTransport({
    method: 'PATCH',
    url,
    headers: { 'upload-offset': '0' },
    body,
    signal,
    onProgress: (bytes) => moved.push(bytes),
  });
  return { answer, moved };
};

test('A request tells how much of its body has gone, and what was answered', async () => {
  const bytes = 3_000_000;
  const { answer, moved } = request('/api/v1/uploads/none', new Blob([new Uint8Array(bytes)]));
  const { status, header } = await answer;
  expect(status).toBe(404);
  expect(header('tus-resumable')).toBeNull();
  expect(moved.at(-1)).toBe(bytes);
});

test('A request that is given up rejects with the reason, before it begins and under way', async () => {
  const controller = new AbortController();
  const reason = new DOMException('enough', 'AbortError');
  const { answer } = request('/api/v1/uploads/none', new Blob([new Uint8Array(1_000)]), controller.signal);
  controller.abort(reason);
  await expect(answer).rejects.toBe(reason);
  await expect(request('/', null, controller.signal).answer).rejects.toBe(reason);
});

test('Where nobody answers there is no status', async () => {
  // Browsers block this port.
  await expect(request('http://localhost:1/').answer).resolves.toBe(noAnswer);
});

test('The worker asks for headers, tells where it stands, and does as the person wants', async () => {
  const states: SendState[] = [];
  const asked: unknown[] = [];
  ending = new AbortController();
  const sending = sendBlob(new Blob(['sound']), {
    metadata: { session_id: 's1', file_name: 'a.mp3', file_type: 'audio/mpeg' },
    url: null,
    timings,
    signal: ending.signal,
    async headers(refused) {
      asked.push(refused);
      return { authorization: 'Bearer one' };
    },
    onState: (state) => states.push(state),
    onUrl: () => {},
  });
  const status = () => states.at(-1)?.connection.status;
  await eventually(() => expect(status()).toBe('paused'));
  expect(asked).toEqual([undefined, undefined]);
  expect(states.at(-1)).toMatchObject({ bytesTotal: 5, bytesStored: 0, connection: { attempt: 2 } });
  sending.retryNow();
  await eventually(() => expect(states.at(-1)?.connection).toMatchObject({ status: 'paused', attempt: 3 }));
  sending.stop();
  await eventually(() => expect(status()).toBe('stopped'));
  sending.resume();
  await eventually(() => expect(states.at(-1)?.connection).toMatchObject({ status: 'paused', attempt: 4 }));
  ending.abort(new DOMException('cancelled', 'AbortError'));
  await expect(sending.done).rejects.toBe(ending.signal.reason);
  const count = states.length;
  sending.retryNow();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(states).toHaveLength(count);
});

test('Without headers nothing can be sent, and the reason is told', async () => {
  ending = new AbortController();
  const failure = new Error('signed out');
  const sending = sendBlob(new Blob(['sound']), {
    metadata: { session_id: 's1', file_name: 'a.mp3', file_type: 'audio/mpeg' },
    url: null,
    timings,
    signal: ending.signal,
    headers: () => Promise.reject(failure),
    onState: () => {},
    onUrl: () => {},
  });
  await expect(sending.done).rejects.toBe(failure);
});
