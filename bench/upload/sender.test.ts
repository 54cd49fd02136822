import { describe, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { limits } from '#api/contract/limits.ts';
import { createBlobSource } from '#workers/send/blob-source.ts';
import type { ConnectionState } from '#workers/send/connection.contract.ts';
import type { Fault } from './fault-proxy.ts';
import { createGrowingSource, noise } from './sources.ts';
import { quick, sha256Of, uploadLine } from './testing.ts';

const wholeOf = (bytes: Uint8Array<ArrayBuffer>) => createBlobSource(new Blob([bytes]));
const MB = 1_000_000;

type Asked = { method: string; count: number };

/** Applies faults to PATCH requests only, counted from 1. */
const onPart = (fault: (part: number) => Fault | null) => {
  let parts = 0;
  return ({ method }: Asked) => (method === 'PATCH' ? fault((parts += 1)) : null);
};

describe('a file', () => {
  it('arrives as it is, in parts of at most 8 MB that follow the rate, with its name', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(20 * MB);
    const sender = line.sender(id, wholeOf(bytes));
    await sender.run();
    const { row, bytes: stored } = await line.storedOf(id);
    expect(sha256Of(stored!)).toBe(sha256Of(bytes));
    expect(row).toMatchObject({ length: bytes.length, offset: bytes.length, file_name: 'Gespräch.mp3' });
    const last = sender.states.at(-1)!;
    expect(last).toMatchObject({ isDone: true, bytesStored: bytes.length, bytesSent: bytes.length });
    expect(last.partsStored).toBe(last.partsTotal);
    expect(last.partsStored).toBeGreaterThanOrEqual(3);
    expect(Math.max(...sender.states.map((state) => state.partBytes))).toBeLessThanOrEqual(
      limits.maxPartBytes,
    );
    expect(sender.urls).toHaveLength(1);
  });

  it('of no bytes is there at once', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    await line.sender(id, wholeOf(noise(0))).run();
    expect((await line.storedOf(id)).row).toMatchObject({ length: 0, offset: 0 });
  });

  it('goes on at the byte after every cut, and sends little of it twice', async () => {
    const line = await uploadLine({
      faultOf: onPart((part) => (part % 2 === 1 ? { type: 'cut', afterBytes: 300_000 } : null)),
    });
    const id = await line.newSession();
    const bytes = noise(6 * MB);
    const sender = line.sender(id, wholeOf(bytes));
    await sender.run();
    const { bytes: stored, uploads } = await line.storedOf(id);
    expect(sha256Of(stored!)).toBe(sha256Of(bytes));
    expect(uploads).toBe(1);
    expect(sender.states.some(({ connection }) => connection.status === 'retrying')).toBe(true);
  });

  it('goes on where an earlier try stopped, without a byte of what is there', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(5 * MB);
    const first = line.sender(id, wholeOf(bytes), {
      onState(state) {
        if (state.bytesStored >= 1 * MB) first[Symbol.dispose]();
      },
    });
    await expect(first.run()).rejects.toMatchObject({ name: 'AbortError' });
    line.proxy.resetCounters();
    const url = first.urls[0]!;
    const sender = line.sender(id, wholeOf(bytes), { url });
    await sender.run();
    expect(line.proxy.bytesIn()).toBeLessThan(4.1 * MB);
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
    expect(sender.urls).toEqual([]);
    const again = line.sender(id, wholeOf(bytes), { url });
    await again.run();
    expect(again.states.at(-1)).toMatchObject({ isDone: true, partsStored: 1, partsTotal: 1 });
  });

  it('is begun anew where the server has other bytes than are here', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const other = line.sender(id, wholeOf(noise(2 * MB)));
    await other.run();
    const bytes = noise(1 * MB);
    const sender = line.sender(id, wholeOf(bytes), { url: other.urls[0]! });
    await sender.run();
    expect(sender.urls).toEqual([null, expect.stringMatching(/^\/api\/v1\/uploads\//)]);
    const stored = await line.storedOf(id);
    expect(stored.uploads).toBe(2);
  });

  it('that changed on the disk is told as such, not as a broken connection', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const blob = new Blob([noise(10)]);
    blob.slice = () =>
      ({ slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone')) }) }) as never;
    await expect(line.sender(id, createBlobSource(blob)).run()).rejects.toMatchObject({
      code: 'media.unreadable',
    });
  });
});

describe('proxies on the way', () => {
  it.each([1 * MB, 10 * MB, 100_000])(
    'that refuse bodies over %d bytes are fitted in',
    async (maxBodyBytes) => {
      const line = await uploadLine({ maxBodyBytes });
      const id = await line.newSession();
      const bytes = noise(maxBodyBytes < MB ? 2 * MB : 12 * MB);
      const sender = line.sender(id, wholeOf(bytes));
      await sender.run();
      expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
      // A refused size is not tried again.
      expect(line.proxy.bytesIn()).toBeLessThan(bytes.length * 1.5 + 2 * MB);
    },
  );

  it('that refuse and hang up without reading are fitted in as well', async () => {
    let refused = 0;
    const line = await uploadLine({
      faultOf: onPart((part) => {
        if (part > 2) return null;
        refused += 1;
        return { type: 'answer', status: 413, isAbrupt: true };
      }),
    });
    const id = await line.newSession();
    const bytes = noise(2 * MB);
    await line.sender(id, wholeOf(bytes)).run();
    expect(refused).toBe(2);
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
  });

  it('that refuse every body end it, with a word on whose answer it was', async () => {
    const line = await uploadLine({ maxBodyBytes: 10_000 });
    const id = await line.newSession();
    await expect(line.sender(id, wholeOf(noise(200_000))).run()).rejects.toMatchObject({
      code: 'network.unexpected',
    });
  });

  it('that answer themselves while the server is being replaced are waited out', async () => {
    const answers: Fault[] = [
      { type: 'answer', status: 502 },
      { type: 'answer', status: 404 },
      { type: 'answer', status: 200, body: '<html>Please sign in to this network</html>' },
      { type: 'answer', status: 302, headers: { location: 'http://login.example/' } },
      { type: 'answer', status: 503, headers: { 'retry-after': '0' } },
      { type: 'answer', status: 429 },
      { type: 'answer', status: 504 },
      { type: 'lost' },
    ];
    const line = await uploadLine({ faultOf: ({ count }) => answers[count - 1] ?? null });
    const id = await line.newSession();
    const bytes = noise(300_000);
    const sender = line.sender(id, wholeOf(bytes));
    await sender.run();
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
    expect(Math.max(...sender.states.map(({ connection }) => attemptOf(connection)))).toBe(8);
  });

  it('that ask for a pause get it', async () => {
    const line = await uploadLine({
      faultOf: ({ count }) =>
        count === 1 ? { type: 'answer', status: 503, headers: { 'retry-after': '600' } } : null,
    });
    const id = await line.newSession();
    const bytes = noise(1_000);
    let nowMs = 5_000_000;
    const sender = line.sender(id, wholeOf(bytes), { now: () => nowMs });
    const done = sender.run();
    await eventually(() =>
      expect(sender.states.at(-1)?.connection).toMatchObject({ status: 'retrying', atMs: nowMs + 600_000 }),
    );
    nowMs += 1;
    sender.retryNow();
    await done;
    expect(line.proxy.requests()).toBe(3);
  });
});

const attemptOf = (connection: ConnectionState): number => ('attempt' in connection ? connection.attempt : 0);

describe('the server', () => {
  it('may be restarted in the middle', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(8 * MB);
    let restarted: Promise<void> | null = null;
    const sender = line.sender(id, wholeOf(bytes), {
      onState(state) {
        if (state.bytesStored > 0) restarted ??= line.restart(20);
      },
    });
    await sender.run();
    await restarted;
    const stored = await line.storedOf(id);
    expect(sha256Of(stored.bytes!)).toBe(sha256Of(bytes));
    expect(stored.uploads).toBe(1);
  });

  it('may have let the upload expire: it begins anew from the first byte', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(3 * MB);
    let hasExpired = false;
    const sender = line.sender(id, wholeOf(bytes), {
      // A token valid at the advanced clock.
      headers: async () => line.bearer(line.user),
      onState(state) {
        if (hasExpired || state.bytesStored === 0) return;
        hasExpired = true;
        line.clock.advance(limits.storedUploadExpiryMs + 1);
      },
    });
    await sender.run();
    expect(sender.urls).toEqual([expect.any(String), null, expect.any(String)]);
    const stored = await line.storedOf(id);
    expect(stored.uploads).toBe(2);
    expect(sha256Of(stored.bytes!)).toBe(sha256Of(bytes));
  });

  it('may refuse a token in the middle: a fresh one is asked for once, and it goes on', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(3 * MB);
    let token = line.bearer(line.user);
    const asked: boolean[] = [];
    let hasExpired = false;
    const sender = line.sender(id, wholeOf(bytes), {
      async headers(refused) {
        asked.push(refused !== undefined);
        if (refused) token = line.bearer(line.user);
        return token;
      },
      onState(state) {
        if (hasExpired || state.bytesStored === 0) return;
        hasExpired = true;
        line.clock.advance(60 * 60_000);
      },
    });
    await sender.run();
    expect(asked.filter(Boolean)).toHaveLength(1);
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
  });

  it('refuses who is not signed in, and waits with who is but cannot renew', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const source = wholeOf(noise(10));
    await expect(line.sender(id, source, { headers: async () => ({}) }).run()).rejects.toMatchObject({
      code: 'auth.required',
    });
    const stale = line.bearer(line.user);
    line.clock.advance(60 * 60_000);
    let isReachable = false;
    const sender = line.sender(id, source, {
      headers: async () => (isReachable ? line.bearer(line.user) : stale),
      onState: ({ connection }) => {
        if (connection.status === 'paused') isReachable = true;
      },
    });
    await sender.run();
    expect(isReachable).toBe(true);
  });

  it.each([
    ['session.not_found', { metadata: { session_id: 'none', file_name: 'a', file_type: '' } }],
    ['upload.too_large', { source: { ...wholeOf(noise(1)), bytes: () => limits.maxUploadBytes + 1 } }],
  ])('ends it with %s, which no retry mends', async (code, change) => {
    const line = await uploadLine();
    const id = await line.newSession();
    await expect(line.sender(id, wholeOf(noise(1)), change).run()).rejects.toMatchObject({ code });
    expect(line.proxy.requests()).toBe(1);
  });

  it.each(['upload.quota_exceeded', 'upload.disk_full', 'upload.already_complete'])(
    'ends it in the middle with %s',
    async (code) => {
      const status = code === 'upload.already_complete' ? 409 : 507;
      const body = JSON.stringify({ code, detail: '', request_id: 'r' });
      const line = await uploadLine({ faultOf: onPart(() => ({ type: 'answer', status, body })) });
      const id = await line.newSession();
      await expect(line.sender(id, wholeOf(noise(9))).run()).rejects.toMatchObject({ code });
    },
  );

  it('may be busy with a part whose connection broke: it is asked, not failed', async () => {
    const conflict = { status: 409, body: JSON.stringify({ code: 'upload.offset_conflict' }) };
    const line = await uploadLine({
      faultOf: onPart((part) => (part === 1 ? { type: 'answer', ...conflict } : null)),
    });
    const id = await line.newSession();
    const bytes = noise(1_000);
    const sender = line.sender(id, wholeOf(bytes));
    await sender.run();
    expect(sender.states.map(({ connection }) => connection.status)).not.toContain('retrying');
  });
});

