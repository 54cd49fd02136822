import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { concat, interleave, noise, sine } from '#wasm/testing/signals.ts';
import { frameBytes, mp3FrameSamples } from '#wasm/mp3/format.ts';
import { createMemoryStore } from '#workers/store/memory-store.ts';
import { createOverflowing, openOverflowing, type OverflowFile } from '#workers/store/overflow-file.ts';
import type { WorkerError } from '#workers/rpc.ts';
import { createDigest, type Digest } from '#workers/digest.ts';
import { digestStored } from './digest.ts';
import { createMp3Encoder, framesFor, startTag, type Mp3Encoder } from './mp3-stream.ts';
import { decodedS, pieceBytes, takeStart, type Longest } from './position.rules.ts';
import type { MonitorMessage, NewRecording, RecorderEvent, RecordingRecord } from './recorder.contract.ts';
import { createRecorderCore } from './recorder.ts';

const rate = 24_000;
const settings = { sampleRate: rate, bitrate: 64 } as const;
const tagBytes = startTag(settings).length;
const newRecording: NewRecording = {
  userId: 'anna',
  sessionId: 's1',
  session: { title: 'Sitzung', language: 'de', participants: 3, fhir_patient_id: null, settings: {} },
  part: 1,
  mode: 'record',
  settings,
};

let encoder: Mp3Encoder;
let digest: Digest;
beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
  encoder = await createMp3Encoder(await WebAssembly.compile(await readFile(path)));
  digest = await createDigest();
});

/** A recorder on a memory store that checks each appended piece. */
function open(longest: Partial<Longest> = {}) {
  const store = createMemoryStore();
  const files = new Map<string, OverflowFile>();
  const pieces: number[] = [];
  const events: RecorderEvent[] = [];
  const toMonitor: MonitorMessage[] = [];
  const finished: string[] = [];
  const failures: unknown[] = [];
  let ids = 0;
  const watched = (file: OverflowFile): OverflowFile => ({
    ...file,
    get record() {
      return file.record;
    },
    get bytes() {
      return file.bytes;
    },
    async append(piece) {
      pieces.push(piece.length);
      // Appends take varying time, as on a disk.
      for (let turns = pieces.length % 3; turns > 0; turns--) await Promise.resolve();
      await file.append(piece);
    },
  });
  const keep = (file: OverflowFile) => {
    files.set(file.record.id, watched(file));
    return files.get(file.record.id)!;
  };
  const core = createRecorderCore({
    longest: { longestS: 9_000, largestBytes: 150_000_000, ...longest },
    encoder,
    digest,
    create: async (record) => keep(await createOverflowing(store, record)),
    onEvent: (event) => events.push(event),
    onStored: () => {},
    onFinished: (id) => finished.push(id),
    onFailure: (error) => failures.push(error),
    newId: () => `r${++ids}`,
    nowMs: () => 1_000_000 + ids,
  });
  return {
    core,
    store,
    files,
    pieces,
    events,
    toMonitor,
    finished,
    failures,
    keep,
    push(samples: Float32Array, blockFrames = 1_024) {
      const stereo = interleave(samples, samples);
      for (let at = 0; at < stereo.length; at += blockFrames * 2)
        core.push(stereo.slice(at, at + blockFrames * 2), (message) => toMonitor.push(message));
    },
    async bytesOf(id: string) {
      const file = files.get(id)!;
      return await file.read(0, file.bytes);
    },
    rolled: () => events.filter((event) => event.type === 'rolled'),
  };
}

function encoded(samples: Float32Array): Uint8Array {
  const stream = encoder.begin(settings);
  return new Uint8Array(Buffer.concat([startTag(settings), stream.push(samples), stream.finish()]));
}

const hex = async (bytes: Uint8Array) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');

const voice = (samples: number, seed = 1) => noise(-20, (samples + 1) / rate, rate, seed).slice(0, samples);

const longestPieceS = (sizes: number[]) =>
  (Math.max(...sizes) / frameBytes(settings)) * (mp3FrameSamples(rate) / rate);

