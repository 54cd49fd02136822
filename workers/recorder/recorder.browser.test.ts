import { announceBlocks } from '#workers/testing/announced-blocks.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { concat, interleave, noise } from '#wasm/testing/signals.ts';
import { openMedia } from '#workers/media/media.client.ts';
import type { SendTimings } from '#workers/send/send.contract.ts';
import { decodeIn, probeIn } from '#workers/testing/decoding.ts';
import { doubleChannel, fullDiskChannel, type DoubleNews } from '#workers/testing/double-channel.ts';
import { bestStore, hasPrivateFiles } from '#workers/testing/engine.ts';
import { removeRecordings } from '#workers/testing/remove-recordings.ts';
import { openRecorder, type Recorder, type RecorderNews, type RecorderOptions } from './recorder.client.ts';
import type { MonitorMessage, NewRecording } from './recorder.contract.ts';

const timings: SendTimings = {
  retryDelaysMs: [10, 10, 10, 10],
  pausesMs: [50],
  settledAfterMs: 50,
  progressEveryMs: 10,
  partEveryMs: 50,
  stalledAfterMs: 5_000,
};
const sampleRate = 48_000;
const newRecording: NewRecording = {
  userId: 'anna',
  sessionId: 's1',
  part: 1,
  mode: 'record',
  session: { title: 'Sitzung', language: 'de', participants: null, fhir_patient_id: null, settings: {} },
  settings: { sampleRate: 24_000, bitrate: 64 },
};

const opened: Recorder[] = [];

function open(options: Partial<RecorderOptions> = {}) {
  const news: RecorderNews[] = [];
  const worker = new Worker(new URL('../testing/recorder.worker.ts', import.meta.url), { type: 'module' });
  const recorder = openRecorder(
    {
      timings,
      longestS: 9_000,
      largestBytes: 150_000_000,
      headers: async () => ({ authorization: 'Bearer t' }),
      session: async (_, { title }) => `session of ${title}`,
      ...options,
    },
    worker,
  );
  recorder.onEvent((event) => news.push(event));
  opened.push(recorder);
  const position = () => {
    const last = news.findLast((event) => event.type === 'progress');
    return last?.type === 'progress' ? last : { positionS: 0, storedS: 0 };
  };
  return {
    recorder,
    news,
    position,
    async attach(rate = sampleRate, withMonitor = false) {
      const sound = new MessageChannel();
      const monitor = withMonitor ? new MessageChannel() : null;
      await recorder.attach({ pcm: sound.port2, sampleRate: rate, monitor: monitor?.port2 ?? null });
      const blocks = announceBlocks(sound.port1, rate);
      const push = (samples: Float32Array) => {
        const stereo = interleave(samples, samples);
        for (let at = 0; at < stereo.length; at += 2_048) blocks.push(stereo.slice(at, at + 2_048));
      };
      return { push, end: blocks.end, monitor: monitor?.port1 ?? null };
    },
    kill: () => recorder[Symbol.dispose](),
  };
}

async function serverHas(session: string): Promise<DoubleNews[number] | undefined> {
  const channel = new BroadcastChannel(doubleChannel);
  const news = new Promise<DoubleNews>((resolve) => {
    channel.addEventListener('message', ({ data }) => resolve(data as DoubleNews), { once: true });
  });
  channel.postMessage('ask');
  const found = (await news).findLast((upload) => upload.session === session);
  channel.close();
  return found;
}

async function decoded(mp3: Blob): Promise<Float32Array> {
  using media = openMedia();
  const file = new File([mp3], 'recording.mp3');
  return (await decodeIn(media, file, await probeIn(media, file))).samples;
}

/** Low-passed noise, which survives the encoder and correlates only without a shift. */
function sound(seconds: number, seed = 1, rate = sampleRate): Float32Array {
  const white = noise(-14, seconds, rate, seed);
  let [a, b] = [0, 0];
  return white.map((x) => {
    a += 0.15 * (x - a);
    b += 0.15 * (a - b);
    return b;
  });
}

/** Drops every other sample: the low-passed noise hardly aliases at 24 kHz. */
const halved = (samples: Float32Array) => samples.filter((_, i) => i % 2 === 0);

function correlation(a: Float32Array, b: Float32Array, lag = 0): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i + lag] ?? 0];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb || 1);
}

