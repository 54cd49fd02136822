import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiarizationInput } from '#api/engines/diarization/diarizer.ts';
import {
  EngineUnavailable,
  type EngineInput,
  type TranscriptionEngine,
} from '#api/engines/transcription/engine.ts';
import { decodeToPcm } from '#api/media/media.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { said, testTranscribeJob, threeSeconds } from '#api/testing/test-transcribe.ts';
import { eventually } from '#wasm/testing/eventually.ts';

type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;
const audioDir = join(import.meta.dirname, '../../models/fixture/audio');

/** A session whose client has sent everything that is measured otherwise. */
async function toldAll() {
  const line = await testPipeline();
  await line.uploaded(Buffer.from('three seconds'));
  const answer = await line.completeWith({ speech: [[0, 3]] }, Uint8Array.of(255, 1));
  expect(answer.status).toBe(200);
  return line;
}
async function withAudio(file: string, metadata: Record<string, unknown> = {}) {
  const line = await testPipeline();
  await line.uploaded(await readFile(join(audioDir, file)), { name: file, type: 'audio/wav' });
  expect((await line.completeWith(metadata)).status).toBe(200);
  return line;
}
const rowOf = async ({ sessions, owner, session }: TestPipeline) => (await sessions.find(owner, session.id))!;
const untilStatus = (line: TestPipeline, status: string) =>
  eventually(async () => expect((await rowOf(line)).status).toBe(status));
const queueWith = (
  line: TestPipeline,
  transcribe: TranscriptionEngine['transcribe'],
  decode = threeSeconds,
) => line.openQueue([testTranscribeJob(line, { transcribe, decode })]);