describe('a recording', () => {
  it('holds every sample between start and finish, byte for byte what one run of the encoder makes of it', async () => {
    const { core, push, bytesOf, pieces, files, finished } = open();
    core.listen(rate);
    push(voice(5_000, 7));
    const record = await core.start(newRecording);
    const sound = voice(100_001);
    push(sound, 700);
    const end = await core.finish();
    push(voice(5_000, 8));

    const bytes = await bytesOf(record.id);
    expect(bytes).toEqual(encoded(sound));
    expect(end).toEqual({
      id: record.id,
      durationS: sound.length / rate,
      bytes: bytes.length,
      sha256: await hex(bytes),
    });
    expect(files.get(record.id)!.record.finished).toEqual({
      bytes: end.bytes,
      duration: end.durationS,
      sha256: end.sha256,
    });
    expect(longestPieceS(pieces.slice(1))).toBeLessThanOrEqual(0.25);
    expect(finished).toEqual([record.id]);
    expect(framesFor(sound.length, settings) * frameBytes(settings) + tagBytes).toBe(bytes.length);
  });

  it('is stored while it goes on: half a second is all that a crash takes', async () => {
    const { core, push, files } = open();
    core.listen(rate);
    const { id } = await core.start(newRecording);
    for (let pushed = 0.5; pushed < 6; pushed += 0.5) {
      push(voice(rate / 2));
      await new Promise((resolve) => setImmediate(resolve));
      expect(pushed - decodedS(files.get(id)!.bytes, settings)).toBeLessThan(0.5);
    }
  });

  it('resamples what a microphone at another rate gives, to the same length', async () => {
    const { core, push, bytesOf } = open();
    core.listen(48_000);
    const { id } = await core.start(newRecording);
    push(sine({ frequency: 440, dbfs: -12, durationS: 3, sampleRate: 48_000 }));
    const { durationS } = await core.finish();
    expect(durationS).toBe(3);
    expect((await bytesOf(id)).length).toBe(tagBytes + framesFor(3 * rate, settings) * frameBytes(settings));
  });

  it('goes on with another microphone without losing a sample of the first', async () => {
    const { core, push, toMonitor } = open();
    core.listen(48_000);
    await core.start(newRecording);
    push(sine({ frequency: 440, dbfs: -12, durationS: 1.5, sampleRate: 48_000 }));
    core.listen(16_000);
    push(sine({ frequency: 440, dbfs: -12, durationS: 0.5, sampleRate: 16_000 }));
    expect((await core.finish()).durationS).toBe(2);
    expect(toMonitor.every(({ type }) => type === 'recorded')).toBe(true);
  });

  it('holds nothing of a pause, and all around it', async () => {
    const { core, push, bytesOf, toMonitor } = open();
    core.listen(rate);
    const { id } = await core.start(newRecording);
    const [before, between, after] = [voice(30_000, 1), voice(20_000, 2), voice(25_000, 3)];
    push(before);
    core.pause();
    push(between);
    core.resume();
    push(after);
    await core.finish();
    expect(await bytesOf(id)).toEqual(encoded(concat(before, after)));
    const unrecorded = toMonitor.flatMap((message) =>
      message.type === 'unrecorded' ? [message.samples.length] : [],
    );
    expect(unrecorded.reduce((sum, length) => sum + length, 0)).toBe(between.length * 2);
  });

  it('stores what there is when it pauses', async () => {
    const { core, push, files } = open();
    core.listen(rate);
    const { id } = await core.start(newRecording);
    push(voice(rate));
    core.pause();
    await new Promise((resolve) => setImmediate(resolve));
    // Four frames are still in the encoder.
    expect(decodedS(files.get(id)!.bytes, settings)).toBeGreaterThan(1 - 0.15);
  });

  it('of no sound ends with the code for that', async () => {
    const { core } = open();
    core.listen(rate);
    await core.start(newRecording);
    await expect(core.finish()).rejects.toMatchObject({ code: 'recording.no_audio' });
    expect(core.current).toBeNull();
    await expect(core.finish()).rejects.toMatchObject({ code: 'recording.not_kept' });
  });

  it('says at which rate it is really made', async () => {
    const { core } = open();
    const record = await core.start({ ...newRecording, settings: { sampleRate: rate, bitrate: 56 } });
    expect(record.settings).toEqual({ sampleRate: rate, bitrate: 48 });
  });
});