const hex = async (blob: Blob) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))]
    .map((octet) => octet.toString(16).padStart(2, '0'))
    .join('');

async function clear() {
  for (const recorder of opened.splice(0)) recorder[Symbol.dispose]();
  await removeRecordings();
}
beforeEach(clear);
afterEach(clear);

describe('what is recorded', () => {
  it('is on the device and on the server as one mp3 that decodes to what was said, sample for sample', async () => {
    const { recorder, news, attach } = open();
    expect(await recorder.storage).toMatchObject({ kind: bestStore });
    const { push, end } = await attach();
    const record = await recorder.start(newRecording);
    const said = sound(4.2);
    push(said);
    end();
    const finished = await recorder.finish();
    expect(finished).toMatchObject({ id: record.id, durationS: 4.2 });
    await eventually(() =>
      expect(news).toContainEqual(expect.objectContaining({ type: 'sent', id: record.id, code: null })),
    );

    const mp3 = await recorder.sound(record.id);
    expect(mp3.size).toBe(finished.bytes);
    expect(await hex(mp3)).toBe(finished.sha256);
    const upload = await serverHas('s1');
    expect(upload!.length).toBe(finished.bytes);
    expect(await hex(new Blob([upload!.bytes]))).toBe(finished.sha256);

    const samples = await decoded(mp3);
    const expected = halved(said);
    expect(samples.length).toBeGreaterThanOrEqual(expected.length);
    expect(samples.length).toBeLessThan(expected.length + 576);
    expect(correlation(expected, samples)).toBeGreaterThan(0.99);
    for (const lag of [-1, 1])
      expect(correlation(expected, samples, lag)).toBeLessThan(correlation(expected, samples));

    await recorder.remove(record.id);
    expect(await recorder.list('anna')).toEqual([]);
  });

  it('goes to the monitor as unrecorded and as recorded, to the end', async () => {
    const { recorder, attach, position } = open();
    const { push, end, monitor } = await attach(sampleRate, true);
    const messages: MonitorMessage[] = [];
    monitor!.addEventListener('message', ({ data }) => messages.push(data as MonitorMessage));
    monitor!.start();
    push(sound(0.5));
    await eventually(() => expect(messages.length).toBeGreaterThan(20));
    await recorder.start(newRecording);
    push(sound(1));
    await eventually(() => expect(position().positionS).toBeGreaterThan(0.95));
    await recorder.pause();
    push(sound(0.2));
    end();
    await recorder.finish();
    await eventually(() => expect(messages.at(-1)).toEqual({ type: 'end' }));
    const seconds = (type: string) =>
      messages.reduce(
        (sum, message) =>
          sum + ('samples' in message && message.type === type ? message.samples.length / 2 : 0),
        0,
      ) / sampleRate;
    expect(seconds('recorded')).toBe(1);
    expect(seconds('unrecorded')).toBeCloseTo(0.7, 6);
  });

  it('is paced by what it tells: storage follows while it goes on', async () => {
    const { recorder, attach, position, news } = open();
    const { push, end } = await attach();
    const { id } = await recorder.start(newRecording);
    for (let fed = 1; fed <= 6; fed++) {
      push(sound(1, fed));
      await eventually(() => expect(position().storedS).toBeGreaterThan(fed - 0.5));
    }
    await eventually(async () => expect((await serverHas('s1'))?.bytes.length).toBeGreaterThan(30_000));
    expect(news).not.toContainEqual(expect.objectContaining({ type: 'sent', id, code: null }));
    end();
    await recorder.finish();
  });

  it('goes on in a second session without a gap when it is too long', async () => {
    const asked: string[] = [];
    const { recorder, attach, news } = open({
      longestS: 2,
      async session(_, { title }) {
        asked.push(title);
        return 's2';
      },
    });
    const { push, end } = await attach();
    const first = await recorder.start(newRecording);
    const said = sound(3.5);
    push(said);
    end();
    const second = await recorder.finish();
    const rolled = news.find((event) => event.type === 'rolled');
    expect(rolled).toMatchObject({
      finished: { id: first.id, durationS: 2 },
      next: { id: second.id, part: 2 },
    });
    expect(asked).toEqual(['Sitzung (2)']);
    for (const id of [first.id, second.id])
      await eventually(() =>
        expect(news).toContainEqual(expect.objectContaining({ type: 'sent', id, code: null })),
      );
    expect((await serverHas('s2'))!.length).toBe(second.bytes);

    const [one, two] = [
      await decoded(await recorder.sound(first.id)),
      await decoded(await recorder.sound(second.id)),
    ];
    const expected = halved(said);
    expect(correlation(expected.subarray(0, 48_000), one)).toBeGreaterThan(0.99);
    expect(correlation(expected.subarray(48_000), two)).toBeGreaterThan(0.99);
  });
});

