import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { firstOrAll } from '#wasm/testing/long-test.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog } from '#api/lib/log.ts';
import type { FfmpegRun } from '#api/media/ffmpeg-core.ts';
import { inputPath, outputPath } from '#wasm/ffmpeg/ffmpeg-core.ts';
import type { FfmpegTask } from '#api/media/ffmpeg-child.ts';
import { decodeToPcm, encodeMp3, MediaError } from '#api/media/media.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { runProcess } from '#api/lib/run-process.ts';
import { sweepRetention } from '#api/retention/retention-keeper.ts';
import { createRetentionStore } from '#api/retention/retention.store.ts';
import { buildDomain, buildSession, buildUser } from '#api/testing/builders.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { withSound } from '#api/transcription/open-sound.ts';
import { createFrameReader } from '#wasm/mp3/frames.ts';
import { hasExactIndex } from '#wasm/mp3/exact-index.ts';
import { buildOpenInfoTag } from '#wasm/mp3/info-tag-write.ts';
import { toMp3 } from '#wasm/testing/mp3-streams.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { clearSession } from './clear-session.ts';
import { createMakeSeekableJob, type MakeSeekableDeps } from './make-seekable.job.ts';
import { createSeekableStore, makeSeekableJobName } from './seekable.store.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';

type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;

const speech = join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav');

/** Makes a file of the fixture's speech with ffmpeg. */
async function madeBy(args: string[]): Promise<Buffer> {
  const output = join(await testFolder(), 'made');
  const task: FfmpegTask = {
    input: speech,
    output,
    args: ['-v', 'error', '-i', inputPath, ...args, outputPath],
  };
  await runProcess<FfmpegRun>(new URL('../media/ffmpeg-child.ts', import.meta.url), task);
  return readFile(output);
}

async function speechMp3(kind: { quality: number } | { bitrate: 64 }): Promise<Uint8Array<ArrayBuffer>> {
  const { samples, sampleRate } = fromWav(await readFile(speech));
  return toMp3([samples], { sampleRate: sampleRate as 16_000, ...kind });
}

/** Makes a queue with only this job, on the data of `pipeline`. `within` replaces parts of the job. */
function openQueue(pipeline: TestPipeline, within: Partial<MakeSeekableDeps> = {}) {
  const { db, clock, sessions, storage, tmpDir } = pipeline;
  const seekable = createSeekableStore(db);
  const job = createMakeSeekableJob({
    sessions,
    seekable,
    storage,
    tmpDir,
    clock,
    log: silentLog(),
    formatOf: async (host) => (await pipeline.domains.tenantOfKey(host)).mp3,
    ...within,
  });
  const handlers = [{ ...job, retryDelaysMs: [0] }];
  const queue = createQueue({ db, clock, log: silentLog(), handlers, slots: 1, tickMs: 5 });
  onTestFinished(() => queue.close());
  return { queue, seekable };
}

const audioOf = async (pipeline: TestPipeline, id = pipeline.session.id) =>
  (await pipeline.sessions.audioOf(id))!;
const isSettled = async (pipeline: TestPipeline) => {
  const rows = await pipeline.db
    .selectFrom('job')
    .where('name', '=', makeSeekableJobName)
    .selectAll()
    .execute();
  return rows.length > 0 && rows.every(({ state }) => state === 'done' || state === 'failed');
};
const settled = (pipeline: TestPipeline) =>
  eventually(async () => expect(await isSettled(pipeline)).toBe(true));
const filesOf = async (pipeline: TestPipeline) =>
  (await Array.fromAsync(pipeline.storage.list('audio'))).map(({ key }) => key);

/** Uploads bytes with a meaningless name, and makes a queue for the job. */
async function brought(bytes: Uint8Array, within: Partial<MakeSeekableDeps> = {}, name = 'a.bin') {
  const pipeline = await testPipeline({ looksInto: true });
  const sent = await pipeline.uploaded(bytes, { name, type: '' });
  expect((await pipeline.completeWith({})).status).toBe(200);
  const { queue, seekable } = openQueue(pipeline, within);
  return { pipeline, sent, queue, seekable, former: (await audioOf(pipeline)).storage_key };
}