describe('the longest length', () => {
  it('gives the next part the name that the recording has by then', async () => {
    const { core, push, files } = open({ longestS: 1.5 });
    core.listen(rate);
    const record = await core.start(newRecording);
    core.describe(record.id, { ...record.session, title: 'Gemeinderat', language: 'fr' });
    core.describe('another', { ...record.session, title: 'Andere' });
    push(voice(50_000), 1_024);
    await core.finish();
    expect(files.get('r2')!.record.session).toMatchObject({ title: 'Gemeinderat (2)', language: 'fr' });
  });

  it('splits at the very sample: both parts together are what was said', async () => {
    const { core, push, bytesOf, rolled, toMonitor, files } = open({ longestS: 1.5 });
    core.listen(rate);
    await core.start({ ...newRecording, pairingId: 'p1' });
    const sound = voice(100_000);
    push(sound, 1_024);
    const last = await core.finish();
    expect(rolled().length).toBe(2);
    const border = 1.5 * rate;
    expect(await bytesOf('r1')).toEqual(encoded(sound.subarray(0, border)));
    expect(await bytesOf('r2')).toEqual(encoded(sound.subarray(border, 2 * border)));
    expect(await bytesOf('r3')).toEqual(encoded(sound.subarray(2 * border)));
    expect(last.id).toBe('r3');
    expect(files.get('r2')!.record).toMatchObject({
      part: 2,
      sessionId: null,
      userId: 'anna',
      pairingId: 'p1',
      mode: 'record',
      session: { title: 'Sitzung (2)', language: 'de', participants: 3 },
    });
    expect(files.get('r3')!.record.session.title).toBe('Sitzung (3)');
    expect(rolled()[0]).toMatchObject({
      finished: { id: 'r1', durationS: 1.5 },
      next: { id: 'r2', part: 2 },
    });

    // The monitor receives the same borders, except for the samples that the resampler holds back.
    const parts = [0];
    for (const message of toMonitor) {
      if (message.type === 'split') parts.push(0);
      else if (message.type === 'recorded') parts[parts.length - 1]! += message.samples.length / 2;
    }
    for (const [part, samples] of [border, border, sound.length - 2 * border].entries())
      expect(Math.abs(parts[part]! - samples) / rate).toBeLessThan(0.002);
    expect(parts.reduce((sum, samples) => sum + samples, 0)).toBe(sound.length);
  });

  it('is also one of bytes', async () => {
    const largestBytes = tagBytes + 60 * frameBytes(settings) + 100;
    const { core, push, bytesOf } = open({ largestBytes });
    core.listen(rate);
    await core.start(newRecording);
    push(voice(60_000));
    await core.finish();
    const first = await bytesOf('r1');
    expect(first.length).toBe(tagBytes + 60 * frameBytes(settings));
    expect((await bytesOf('r2')).length).toBeGreaterThan(tagBytes);
  });

  it('is the end where the person turned the next part off', async () => {
    const { core, push, bytesOf, toMonitor, events } = open({ longestS: 1 });
    core.listen(rate);
    await core.start(newRecording);
    core.setRollover(false);
    const sound = voice(60_000);
    push(sound);
    expect(events.findLast((event) => event.type === 'progress')).toMatchObject({ positionS: 1 });
    expect(await core.finish()).toMatchObject({ id: 'r1', durationS: 1 });
    expect(await bytesOf('r1')).toEqual(encoded(sound.subarray(0, rate)));
    const unrecorded = toMonitor.flatMap((message) =>
      message.type === 'unrecorded' ? [message.samples.length / 2] : [],
    );
    const unrecordedS = unrecorded.reduce((sum, length) => sum + length, 0) / rate;
    expect(unrecordedS).toBeCloseTo(sound.length / rate - 1, 2);
  });

  it('reached with the last sample begins no part', async () => {
    const { core, push, rolled, files } = open({ longestS: 1 });
    core.listen(48_000);
    await core.start(newRecording);
    push(voice(48_000));
    await core.finish();
    expect(rolled()).toEqual([]);
    expect([...files.keys()]).toEqual(['r1']);
  });
});

