import { describe, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import type { SendTimings } from '#workers/send/send.contract.ts';
import { createMemoryStore } from '#workers/store/memory-store.ts';
import type { RecordingRecord } from '#workers/store/store.contract.ts';
import { createTusDouble, refusal, type TusDouble } from '#workers/testing/tus-double.ts';
import { createGrowingSource } from './growing-source.ts';
import type { SendingEnd } from './recording-sender.ts';
import { createUploadManager } from './upload-manager.ts';

const timings: SendTimings = {
  retryDelaysMs: [1, 1, 1, 1],
  pausesMs: [5],
  settledAfterMs: 5,
  progressEveryMs: 1,
  partEveryMs: 5,
  stalledAfterMs: 5_000,
};

const record = (id: string, sessionId: string | null): RecordingRecord => ({
  version: 1,
  id,
  userId: 'anna',
  sessionId,
  part: 1,
  mode: 'record',
  startedAtMs: 0,
  session: { title: id, language: 'de', participants: null, fhir_patient_id: null, settings: {} },
  settings: { sampleRate: 24_000, bitrate: 64 },
  takes: [{ bytes: 0, at: 0, lostMs: null }],
  markers: [],
  notes: '',
  dictated: [],
  finished: null,
  uploadUrl: null,
});

const bytesOf = (length: number, seed: number) => Uint8Array.from({ length }, (_, i) => (i * seed) & 255);

function open(server: TusDouble = createTusDouble()) {
  const store = createMemoryStore();
  const asked: string[] = [];
  const ended: [string, string | null][] = [];
  const ends: SendingEnd[] = [];
  const uploads = createUploadManager({
    timings,
    transport: server.transport,
    online: { isOnline: () => true, listen: () => () => {} },
    headers: async () => ({ authorization: 'Bearer t' }),
    askSession: (id) => asked.push(id),
    onState: () => {},
    onEnd(id, end) {
      ended.push([id, end.code]);
      ends.push(end);
    },
  });
  return {
    uploads,
    server,
    asked,
    ended,
    ends,
    async recording(id: string, sessionId: string | null) {
      const file = await store.create(record(id, sessionId));
      const source = createGrowingSource(file);
      return {
        file,
        source,
        async write(bytes: Uint8Array) {
          await file.append(bytes);
          source.grew();
        },
        begin: () => uploads.begin(id, file, source),
      };
    },
    async isEnded(id: string, code: string | null = null) {
      await eventually(() => expect(ended).toContainEqual([id, code]));
    },
    bytesAt: (url: string | null) => server.uploads.get(url ?? '')?.bytes,
  };
}

describe('what is sent while it is recorded', () => {
  it('arrives byte for byte, in parts as it comes, and says where it went', async () => {
    const world = open();
    const { file, source, write, begin } = await world.recording('a', 's1');
    begin();
    for (let part = 1; part <= 5; part++) {
      await write(bytesOf(1_920, part));
      await eventually(() => expect(world.bytesAt(file.record.uploadUrl)?.length).toBe(part * 1_920));
    }
    expect(world.ended).toEqual([]);
    await write(bytesOf(100, 9));
    source.finalise();
    await world.isEnded('a');
    const upload = world.server.uploads.get(file.record.uploadUrl!)!;
    expect(upload.bytes).toEqual(await file.read(0, file.bytes));
    expect(upload).toMatchObject({
      length: file.bytes,
      metadata: { session_id: 's1', file_name: 'recording.mp3', file_type: 'audio/mpeg' },
    });
  });

  it('goes on at the byte where another worker left it', async () => {
    const world = open();
    const { file, source, write, begin } = await world.recording('a', 's1');
    await write(bytesOf(5_000, 3));
    begin();
    await eventually(() => expect(world.bytesAt(file.record.uploadUrl)?.length).toBe(5_000));
    world.uploads[Symbol.dispose]();

    const later = open(world.server);
    await write(bytesOf(4_000, 5));
    source.finalise();
    later.uploads.begin('a', file, source);
    await later.isEnded('a');
    expect(world.server.uploads.size).toBe(1);
    expect(later.bytesAt(file.record.uploadUrl)).toEqual(await file.read(0, 9_000));
    expect(world.server.requests.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(9_000);
  });
});

/** A recording of which the server has more than the device, as after a full disk or a power cut. */
async function behind(
  world: ReturnType<typeof open>,
  { here, there }: { here: Uint8Array; there: Uint8Array },
) {
  const recording = await world.recording('a', 's1');
  const { file, source, write } = recording;
  await write(there);
  recording.begin();
  await eventually(() => expect(world.bytesAt(file.record.uploadUrl)?.length).toBe(there.length));
  world.uploads[Symbol.dispose]();
  const later = open(world.server);
  const left = await later.recording('a', 's1');
  await left.write(here);
  await left.file.update({ uploadUrl: file.record.uploadUrl });
  left.source.finalise();
  source.finalise();
  return { later, ...left, former: file.record.uploadUrl! };
}

describe('what the server has beyond this device', () => {
  const whole = bytesOf(200_000, 7);

  it('is fetched and appended; nothing is sent twice, and length and digest of the whole are reported', async () => {
    const world = open();
    const { later, file, begin, former } = await behind(world, {
      here: whole.slice(0, 90_000),
      there: whole,
    });
    const sent = world.server.requests.length;
    begin();
    await later.isEnded('a');
    expect(await file.read(0, file.bytes)).toEqual(whole);
    expect(file.record).toMatchObject({ uploadUrl: former, finished: { bytes: 200_000 } });
    expect(later.ends[0]).toMatchObject({ code: null, finished: { bytes: 200_000 } });
    expect(world.server.uploads.size).toBe(1);
    const bytesSent = world.server.requests.slice(sent).reduce((sum, { bytes }) => sum + bytes, 0);
    expect(bytesSent).toBe(0);
  });

  it('stays on the server if its sound differs; the recording here gets a new upload', async () => {
    const world = open();
    const here = bytesOf(90_000, 3);
    const { later, file, begin, former } = await behind(world, { here, there: whole });
    begin();
    await later.isEnded('a');
    expect(file.record.uploadUrl).not.toBe(former);
    expect(world.server.uploads.get(former)?.bytes).toEqual(whole);
    expect(later.bytesAt(file.record.uploadUrl)).toEqual(here);
  });

  it('is not mixed with a longer recording of other sound; the former upload stays', async () => {
    const world = open();
    const here = whole.slice(0, 90_000);
    const { later, file, source, former, write } = await behind(world, { here, there: whole });
    // The recording continued offline: its sound differs from here on and is longer.
    await write(bytesOf(150_000, 9));
    later.uploads.begin('a', file, source);
    await later.isEnded('a');
    expect(file.record.uploadUrl).not.toBe(former);
    expect(world.server.uploads.get(former)?.bytes).toEqual(whole);
    expect(later.bytesAt(file.record.uploadUrl)).toEqual(await file.read(0, file.bytes));
    await later.uploads.sendAnew('a', null);
    await later.uploads.endUploads(file, false, AbortSignal.timeout(5_000));
    expect(world.server.uploads.get(former)?.bytes).toEqual(whole);
  });

  it('is deleted with the recording if it is its beginning, and not if its sound differs', async () => {
    const world = open();
    const { later, file } = await behind(world, { here: whole, there: whole.slice(0, 120_000) });
    const other = '/api/v1/uploads/other';
    world.server.uploads.set(other, { bytes: bytesOf(100_000, 5), length: null, metadata: {} });
    await file.update({ formerUrls: [file.record.uploadUrl!, other], uploadUrl: null });
    await later.uploads.endUploads(file, false, AbortSignal.timeout(5_000));
    expect([...world.server.uploads.keys()]).toEqual([other]);
  });

  it('is fetched later if the server cannot be reached', async () => {
    const world = open();
    const { later, file, begin } = await behind(world, { here: whole.slice(0, 90_000), there: whole });
    for (let time = 0; time < 3; time++)
      world.server.answers.push((request) => (request.method === 'GET' ? refusal(503, 'x') : null));
    begin();
    await later.isEnded('a');
    expect(await file.read(0, file.bytes)).toEqual(whole);
  });

  it('is kept beside the new upload of a recording that is still running', async () => {
    const world = open();
    const { later, file, source, former, write } = await behind(world, {
      here: whole.slice(0, 90_000),
      there: whole,
    });
    const running = createGrowingSource(file);
    later.uploads.begin('a', file, running);
    await eventually(() => expect(file.record.uploadUrl).not.toBe(former));
    await write(bytesOf(10_000, 9));
    running.finalise();
    await later.isEnded('a');
    expect(source.bytes()).toBe(100_000);
    expect(world.server.uploads.get(former)?.bytes).toEqual(whole);
  });

  it('is fetched before a recording goes on, and stays on the server if that takes too long', async () => {
    const world = open();
    const { later, file } = await behind(world, { here: whole.slice(0, 90_000), there: whole });
    await later.uploads.catchUp(file, AbortSignal.abort());
    expect(file.bytes).toBe(90_000);
    await later.uploads.catchUp(file, AbortSignal.timeout(10_000));
    expect(await file.read(0, file.bytes)).toEqual(whole);
  });
});

describe('an upload that its owner completed without this device', () => {
  const adopted = { session_id: 's1', bytes: 800, duration: 1.5, sha256: 'abc' };
  const gone = (headers: Record<string, string>, text: string) => () => ({
    status: 410,
    text,
    header: (name: string) => headers[name] ?? null,
  });

  it.each([
    ['HEAD', gone({ 'tus-resumable': '1.0.0', 'Upload-Adopted': JSON.stringify(adopted) }, '')],
    ['PATCH', gone({}, JSON.stringify({ code: 'upload.adopted', detail: '', ...adopted }))],
  ])('is reported with the adopted bytes: %s', async (method, refused) => {
    const world = open();
    const { file, source, write, begin } = await world.recording('a', 's1');
    await write(bytesOf(3_000, 3));
    if (method === 'HEAD') await file.update({ uploadUrl: '/api/v1/uploads/taken' });
    else world.server.answers.push(() => null);
    world.server.answers.push(refused);
    source.finalise();
    begin();
    await world.isEnded('a', 'upload.adopted');
    expect(world.ends[0]).toEqual({ code: 'upload.adopted', adopted });
  });
});

describe('a recording without a session', () => {
  it('waits for it and is sent then', async () => {
    const world = open();
    const { file, source, write, begin } = await world.recording('b', null);
    await write(bytesOf(3_000, 3));
    source.finalise();
    begin();
    world.uploads.retryNow();
    expect(world.asked).toEqual(['b']);
    expect(world.server.requests).toEqual([]);
    await world.uploads.giveSession('b', 's2');
    await world.isEnded('b');
    expect(file.record.sessionId).toBe('s2');
    expect(world.server.uploads.get(file.record.uploadUrl!)!.metadata['session_id']).toBe('s2');
    // A second answer creates no second upload.
    await world.uploads.giveSession('b', 's3');
    expect(file.record.sessionId).toBe('s2');
  });

  it('is asked for with its first sound, once', async () => {
    const world = open();
    const { write, begin } = await world.recording('b', null);
    begin();
    world.uploads.retryNow();
    await new Promise((resolve) => setTimeout(resolve));
    expect(world.asked).toEqual([]);
    await write(bytesOf(10, 3));
    await eventually(() => expect(world.asked).toEqual(['b']));
    await write(bytesOf(10, 5));
    world.uploads.retryNow();
    expect(world.asked).toEqual(['b']);
  });

  it('is not asked for any more when it was thrown away before there was sound', async () => {
    const world = open();
    const { write, begin } = await world.recording('b', null);
    begin();
    world.uploads.end('b');
    await write(bytesOf(10, 3));
    await new Promise((resolve) => setTimeout(resolve));
    expect(world.asked).toEqual([]);
  });

  it('is asked for again where there was none to be had', async () => {
    const world = open();
    const { source, write, begin } = await world.recording('b', null);
    await write(bytesOf(10, 3));
    source.finalise();
    begin();
    await world.uploads.giveSession('b', null);
    await eventually(() => expect(world.asked).toEqual(['b', 'b']));
    await world.uploads.giveSession('b', 's2');
    await world.isEnded('b');
  });
});

describe('a refusal that no retry mends', () => {
  it('is told with its code, and what is recorded stays; retry-now begins again', async () => {
    const world = open();
    const { file, source, write, begin } = await world.recording('a', 's1');
    await write(bytesOf(3_000, 3));
    world.server.answers.push(() => refusal(507, 'upload.quota_exceeded'));
    begin();
    await world.isEnded('a', 'upload.quota_exceeded');
    await write(bytesOf(500, 4));
    source.finalise();
    world.uploads.retryNow();
    await world.isEnded('a');
    expect(world.bytesAt(file.record.uploadUrl)).toEqual(await file.read(0, 3_500));
  });

  it('is mended by another session: everything is sent again from the first byte', async () => {
    const world = open();
    const { file, source, write, begin } = await world.recording('a', 's1');
    await write(bytesOf(3_000, 3));
    begin();
    await eventually(() => expect(world.bytesAt(file.record.uploadUrl)?.length).toBe(3_000));
    const first = file.record.uploadUrl;
    await world.uploads.sendAnew('a', 's9');
    source.finalise();
    await world.isEnded('a');
    expect(file.record).toMatchObject({ sessionId: 's9' });
    expect(file.record.uploadUrl).not.toBe(first);
    expect(world.server.uploads.get(file.record.uploadUrl!)).toMatchObject({
      length: 3_000,
      metadata: { session_id: 's9' },
      bytes: await file.read(0, 3_000),
    });
  });
});

describe('several recordings', () => {
  it('all arrive, one request at a time', async () => {
    const world = open();
    let underWay = 0;
    let most = 0;
    const { transport } = world.server;
    const counting = open({
      ...world.server,
      async transport(request) {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return await transport(request).finally(() => underWay--);
      },
    });
    const running = await counting.recording('running', 's1');
    running.begin();
    const kept = [];
    for (let i = 0; i < 4; i++) {
      const one = await counting.recording(`kept${i}`, `k${i}`);
      await one.write(bytesOf(50_000, i + 1));
      one.source.finalise();
      one.begin();
      kept.push(one);
    }
    await running.write(bytesOf(2_000, 7));
    for (let i = 0; i < 4; i++) await counting.isEnded(`kept${i}`);
    running.source.finalise();
    await counting.isEnded('running');
    expect(most).toBe(1);
    for (const { file } of [running, ...kept])
      expect(world.bytesAt(file.record.uploadUrl)).toEqual(await file.read(0, file.bytes));
  });

  it('stop and go on together; what begins meanwhile waits, too', async () => {
    const world = open();
    const first = await world.recording('a', 's1');
    const second = await world.recording('b', 's2');
    first.begin();
    world.uploads.stop();
    await first.write(bytesOf(1_000, 3));
    await second.write(bytesOf(1_000, 4));
    first.source.finalise();
    second.source.finalise();
    second.begin();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.server.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
    world.uploads.resume();
    await world.isEnded('a');
    await world.isEnded('b');
  });

  it('that are removed are not sent any more', async () => {
    const world = open();
    const { source, write, begin } = await world.recording('a', 's1');
    begin();
    world.uploads.end('a');
    await write(bytesOf(1_000, 3));
    source.finalise();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.server.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
    expect(world.ended).toEqual([]);
    await expect(world.uploads.sendAnew('a', null)).rejects.toMatchObject({ code: 'recording.not_kept' });
  });
});