describe('the job', () => {
  it('ends with a reason when the audio has passed its retention before its turn came', async () => {
    const line = await toldAll();
    await line.db.updateTable('audio').set({ deleted_at: line.clock.now(), storage_key: '' }).execute();
    await queueWith(line, async function* () {}).start();
    await untilStatus(line, 'error');
    expect(await rowOf(line)).toMatchObject({ reason: 'transcription.audio_deleted' });
  });

  it('waits until what players get was made of the audio, and hears that', async () => {
    const line = await toldAll();
    const played = (fields: { seekable: 'due' | 'yes'; storage_key?: string }) =>
      line.db.updateTable('audio').set(fields).execute();
    await played({ seekable: 'due' });
    const heard: string[] = [];
    const queue = queueWith(
      line,
      async function* () {
        yield { segments: [said('eins', 0)], upToS: 3 };
      },
      async (files) => {
        heard.push(await readFile(files.input, 'utf8'));
        return threeSeconds(files);
      },
    );
    await queue.start();
    await eventually(async () => {
      const job = await line.db.selectFrom('job').selectAll().executeTakeFirstOrThrow();
      expect(job).toMatchObject({ state: 'waiting', error: 'audio', attempts: 0 });
    });
    expect(await rowOf(line)).toMatchObject({ status: 'pending', reason: null });
    const key = `audio/${crypto.randomUUID()}`;
    await line.storage.create(key);
    await writeFile(await line.storage.localPath(key), 'made');
    await played({ seekable: 'yes', storage_key: key });
    queue.poke();
    await untilStatus(line, 'completed');
    expect(heard).toEqual(['made']);
  });

  it('asks for the language of the session, Swiss German as German, and hands over the map of the speech', async () => {
    const line = await withAudio('de_1.wav', { speech: [[0.4, 2.5]] });
    await line.sessions.update(line.session.id, { language: 'de-CH' });
    const asked: EngineInput[] = [];
    await queueWith(line, async function* (input) {
      asked.push(input);
      yield { segments: [], upToS: 2.5 };
    }).start();
    await untilStatus(line, 'completed');
    expect(asked).toMatchObject([{ language: 'de', speech: [[0.4, 2.5]], fromS: 0 }]);
  });

  it('shows each part as it comes, with growing progress and revision', async () => {
    const line = await toldAll();
    const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const queue = queueWith(line, async function* () {
      const word = { text: 'eins', start: 0, end: 1, confidence: 1 };
      yield { segments: [{ ...said('eins', 0), words: [word] }], upToS: 1 };
      await steps[0]?.promise;
      yield { segments: [said('zwei', 2)], upToS: 3 };
      await steps[1]?.promise;
    });
    await queue.start();
    const seen = async () => {
      const transcript = await line.transcripts.latest(line.session.id);
      const progress = await queue.progressOf(line.session.id);
      return {
        texts: transcript?.segments.map(({ text }) => text),
        partial: transcript?.partial,
        done: progress?.done,
      };
    };
    await expect.poll(seen).toEqual({ texts: ['eins'], partial: true, done: 1 });
    const { rev, status } = await rowOf(line);
    expect(status).toBe('transcribing');
    steps[0]?.resolve();
    await expect.poll(seen).toEqual({ texts: ['eins', 'zwei'], partial: true, done: 3 });
    await expect.poll(async () => (await rowOf(line)).rev).toBeGreaterThan(rev);
    steps[1]?.resolve();
    await untilStatus(line, 'completed');
  });

  it('fails the session only when the attempts are used up, and writes no part twice', async () => {
    const line = await toldAll();
    let attempts = 0;
    const queue = queueWith(line, async function* ({ fromS }) {
      attempts++;
      if (fromS === 0) yield { segments: [said('eins', 0)], upToS: 1 };
      throw new Error('the process of the model ended');
    });
    await queue.start();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await eventually(() => expect(attempts).toBe(attempt));
      await eventually(async () => {
        const [job] = await line.db.selectFrom('job').selectAll().execute();
        expect(job?.state).toBe(attempt === 3 ? 'failed' : 'queued');
      });
      line.clock.advance(60_000);
    }
    await untilStatus(line, 'error');
    expect(await rowOf(line)).toMatchObject({ reason: 'transcription.failed' });
    expect((await line.transcripts.latest(line.session.id))?.segments).toHaveLength(1);
  });

  it('says who speaks, each word by its time, and looks for the speakers once for a version', async () => {
    const line = await toldAll();
    await line.sessions.update(line.session.id, { participants: 2 });
    const asked: DiarizationInput[] = [];
    const words = ['eins', 'zwei', 'drei', 'vier'].map((text, index) => ({
      text,
      confidence: 1,
      start: index,
      end: index + 0.9,
    }));
    const queue = line.openQueue([
      testTranscribeJob(line, {
        decode: threeSeconds,
        async diarize(input) {
          asked.push(input);
          return [
            { start: 0, end: 2, speaker: 0 },
            { start: 2, end: 4, speaker: 1 },
          ];
        },
        async *transcribe({ fromS }) {
          if (fromS === 0) yield { segments: [{ ...said('eins zwei drei vier', 0, 4), words }], upToS: 4 };
          if (fromS === 0) throw new Error('the process of the model ended');
        },
      }),
    ]);
    await queue.start();
    await eventually(async () => {
      line.clock.advance(60_000);
      expect((await rowOf(line)).status).toBe('completed');
    });
    expect(asked).toMatchObject([{ participants: 2 }]);
    const transcript = (await line.transcripts.latest(line.session.id))!;
    expect(transcript.segments.map(({ id, speaker, text }) => `${id} ${speaker}: ${text}`)).toEqual([
      's1 A: eins zwei',
      's2 B: drei vier',
    ]);
    expect(transcript.speakers).toEqual({ A: { name: '' }, B: { name: '' } });
  });

  it('writes the text as of one speaker when the speakers cannot be told apart', async () => {
    const line = await toldAll();
    const queue = line.openQueue([
      testTranscribeJob(line, {
        decode: threeSeconds,
        diarize: () => Promise.reject(new Error('out of memory')),
        async *transcribe() {
          yield { segments: [said('eins', 0)], upToS: 3 };
        },
      }),
    ]);
    await queue.start();
    await untilStatus(line, 'completed');
    expect((await line.transcripts.latest(line.session.id))?.speakers).toEqual({ A: { name: '' } });
  });

  it('waits where the engine stopped working, and goes on from there when it works again', async () => {
    const line = await toldAll();
    let works = false;
    const queue = queueWith(line, async function* ({ fromS }) {
      if (fromS === 0) yield { segments: [said('eins', 0)], upToS: 1 };
      if (!works) throw new EngineUnavailable('transcription.engine_unreachable');
      yield { segments: [said('zwei', 1)], upToS: 3 };
    });
    await queue.start();
    const reason = 'transcription.engine_unreachable';
    await eventually(async () => expect(await rowOf(line)).toMatchObject({ status: 'pending', reason }));
    works = true;
    queue.poke();
    await untilStatus(line, 'completed');
    const transcript = (await line.transcripts.latest(line.session.id))!;
    expect(transcript).toMatchObject({ version: 1, partial: false });
    expect(transcript.segments.map(({ text }) => text)).toEqual(['eins', 'zwei']);
  });

  it('keeps where somebody speaks when no device has told it', async () => {
    const line = await withAudio('de_1.wav');
    const asked: EngineInput[] = [];
    await queueWith(
      line,
      async function* (input) {
        asked.push(input);
        yield { segments: [said('eins', 0)], upToS: 3 };
      },
      decodeToPcm,
    ).start();
    await untilStatus(line, 'completed');
    expect(asked[0]!.speech.length).toBeGreaterThan(0);
    expect(JSON.parse((await rowOf(line)).speech!)).toEqual(asked[0]!.speech);
  });

  it('gives the engine louder sound when asked to, heard anew, and leaves the stored audio as it is', async () => {
    const line = await withAudio('de_1.wav', { speech: [[0.5, 0.6]] });
    const peakOf = async (path: string) => {
      const bytes = await readFile(path);
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    };
    const peaks: number[] = [];
    const speeches: (readonly TimeSpan[])[] = [];
    const queue = queueWith(
      line,
      async function* ({ pcm, speech }) {
        peaks.push(await peakOf(pcm.path));
        speeches.push(speech);
        yield { segments: [said('eins', 0)], upToS: 3 };
      },
      decodeToPcm,
    );
    const stored = (await line.sessions.audioOf(line.session.id))!.storage_key;
    const before = await readFile(await line.storage.localPath(stored));
    await queue.start();
    await untilStatus(line, 'completed');
    const job = { name: 'transcribe', owner: line.owner, sessionId: line.session.id };
    await queue.add({ ...job, payload: { boost_factor: 1.5 } });
    await eventually(() => expect(peaks).toHaveLength(2));
    expect(peaks[1]! / peaks[0]!).toBeCloseTo(1.5, 1);
    // The device has detected almost no speech.
    expect(speeches[0]).toEqual([[0.5, 0.6]]);
    expect(speeches[1]!.reduce((sum, [start, end]) => sum + end - start, 0)).toBeGreaterThan(1);
    expect(JSON.parse((await rowOf(line)).speech!)).toEqual([[0.5, 0.6]]);
    expect(await readFile(await line.storage.localPath(stored))).toEqual(before);
  });

  it('keeps the version that is whole when a newer one cannot be made, and says why there is none', async () => {
    const line = await toldAll();
    const queue = queueWith(line, async function* () {
      yield { segments: [said('eins', 0)], upToS: 3 };
    });
    await queue.start();
    await untilStatus(line, 'completed');
    await queue.close();
    const audio = (await line.sessions.audioOf(line.session.id))!;
    await line.storage.remove(audio.storage_key);
    const again = queueWith(line, async function* () {});
    await again.add({ name: 'transcribe', owner: line.owner, sessionId: line.session.id });
    await again.start();
    const reason = 'transcription.audio_unreadable';
    const told = { status: 'completed', notice: 'not_renewed', reason };
    await eventually(async () => expect(await rowOf(line)).toMatchObject(told));
    expect(await line.transcripts.latest(line.session.id)).toMatchObject({ version: 1, partial: false });
  });

  it('does not go on with one engine where another had begun', async () => {
    const line = await toldAll();
    const first = line.openQueue([
      testTranscribeJob(line, {
        decode: threeSeconds,
        name: 'small',
        async *transcribe({ signal }) {
          yield { segments: [said('eins', 0)], upToS: 1 };
          await new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          );
        },
      }),
    ]);
    await first.start();
    await eventually(async () => expect((await first.progressOf(line.session.id))?.done).toBe(1));
    await first.close();
    const froms: number[] = [];
    const second = line.openQueue([
      testTranscribeJob(line, {
        decode: threeSeconds,
        name: 'large',
        async *transcribe({ fromS }) {
          froms.push(fromS);
          yield { segments: [said('Eins.', 0)], upToS: 3 };
        },
      }),
    ]);
    await second.start();
    await untilStatus(line, 'completed');
    expect(froms).toEqual([0]);
    expect(await line.transcripts.latest(line.session.id)).toMatchObject({ version: 2, engine: 'large' });
  });
});