describe('a recording that a crash left', () => {
  async function crashed(seconds: number) {
    const first = open();
    first.core.listen(rate);
    const { id } = await first.core.start(newRecording);
    first.push(voice(seconds * rate));
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = await first.bytesOf(id);
    const second = open();
    const record = { ...first.files.get(id)!.record, id: 'kept' } satisfies RecordingRecord;
    const file = await second.store.create(record);
    if (bytes.length > 0) await file.append(bytes);
    return { ...second, bytes, kept: second.keep((await openOverflowing(second.store, 'kept'))!) };
  }

  it('goes on behind a seam, as a new take', async () => {
    const { core, push, bytesOf, kept, bytes } = await crashed(2);
    core.listen(rate);
    const record = await core.goOn(kept, 999_000);
    const at = takeStart(bytes.length, settings) / rate;
    expect(record.takes).toEqual([
      { bytes: 0, at: 0, lostMs: null },
      { bytes: bytes.length, at, lostMs: 1_000 },
    ]);
    const sound = voice(40_000, 5);
    push(sound);
    const end = await core.finish();
    const all = await bytesOf('kept');
    expect(all.subarray(0, bytes.length)).toEqual(bytes);
    expect(all.subarray(bytes.length)).toEqual(encoded(sound).subarray(tagBytes));
    expect(end.durationS).toBeCloseTo(at + sound.length / rate, 9);
    expect(end).toMatchObject({
      bytes: all.length,
      sha256: await hex(all),
    });
  });

  it('goes on at whole frames where its end is half of one', async () => {
    const { core, push, bytesOf, kept, bytes } = await crashed(2);
    await kept.append(new Uint8Array(50).fill(1));
    core.listen(rate);
    await core.goOn(kept, null);
    const sound = voice(10_000, 5);
    push(sound);
    await core.finish();
    const all = await bytesOf('kept');
    expect((all.length - tagBytes) % frameBytes(settings)).toBe(0);
    expect(all.subarray(bytes.length + frameBytes(settings))).toEqual(encoded(sound).subarray(tagBytes));
  });

  it('of which nothing was stored begins anew', async () => {
    const { core, push, bytesOf, kept } = await crashed(0);
    core.listen(rate);
    const record = await core.goOn(kept, 999_000);
    expect(record.takes).toEqual([{ bytes: 0, at: 0, lostMs: null }]);
    const sound = voice(20_000, 5);
    push(sound);
    await core.finish();
    expect(await bytesOf('kept')).toEqual(encoded(sound));
  });

  it('has its length counted from its first take on: the longest length stays what it is', async () => {
    const { core, push, kept, rolled } = await crashed(2);
    core.listen(rate);
    await core.goOn(kept, null);
    push(voice(rate));
    expect(rolled()).toEqual([]);
    expect((await core.finish()).durationS).toBeGreaterThan(2.5);
  });

  it('is not gone on with once it is finished', async () => {
    const { core, kept } = await crashed(1);
    const sum = await createDigest();
    await digestStored(sum, kept);
    await kept.update({ finished: { bytes: kept.bytes, duration: 1, sha256: sum.digest() } });
    await expect(core.goOn(kept, null)).rejects.toMatchObject({ code: 'recording.not_kept' });
  });
});

describe('whatever is done in whatever order', () => {
  type Step = { do: 'push'; samples: number; block: number } | { do: 'pause' | 'resume' | 'listen' | 'rest' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('push' as const),
        samples: fc.integer({ min: 0, max: 9_000 }),
        block: fc.integer({ min: 1, max: 3_000 }),
      }),
    },
    fc.record({
      do: fc.constantFrom('pause' as const, 'resume' as const, 'listen' as const, 'rest' as const),
    }),
  );

  const filterSamples = 64;

  it('every sample that was to be recorded is in one of the parts, in order, and none other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.integer({ min: 2_000, max: 20_000 }),
        async (steps, longestSamples) => {
          const { core, push, bytesOf, files, failures, rolled } = open({ longestS: longestSamples / rate });
          core.listen(rate);
          await core.start(newRecording);
          const expected: Float32Array[] = [];
          let isPaused = false;
          for (const [index, { do: what, ...rest }] of steps.entries()) {
            if (what === 'push') {
              const { samples, block } = rest as { samples: number; block: number };
              const sound = voice(samples, index + 1);
              push(sound, block);
              if (!isPaused) expected.push(sound);
            } else if (what === 'rest') await new Promise((resolve) => setImmediate(resolve));
            else if (what === 'listen') core.listen(rate);
            else {
              core[what]();
              isPaused = what === 'pause';
            }
          }
          const all = concat(...expected);
          const code = await core.finish().then(
            () => null,
            (error: WorkerError) => error.code,
          );
          expect(code).toBe(all.length > 0 ? null : 'recording.no_audio');
          expect(failures).toEqual([]);
          if (all.length === 0) return;
          const parts = Math.ceil(all.length / longestSamples);
          const lastSamples = all.length - (parts - 1) * longestSamples;
          // The samples that the resampler still holds at the longest length do not begin a next part.
          const isRest = parts > 1 && lastSamples <= filterSamples && files.size === parts - 1;
          expect(isRest || files.size === parts).toBe(true);
          expect(rolled().length).toBe(files.size - 1);
          for (let part = 0; part < files.size; part++) {
            const bytes = await bytesOf(`r${part + 1}`);
            expect(bytes).toEqual(encoded(all.subarray(part * longestSamples, (part + 1) * longestSamples)));
            expect(files.get(`r${part + 1}`)!.record.finished).toMatchObject({
              bytes: bytes.length,
              sha256: await hex(bytes),
            });
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('pieces', () => {
  it.each([16_000, 24_000, 32_000, 48_000] as const)('at %i Hz hold at most 250 ms', (sampleRate) => {
    const other = { sampleRate, bitrate: 64 } as const;
    const seconds = (pieceBytes(other) / frameBytes(other)) * (mp3FrameSamples(sampleRate) / sampleRate);
    expect(seconds).toBeLessThanOrEqual(0.25);
    expect(seconds).toBeGreaterThan(0.2);
  });
});