describe('the connection', () => {
  it('that moves nothing is given up and taken up again', async () => {
    const line = await uploadLine({ faultOf: onPart((part) => (part === 1 ? { type: 'hang' } : null)) });
    const id = await line.newSession();
    const bytes = noise(10 * MB);
    const sender = line.sender(id, wholeOf(bytes), { timings: { ...quick, stalledAfterMs: 400 } });
    await sender.run();
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
    expect(sender.states.some(({ connection }) => connection.status === 'retrying')).toBe(true);
  });

  it('that the person holds sends nothing until they resume', async () => {
    const line = await uploadLine({ bytesPerS: 20 * MB });
    const id = await line.newSession();
    const bytes = noise(4 * MB);
    let hasStopped = false;
    const sender = line.sender(id, wholeOf(bytes), {
      onState(state) {
        if (hasStopped || state.bytesSent === 0) return;
        hasStopped = true;
        sender.stop();
      },
    });
    const done = sender.run();
    await eventually(() => expect(sender.states.at(-1)?.connection.status).toBe('stopped'));
    const requests = line.proxy.requests();
    expect(sender.states.at(-1)).toMatchObject({ isDone: false });
    sender.retryNow();
    expect(sender.states.at(-1)?.connection.status).toBe('stopped');
    sender.resume();
    await done;
    expect(line.proxy.requests()).toBeGreaterThan(requests);
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
  });

  it('of a device without network waits, and goes on when it is back', async () => {
    let isOnline = true;
    let change = () => {};
    const online = {
      isOnline: () => isOnline,
      listen(onChange: () => void) {
        change = onChange;
        return () => {};
      },
    };
    const line = await uploadLine({
      faultOf: () => (isOnline ? null : { type: 'cut', afterBytes: 0 }),
    });
    const id = await line.newSession();
    const bytes = noise(3 * MB);
    const sender = line.sender(id, wholeOf(bytes), {
      online,
      timings: { ...quick, pausesMs: [600_000] },
      onState(state) {
        if (state.bytesStored === 0 || sender.states.some(({ connection }) => connection.status !== 'ok'))
          return;
        isOnline = false;
        change();
      },
    });
    const done = sender.run();
    await eventually(() => expect(sender.states.at(-1)?.connection.status).toBe('offline'));
    isOnline = true;
    change();
    await done;
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
  });

  it('that only seems gone is not waited for: the server may be on this device', async () => {
    const online = { isOnline: () => false, listen: () => () => {} };
    const line = await uploadLine();
    const id = await line.newSession();
    const sender = line.sender(id, wholeOf(noise(1_000)), { online });
    await sender.run();
    expect(sender.states.map(({ connection }) => connection.status)).not.toContain('offline');
  });

  it('is not asked more often than the delays allow, with the circuit open in between', async () => {
    const line = await uploadLine({ faultOf: () => ({ type: 'cut', afterBytes: 0 }) });
    const id = await line.newSession();
    let nowMs = 0;
    const sender = line.sender(id, wholeOf(noise(10)), {
      now: () => nowMs,
      timings: { ...quick, retryDelaysMs: [1_000, 3_000, 5_000, 10_000], pausesMs: [30_000] },
    });
    const done = sender.run().catch((error: unknown) => error);
    for (const [index, waitMs] of [1_000, 3_000, 5_000, 10_000].entries()) {
      await eventually(() =>
        expect(sender.states.at(-1)?.connection).toMatchObject({
          status: 'retrying',
          attempt: index + 1,
          atMs: nowMs + waitMs,
        }),
      );
      expect(line.proxy.requests()).toBe(index + 1);
      sender.retryNow();
    }
    await eventually(() =>
      expect(sender.states.at(-1)?.connection).toMatchObject({ status: 'paused', untilMs: 30_000 }),
    );
    expect(line.proxy.requests()).toBe(5);
    sender[Symbol.dispose]();
    expect(await done).toMatchObject({ name: 'AbortError' });
  });
});