async function samplesOf(path: string): Promise<Float32Array> {
  const output = join(await testFolder(), 'pcm');
  await decodeToPcm({ input: path, output, maxS: 600 });
  const bytes = await readFile(output);
  return Float32Array.from(
    new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1),
    (x) => x / 32_768,
  );
}

/** Lag of `b` behind `a` in samples, and their correlation at this lag. */
function lagOf(a: Float32Array, b: Float32Array, from: number): { lag: number; likeness: number } {
  let best = { lag: 0, likeness: -1 };
  for (let lag = -400; lag <= 400; lag++) {
    let [ab, aa, bb] = [0, 1e-12, 1e-12];
    for (let i = from; i < from + 8_000; i++) {
      const [x, y] = [a[i] ?? 0, b[i + lag] ?? 0];
      ab += x * y;
      aa += x * x;
      bb += y * y;
    }
    const likeness = ab / Math.sqrt(aa * bb);
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best;
}

const kinds: [string, () => Promise<Uint8Array>][] = [
  ['an mp3 of varying rate', () => speechMp3({ quality: 4 })],
  ['wav', () => readFile(speech)],
  ['m4a', () => madeBy(['-c:a', 'aac', '-f', 'mp4'])],
  ['raw aac', () => madeBy(['-c:a', 'aac', '-f', 'adts'])],
  ['ogg', () => madeBy(['-c:a', 'libvorbis', '-f', 'ogg'])],
  ['webm', () => madeBy(['-c:a', 'libopus', '-ar', '48000', '-f', 'webm'])],
  ['flac', () => madeBy(['-c:a', 'flac', '-f', 'flac'])],
];

describe('audio that comes by the API', () => {
  it.each(firstOrAll(kinds))('%s becomes mp3 of one rate on the same timeline', async (_, make) => {
    const { pipeline, queue, former } = await brought(await make());
    const original = await samplesOf(await pipeline.storage.localPath(former));
    await queue.start();
    await settled(pipeline);
    const audio = await audioOf(pipeline);
    expect(audio).toMatchObject({ seekable: 'yes', file_type: 'audio/mpeg', former_key: null });
    const path = await pipeline.storage.localPath(audio.storage_key);
    const bytes = await readFile(path);
    expect(bytes.length).toBe(audio.bytes);
    const reader = createFrameReader();
    reader.push(bytes);
    const index = reader.finish()!;
    expect(new Set(index.sizes.subarray(0, index.count))).toEqual(new Set([192]));
    expect(hasExactIndex(index, bytes.length)).toBe(true);
    const samples = await samplesOf(path);
    // An encoder adds at most one or two frames at the end.
    expect(Math.abs(samples.length - original.length)).toBeLessThan(pcmSampleRate * 0.05);
    for (const from of [16_000, original.length >> 1, original.length - 24_000]) {
      const { lag, likeness } = lagOf(original, samples, from);
      expect(likeness).toBeGreaterThan(0.9);
      expect(Math.abs(lag) / pcmSampleRate).toBeLessThan(0.003);
    }
    expect(await filesOf(pipeline)).toEqual([audio.storage_key]);
  });

  it('becomes mp3 of the format of its host', async () => {
    const formats: unknown[] = [];
    const encode: typeof encodeMp3 = async (files) => {
      formats.push(files.format);
      return encodeMp3(files);
    };
    const { pipeline, queue } = await brought(await readFile(speech), { encode });
    const { db, owner, session } = pipeline;
    const ofOwn = { sample_rate: 16_000, bitrate: 32 };
    await buildDomain(db, { host: owner.host, mp3: JSON.stringify(ofOwn) });
    const theirs = await buildSession(db, owner);
    await pipeline.uploaded(await readFile(speech), { name: 'b.bin', type: '' }, theirs.id);
    expect((await pipeline.completeWith({}, undefined, theirs.id)).status).toBe(200);
    const other = await buildUser(db, { host: 'other.example' });
    const whose = { host: other.host, user_id: other.id };
    await db.updateTable('session').set(whose).where('id', '=', theirs.id).execute();
    await db.updateTable('job').set(whose).where('session_id', '=', theirs.id).execute();
    await queue.start();
    const rateOf = async (id: string) => {
      const { seekable, storage_key: key } = await audioOf(pipeline, id);
      expect(seekable).toBe('yes');
      const reader = createFrameReader();
      reader.push(await readFile(await pipeline.storage.localPath(key)));
      const index = reader.finish()!;
      return [...new Set(index.sizes.subarray(0, index.count))];
    };
    await eventually(async () => expect(await rateOf(theirs.id)).toEqual([192]));
    await eventually(async () => expect(await rateOf(session.id)).toEqual([144]));
    expect(formats).toHaveLength(2);
    expect(formats).toEqual(expect.arrayContaining([ofOwn, { sample_rate: 24_000, bitrate: 64 }]));
  });

  it('is what was announced all the same, and is saved as mp3', async () => {
    const { pipeline, sent, queue } = await brought(await readFile(speech), {}, 'sitzung.wav');
    await queue.start();
    await settled(pipeline);
    const audio = await audioOf(pipeline);
    expect(audio).toMatchObject({ announced_bytes: sent.bytes, announced_sha256: sent.sha256 });
    expect((await pipeline.completeWith({ sha256: sent.sha256, bytes: sent.bytes })).status).toBe(200);
    const other = await pipeline.completeWith({ sha256: 'f'.repeat(64) });
    expect([other.status, await other.json()]).toEqual([
      409,
      expect.objectContaining({ have: { bytes: sent.bytes, sha256: sent.sha256 } }),
    ]);
    const download = `/api/v1/sessions/${pipeline.session.id}/download`;
    const answer = await pipeline.openApp().request(download, { headers: as(pipeline.user) });
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(answer.headers.get('content-disposition')).toMatch(/filename="[^"]*\.mp3"/);
  });

  it('stays as it came where it is mp3 of one rate, whatever it is called, and waits for nothing', async () => {
    const frames = await speechMp3({ bitrate: 64 });
    // The tag at the beginning of recordings.
    const format = { version: 2, sampleRate: 16_000, channels: 1 } as const;
    const tag = buildOpenInfoTag({ format, bitrate: 64, delaySamples: 576 });
    for (const bytes of [frames, Buffer.concat([tag, frames])]) {
      const pipeline = await testPipeline({ looksInto: true });
      const { sha256 } = await pipeline.uploaded(bytes, { name: 'a.html', type: 'text/html' });
      expect((await pipeline.completeWith({})).status).toBe(200);
      expect(await audioOf(pipeline)).toMatchObject({ seekable: 'yes', file_type: 'audio/mpeg', sha256 });
      expect(await pipeline.db.selectFrom('job').select('name').execute()).toEqual([{ name: 'transcribe' }]);
    }
  });

  it.each<[string, () => Promise<Uint8Array>]>([
    ['is no sound', async () => Buffer.from('no sound at all '.repeat(100))],
    ['breaks off', async () => (await madeBy(['-c:a', 'flac', '-f', 'flac'])).subarray(0, 200_000)],
  ])('is played as it came where it %s', async (_, make) => {
    const { pipeline, sent, queue, former } = await brought(await make());
    await queue.start();
    await settled(pipeline);
    expect(await audioOf(pipeline)).toMatchObject({
      seekable: 'no',
      storage_key: former,
      sha256: sent.sha256,
    });
    expect(await filesOf(pipeline)).toEqual([former]);
    const url = `/api/v1/sessions/${pipeline.session.id}/audio-url`;
    expect((await pipeline.openApp().request(url, { headers: as(pipeline.user) })).status).toBe(200);
  });
});

describe('what goes wrong on the way', () => {
  it('a full disk: it is played as it came, and made when there is room', async () => {
    let isFull = true;
    const encode: typeof encodeMp3 = async (files) => {
      if (isFull) throw new MediaError('transcription.disk_full');
      return encodeMp3(files);
    };
    const { pipeline, queue, seekable, former } = await brought(await readFile(speech), { encode });
    await queue.start();
    await settled(pipeline);
    expect(await audioOf(pipeline)).toMatchObject({ seekable: null, storage_key: former });
    isFull = false;
    // A transcription that has begun must read the same audio to its end.
    const hears = (checkpoint: string | null) =>
      pipeline.db.updateTable('job').set({ checkpoint }).where('name', '=', 'transcribe').execute();
    await hears('{"upToS":3}');
    expect(await seekable.queueNext(pipeline.clock.now())).toBe(false);
    await hears(null);
    expect(await seekable.queueNext(pipeline.clock.now())).toBe(true);
    queue.poke();
    await eventually(async () => expect((await audioOf(pipeline)).seekable).toBe('yes'));
    const { storage_key: key } = await audioOf(pipeline);
    await eventually(async () => expect(await filesOf(pipeline)).toEqual([key]));
  });

  it('an end before the rows are changed leaves the old, one after it the new', async () => {
    const pipeline = await testPipeline({ looksInto: true });
    await pipeline.uploaded(await readFile(speech), { name: 'a.wav', type: '' });
    await pipeline.completeWith({});
    const former = (await audioOf(pipeline)).storage_key;
    const { db } = pipeline;
    const real = createSeekableStore(db);
    const ends: string[] = [];
    const dying = {
      ...real,
      replace: async (...args: Parameters<typeof real.replace>) => {
        if (ends.length > 0) return real.replace(...args);
        ends.push('before');
        throw new Error('the server ends');
      },
      forgetFormer: async (...args: Parameters<typeof real.forgetFormer>) => {
        if (ends.length > 1) return real.forgetFormer(...args);
        ends.push('after');
        throw new Error('the server ends');
      },
    };
    const { queue } = openQueue(pipeline, { seekable: dying });
    await queue.start();
    await eventually(async () => expect(ends).toContain('before'));
    await eventually(async () => expect(ends).toContain('after'));
    await settled(pipeline);
    const audio = await audioOf(pipeline);
    expect(audio.seekable).toBe('yes');
    expect(audio.storage_key).not.toBe(former);
    // The job has used up its attempts; the next one removes the former object.
    expect(audio.former_key).toBe(former);
    const { id } = pipeline.session;
    await queue.add({ name: makeSeekableJobName, owner: pipeline.owner, sessionId: id });
    await eventually(async () => expect((await audioOf(pipeline)).former_key).toBeNull());
    expect(await filesOf(pipeline)).toEqual([audio.storage_key]);
  });

  it('a session that is deleted meanwhile leaves nothing new', async () => {
    const made = await brought(await readFile(speech));
    const { pipeline, former } = made;
    const replaced: boolean[] = [];
    const { queue } = openQueue(pipeline, {
      encode: async (files) => {
        const encoded = await encodeMp3(files);
        await pipeline.sessions.remove(pipeline.owner, pipeline.session.id);
        return encoded;
      },
      seekable: {
        ...made.seekable,
        async replace(...args) {
          expect(await filesOf(pipeline)).toHaveLength(2);
          const isReplaced = await made.seekable.replace(...args);
          replaced.push(isReplaced);
          return isReplaced;
        },
      },
    });
    await queue.start();
    await eventually(() => expect(replaced).toEqual([false]));
    await eventually(async () => expect(await filesOf(pipeline)).toEqual([former]));
  });

  it('goes with its session and with its retention, the replaced object too', async () => {
    const kept: (string | null)[] = [];
    for (const way of ['session', 'retention']) {
      const pipeline = await testPipeline({ looksInto: true });
      await pipeline.uploaded(await speechMp3({ bitrate: 64 }));
      await pipeline.completeWith({});
      const former = `audio/${crypto.randomUUID()}`;
      await pipeline.storage.create(former);
      await pipeline.db.updateTable('audio').set({ former_key: former }).execute();
      await pipeline.db.deleteFrom('job').execute();
      if (way === 'session') await clearSession(pipeline, pipeline.session.id);
      else {
        const none = async () => 0;
        pipeline.clock.advance(40 * 86_400_000);
        await sweepRetention({
          ...pipeline,
          retention: createRetentionStore(pipeline.db, pipeline.clock),
          logins: { removeExpired: none },
          jobs: { removeFinished: none },
          corrections: { hosts: async () => [], removeUntouchedSince: none },
          outbox: { removeBefore: none },
          pairings: { removeEndedBefore: none },
          runs: { begin: async () => '', finish: async () => {}, removeStartedBefore: none },
          clear: async () => {},
          log: silentLog(),
        });
      }
      expect(await filesOf(pipeline)).toEqual([]);
      kept.push((await audioOf(pipeline)).former_key);
    }
    // When a session is deleted, its files go before the row.
    expect(kept).toEqual([expect.stringContaining('audio/'), null]);
  });

  it('a transcription that begins with what was replaced a moment ago hears what is there', async () => {
    const { pipeline, former } = await brought(await readFile(speech));
    const { session, tmpDir, storage, sessions } = pipeline;
    const stale = await audioOf(pipeline);
    const key = `audio/${crypto.randomUUID()}`;
    await storage.create(key);
    await writeFile(await storage.localPath(key), await readFile(speech));
    await pipeline.db.updateTable('audio').set({ storage_key: key }).execute();
    await storage.remove(former);
    const row = (await sessions.find(pipeline.owner, session.id))!;
    const { signal } = new AbortController();
    let heardS = 0;
    await withSound(
      { log: silentLog(), sessions, storage, tmpDir },
      { session: row, audio: stale, jobId: 'job', boost: 1, signal },
      async ({ durationS }) => void (heardS = durationS),
    );
    expect(heardS).toBeGreaterThan(5);
  });
});

describe('audio from before anybody looked', () => {
  it('is played as it came until its turn comes, the newest first, one after the other', async () => {
    const pipeline = await testPipeline({ looksInto: true });
    const { db, clock } = pipeline;
    const wav = await readFile(speech);
    const ids: string[] = [];
    for (const name of ['a.wav', 'b.wav']) {
      const { id } = await buildSession(db, pipeline.owner);
      await pipeline.uploaded(wav, { name, type: 'audio/wav' }, id);
      await pipeline.completeWith({}, undefined, id);
      ids.push(id);
      clock.advance(1_000);
    }
    await db.updateTable('audio').set({ seekable: null }).execute();
    await db.deleteFrom('job').execute();
    const url = `/api/v1/sessions/${ids[0]}/audio-url`;
    expect((await pipeline.openApp().request(url, { headers: as(pipeline.user) })).status).toBe(200);
    const made: (string | null)[] = [];
    const { queue, seekable } = openQueue(pipeline, {
      encode: async (files) => {
        const { session_id: id } = await db
          .selectFrom('job')
          .where('state', '=', 'running')
          .select('session_id')
          .executeTakeFirstOrThrow();
        made.push(id);
        return encodeMp3(files);
      },
    });
    await queue.start();
    expect(await seekable.queueNext(clock.now())).toBe(true);
    expect(await seekable.queueNext(clock.now())).toBe(false);
    await eventually(async () => {
      const rows = await db.selectFrom('audio').select('seekable').execute();
      expect(rows.map(({ seekable }) => seekable)).toEqual(['yes', 'yes']);
    });
    expect(made).toEqual(ids.toReversed());
  });
});