describe('what a crash left', () => {
  it('is listed, goes on as one recording, and arrives', async () => {
    const crashed = open();
    const before = await crashed.attach();
    const { id } = await crashed.recorder.start(newRecording);
    await crashed.recorder.annotate({ id, notes: 'Notiz', markers: [{ at: 1, kind: 'user' }] });
    const said = sound(3);
    before.push(said);
    await eventually(() => expect(crashed.position().storedS).toBeGreaterThan(2.4));
    crashed.kill();

    const { recorder, news, attach } = open();
    const kept = await recorder.list('anna');
    expect(kept).toMatchObject([{ record: { id, notes: 'Notiz', markers: [{ at: 1 }], finished: null } }]);
    expect(kept[0]!.durationS).toBeGreaterThan(2.4);
    expect(await recorder.list('berta')).toEqual([]);
    const start = await decoded(await recorder.sound(id, 1));
    expect(start.length / 24_000).toBeGreaterThanOrEqual(1);
    expect(start.length / 24_000).toBeLessThan(1.03);

    const after = await attach();
    const record = await recorder.goOn(id);
    expect(record.takes).toMatchObject([{ at: 0 }, { bytes: kept[0]!.bytes }]);
    expect(await recorder.list('anna')).toEqual([]);
    const more = sound(2, 5);
    after.push(more);
    after.end();
    const finished = await recorder.finish();
    const { at } = record.takes[1]!;
    expect(finished.durationS).toBeCloseTo(at + 2, 6);
    await eventually(() =>
      expect(news).toContainEqual(expect.objectContaining({ type: 'sent', id, code: null })),
    );
    expect(await hex(new Blob([(await serverHas('s1'))!.bytes]))).toBe(finished.sha256);

    const samples = await decoded(await recorder.sound(id));
    const border = Math.round(at * 24_000);
    const lost = halved(said).subarray(0, border - 1_105);
    expect(correlation(lost, samples)).toBeGreaterThan(0.99);
    expect(correlation(halved(more), samples.subarray(border))).toBeGreaterThan(0.99);
    expect(3 - lost.length / 24_000).toBeLessThan(0.7);
  });

  it('is delivered as it lies there', async () => {
    const crashed = open();
    const { push } = await crashed.attach();
    const { id } = await crashed.recorder.start(newRecording);
    push(sound(2));
    await eventually(() => expect(crashed.position().storedS).toBeGreaterThan(1.4));
    crashed.kill();

    const { recorder, news } = open();
    const [begin, finished] = await Promise.all([recorder.sound(id, 1), recorder.deliver(id)]);
    expect(begin.size).toBeLessThan(finished.bytes);
    expect(finished.durationS).toBeGreaterThan(1.4);
    await eventually(() =>
      expect(news).toContainEqual(expect.objectContaining({ type: 'sent', id, code: null })),
    );
    expect(await hex(new Blob([(await serverHas('s1'))!.bytes]))).toBe(finished.sha256);
    expect(await recorder.deliver(id)).toEqual(finished);
    await recorder.remove(id);
    await expect(recorder.deliver(id)).rejects.toMatchObject({ code: 'recording.not_kept' });
  });

  it('is left as it was by what cannot be done with it', async () => {
    const first = open();
    const { push, end } = await first.attach();
    const { id } = await first.recorder.start(newRecording);
    push(sound(1));
    end();
    await first.recorder.finish();
    first.kill();
    const { recorder } = open();
    await recorder.attach({ pcm: new MessageChannel().port1, sampleRate, monitor: null });
    await expect(recorder.goOn(id)).rejects.toMatchObject({ code: 'recording.not_kept' });
    expect(await recorder.list('anna')).toMatchObject([{ record: { id }, durationS: 1 }]);
    await recorder.remove(id);
    expect(await recorder.list('anna')).toEqual([]);
  });

  it('without any sound is not shown', async () => {
    const crashed = open();
    await crashed.attach();
    await crashed.recorder.start(newRecording);
    crashed.kill();
    const { recorder } = open();
    expect(await recorder.list('anna')).toEqual([]);
  });
});