describe('a recording', () => {
  it('goes up while it grows, and its length is told at the end', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(400_000);
    const growing = createGrowingSource(bytes);
    const sender = line.sender(id, growing.source);
    const done = sender.run();
    for (let i = 1; i <= 3; i++) {
      growing.grow(90_000);
      await eventually(() => expect(sender.states.at(-1)?.bytesStored).toBe(i * 90_000));
    }
    expect(sender.states.at(-1)).toMatchObject({ bytesTotal: null, partsStored: 3, partsTotal: 3 });
    expect((await line.storedOf(id)).row).toMatchObject({ length: null, offset: 270_000 });
    growing.end();
    await done;
    expect(sender.states.at(-1)).toMatchObject({ isDone: true, bytesTotal: 400_000 });
    const { row, bytes: stored } = await line.storedOf(id);
    expect(row).toMatchObject({ length: 400_000, offset: 400_000 });
    expect(sha256Of(stored!)).toBe(sha256Of(bytes));
  });

  it('gathers for its time before it sends, but not once it has ended', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(50_000);
    const growing = createGrowingSource(bytes);
    const sender = line.sender(id, growing.source, { timings: { ...quick, partEveryMs: 600_000 } });
    const done = sender.run();
    await eventually(() => expect(sender.urls).toHaveLength(1));
    growing.grow(20_000);
    growing.grow(20_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(line.proxy.requests()).toBe(1);
    growing.end();
    await done;
    expect(line.proxy.requests()).toBe(2);
    expect(sha256Of((await line.storedOf(id)).bytes!)).toBe(sha256Of(bytes));
  });

  it('that ends when all is there already only tells its length', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(30_000);
    const growing = createGrowingSource(bytes);
    const sender = line.sender(id, growing.source);
    const done = sender.run();
    growing.grow(30_000);
    await eventually(() => expect(sender.states.at(-1)?.bytesStored).toBe(30_000));
    growing.end();
    await done;
    expect((await line.storedOf(id)).row).toMatchObject({ length: 30_000, offset: 30_000 });
  });

  it('whose answers were lost is known to be whole all the same', async () => {
    let lost = 0;
    const line = await uploadLine({
      faultOf: onPart(() => (lost++ < 2 ? { type: 'lost' } : null)),
    });
    const id = await line.newSession();
    const bytes = noise(30_000);
    const growing = createGrowingSource(bytes);
    const sender = line.sender(id, growing.source);
    const done = sender.run();
    growing.grow(30_000);
    await eventually(() => expect(sender.states.at(-1)?.bytesStored).toBe(30_000));
    growing.end();
    await done;
    expect((await line.storedOf(id)).row).toMatchObject({ length: 30_000, offset: 30_000 });
  });

  it('that was cut off in a crash goes on where the server is, when it is taken up', async () => {
    const line = await uploadLine();
    const id = await line.newSession();
    const bytes = noise(60_000);
    const before = createGrowingSource(bytes);
    const first = line.sender(id, before.source);
    const run = first.run().catch((error: unknown) => error);
    before.grow(40_000);
    await eventually(() => expect(first.states.at(-1)?.bytesStored).toBe(40_000));
    first[Symbol.dispose]();
    expect(await run).toMatchObject({ name: 'AbortError' });
    const after = createGrowingSource(bytes);
    after.grow(50_000);
    const second = line.sender(id, after.source, { url: first.urls[0]! });
    const done = second.run();
    await eventually(() => expect(second.states.at(-1)?.bytesStored).toBe(50_000));
    after.end();
    await done;
    const stored = await line.storedOf(id);
    expect(stored.uploads).toBe(1);
    expect(sha256Of(stored.bytes!)).toBe(sha256Of(bytes));
  });
});
