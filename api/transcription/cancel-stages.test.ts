import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { firstOrAll, isLong } from '#wasm/testing/long-test.ts';
import { testProcessing } from '#api/testing/test-follow-ups.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { buildSession } from '#api/testing/builders.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { said, testTranscribeJob } from '#api/testing/test-transcribe.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Few samples per second: a long recording in a small file. */
const silence = (minutes: number) => toWav(new Float32Array(minutes * 60 * 1_000), 1_000);

type Hang = 'diarizing' | 'transcribing' | 'waiting';

/**
 * A server with one slot and two sessions in a queue. The first session hangs in the given stage, if any; the test's own
 * stages are logged in `events`.
 */
async function twoSessions(minutes: number, hang?: Hang) {
  const line = await testPipeline();
  const { db, owner, sessions, session: first, tmpDir } = line;
  const events: string[] = [];
  let isFirst = true;
  const job = testTranscribeJob(line, {
    missing: () => (hang === 'waiting' && isFirst ? 'transcription.model_missing' : null),
    async diarize({ signal }) {
      events.push('diarizing');
      if (hang === 'diarizing' && isFirst) await untilAborted(signal);
      return [];
    },
    async *transcribe({ signal }) {
      events.push('transcribing');
      yield { segments: [said('ein Satz', 1)], upToS: 2 };
      if (hang === 'transcribing' && isFirst) await untilAborted(signal);
    },
  });
  const queue = line.openQueue([
    {
      ...job,
      async run(running) {
        isFirst = running.sessionId === first.id;
        await job.run(running).finally(() => events.push(isFirst ? 'first ended' : 'second ended'));
      },
    },
  ]);
  await line.uploaded(silence(minutes), { name: 'a.wav', type: 'audio/wav' });
  await line.completeWith({});
  const second = await buildSession(db, owner);
  await line.uploaded(silence(1 / 60), { name: 'b.wav', type: 'audio/wav' }, second.id);
  const { cancel } = testProcessing(line, queue);
  const statusOf = async (id: string) => (await sessions.find(owner, id))?.status;
  return {
    line,
    queue,
    events,
    first,
    /** Cancels the first session while the second waits; returns the events up to then. */
    async cancelFirst() {
      await line.completeWith({}, undefined, second.id);
      const row = await cancel(owner, first.id);
      expect(row).toMatchObject({ status: 'error', reason: 'transcription.cancelled' });
      return [...events, 'cancelled'];
    },
    /** The slot was freed: the second session has completed, and only the first has no transcript. */
    async secondIsDone() {
      await eventually(() => expect(events.at(-1)).toBe('second ended'));
      expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['error', 'completed']);
      expect(await queue.isBusy(first.id)).toBe(false);
      expect(existsSync(tmpDir) ? await readdir(tmpDir) : []).toEqual([]);
    },
  };
}

describe('a cancelled transcription gives its place to the next one, and leaves nothing behind', () => {
  it('queued', async () => {
    const { cancelFirst, secondIsDone, queue, events } = await twoSessions(1);
    expect(await cancelFirst()).toEqual(['cancelled']);
    await queue.start();
    await secondIsDone();
    expect(events).not.toContain('first ended');
  });

  it('decoding', async () => {
    const { cancelFirst, secondIsDone, queue, line, first } = await twoSessions(90);
    await queue.start();
    await eventually(async () => expect(await readdir(line.tmpDir)).toHaveLength(1));
    expect(await cancelFirst()).toEqual(['first ended', 'cancelled']);
    // It never reached the later stages.
    expect(await line.sessions.find(line.owner, first.id)).toMatchObject({ duration: 10 });
    await secondIsDone();
  });

  it.runIf(isLong)('hearing where somebody speaks', async () => {
    const { cancelFirst, secondIsDone, queue, line, first } = await twoSessions(10);
    await queue.start();
    await eventually(async () => expect(await line.transcripts.latest(first.id)).not.toBeNull());
    expect(await cancelFirst()).toEqual(['first ended', 'cancelled']);
    await secondIsDone();
  });

  it.each(firstOrAll(['diarizing', 'transcribing'] as const))('%s', async (stage) => {
    const { cancelFirst, secondIsDone, queue, events } = await twoSessions(1 / 60, stage);
    await queue.start();
    await eventually(() => expect(events.at(-1)).toBe(stage));
    expect((await cancelFirst()).slice(-3)).toEqual([stage, 'first ended', 'cancelled']);
    await secondIsDone();
  });

  it.runIf(isLong)('waiting for the model', async () => {
    const { cancelFirst, secondIsDone, queue, line, first } = await twoSessions(1, 'waiting');
    await queue.start();
    const waiting = { status: 'pending', reason: 'transcription.model_missing' };
    await eventually(async () =>
      expect(await line.sessions.find(line.owner, first.id)).toMatchObject(waiting),
    );
    await cancelFirst();
    await secondIsDone();
  });
});