describe('two tabs', () => {
  it('do not record the same session, nor take the recording of the other', async () => {
    const [one, other] = [open(), open()];
    const { push, end } = await one.attach();
    await other.attach();
    const { id } = await one.recorder.start(newRecording);
    push(sound(1));
    await eventually(() => expect(one.position().storedS).toBeGreaterThan(0.4));
    const elsewhere = { code: 'recording.elsewhere' };
    await Promise.all([
      expect(other.recorder.start(newRecording)).rejects.toMatchObject(elsewhere),
      expect(other.recorder.list('anna')).resolves.toEqual([]),
      expect(other.recorder.goOn(id)).rejects.toMatchObject(elsewhere),
      expect(other.recorder.remove(id)).rejects.toMatchObject(elsewhere),
    ]);
    const second = await other.recorder.start({ ...newRecording, sessionId: 's2' });
    end();
    await one.recorder.finish();
    expect(second.sessionId).toBe('s2');
  });
});

// The double of a full disk fills private files.
describe.skipIf(!hasPrivateFiles)('a device without room', () => {
  it('goes on in memory, says so, reaches the server whole, and stores it all when there is room again', async () => {
    const { recorder, attach, news } = open();
    const { push, end } = await attach();
    const { id } = await recorder.start(newRecording);
    push(sound(1, 1));
    using disk = Object.assign(new BroadcastChannel(fullDiskChannel), {
      [Symbol.dispose]: () => disk.postMessage(false),
    });
    disk.postMessage(true);
    await eventually(() => {
      push(sound(0.1, 2));
      const last = news.findLast((event) => event.type === 'overflow');
      expect(last?.type === 'overflow' && last.memoryBytes).toBeGreaterThan(5_000);
    });
    disk.postMessage(false);
    await eventually(() => {
      push(sound(0.1, 3));
      expect(news.findLast((event) => event.type === 'overflow')).toEqual({
        type: 'overflow',
        memoryBytes: null,
      });
    });
    end();
    const finished = await recorder.finish();
    await eventually(() =>
      expect(news).toContainEqual(expect.objectContaining({ type: 'sent', id, code: null })),
    );
    expect(await hex(new Blob([(await serverHas('s1'))!.bytes]))).toBe(finished.sha256);
    recorder[Symbol.dispose]();
    const later = open().recorder;
    expect(await hex(await later.sound(id))).toBe(finished.sha256);
  });
});

describe('a recorder whose worker fails', () => {
  it('says so, and answers every call with it', async () => {
    const script = new Blob(['addEventListener("message", () => { throw new Error("broken"); });']);
    const url = URL.createObjectURL(script);
    const recorder = openRecorder(
      {
        timings,
        longestS: 9_000,
        largestBytes: 150_000_000,
        headers: async () => ({}),
        session: async () => null,
      },
      new Worker(url),
    );
    opened.push(recorder);
    const news: RecorderNews[] = [];
    recorder.onEvent((event) => news.push(event));
    await expect(recorder.start(newRecording)).rejects.toMatchObject({ code: 'worker.crashed' });
    await eventually(() => expect(news).toMatchObject([{ type: 'crashed' }]));
    URL.revokeObjectURL(url);
  });
});

describe('a microphone that goes', () => {
  it('is followed by another at another rate, and nothing of either is lost', async () => {
    const { recorder, attach } = open();
    const first = await attach();
    const { id } = await recorder.start(newRecording);
    const [before, after] = [sound(1.5, 1), sound(1, 2, 24_000)];
    first.push(before);
    first.end();
    const second = await attach(24_000);
    second.push(after);
    second.end();
    expect((await recorder.finish()).durationS).toBe(2.5);
    const samples = await decoded(await recorder.sound(id));
    expect(correlation(concat(halved(before), after), samples)).toBeGreaterThan(0.98);
  });
});
