import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processSchema } from '#api/contract/processing.ts';
import type { EngineInput } from '#api/engines/transcription/engine.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { said, testTranscribeJob, threeSeconds } from '#api/testing/test-transcribe.ts';
import { testProcessing } from '#api/testing/test-follow-ups.ts';
import { eventually } from '#wasm/testing/eventually.ts';

const sound = join(import.meta.dirname, '../../models/fixture/audio/de_1.wav');
const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** A recording with the real transcription job and an engine that writes one word per second and may stop after the first. */
async function setUp({ isSoundReal = false } = {}) {
  const line = await testPipeline();
  await line.uploaded(await readFile(sound), { name: 'de_1.wav', type: 'audio/wav' });
  const answer = await line.completeWith({ duration: 3, speech: [[0, 3]] }, Uint8Array.of(255, 1));
  if (!answer.ok) throw new Error(await answer.text());
  const inputs: Pick<EngineInput, 'language' | 'fromS'>[] = [];
  const participants: unknown[] = [];
  const held = { isHeld: false };
  const job = testTranscribeJob(line, {
    ...(!isSoundReal && { decode: threeSeconds }),
    async *transcribe({ language, fromS, signal }) {
      inputs.push({ language, fromS });
      for (let second = fromS; second < 3; second++) {
        if (held.isHeld && second > 0) await abortOf(signal);
        yield { segments: [said(`${language}-${second}`, second)], upToS: second + 1 };
      }
    },
    diarize: async (input) => {
      participants.push(input.participants);
      return [];
    },
  });
  const queue = line.openQueue([job]);
  const { start, cancel } = testProcessing(line, queue);
  const regenerate = (fields: object = {}) =>
    start(line.owner, line.session.id, processSchema.parse({ regenerate_transcript: true, ...fields }));
  const row = async () => (await line.sessions.find(line.owner, line.session.id))!;
  const until = (status: string) => eventually(async () => expect((await row()).status).toBe(status));
  const shown = async () => {
    const transcript = (await line.transcripts.latest(line.session.id))!;
    return { version: transcript.version, texts: transcript.segments.map(({ text }) => text) };
  };
  return {
    queue,
    inputs,
    participants,
    held,
    regenerate,
    row,
    until,
    shown,
    cancel: () => cancel(line.owner, line.session.id),
  };
}

describe('a transcript that is made again', () => {
  it('is heard in the new language by the new number of people, and is a new version', async () => {
    const { queue, until, regenerate, shown, inputs, participants } = await setUp({
      isSoundReal: true,
    });
    await queue.start();
    await until('completed');
    await regenerate({ language: 'fr', participants: 2, boost_factor: 2 });
    await until('completed');
    expect(await shown()).toEqual({ version: 2, texts: ['fr-0', 'fr-1', 'fr-2'] });
    expect(inputs).toEqual([
      { language: 'de', fromS: 0 },
      { language: 'fr', fromS: 0 },
    ]);
    expect(participants).toEqual([null, 2]);
  });

  it('leaves what was there when it is cancelled in the middle', async () => {
    const { queue, until, regenerate, shown, held, cancel, row } = await setUp();
    await queue.start();
    await until('completed');
    held.isHeld = true;
    await regenerate({ language: 'fr' });
    const { id } = await row();
    await eventually(async () => expect(await queue.progressOf(id)).toMatchObject({ done: 1 }));
    expect(await cancel()).toMatchObject({ status: 'completed', reason: null });
    expect(await shown()).toEqual({ version: 1, texts: ['de-0', 'de-1', 'de-2'] });
  });
});

describe('a first transcription that was cancelled in the middle', () => {
  it('goes on where it was, with no segment twice and none missing', async () => {
    const { queue, until, regenerate, shown, held, cancel, row, inputs } = await setUp();
    held.isHeld = true;
    await queue.start();
    const { id } = await row();
    await eventually(async () => expect(await queue.progressOf(id)).toMatchObject({ done: 1 }));
    expect(await cancel()).toMatchObject({ status: 'error', reason: 'transcription.cancelled' });
    expect(await shown()).toEqual({ version: 1, texts: ['de-0'] });
    held.isHeld = false;
    await regenerate();
    await until('completed');
    expect(await shown()).toEqual({ version: 1, texts: ['de-0', 'de-1', 'de-2'] });
    expect(inputs.map(({ fromS }) => fromS)).toEqual([0, 1]);
  });
});
