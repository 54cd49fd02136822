import { describe, expect, it } from 'vitest';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { markDraft, withDraft } from './draft.rules.ts';
import { said, testTranscribeJob, threeSeconds } from '#api/testing/test-transcribe.ts';
import { eventually } from '#wasm/testing/eventually.ts';

const draft = [
  { start: 0, end: 1, text: 'eins' },
  { start: 1, end: 2, text: 'zwo' },
  { start: 2, end: 3, text: 'drei' },
];

/** A dictation, transcribed by a test engine. */
async function dictated(transcribe: TranscriptionEngine['transcribe']) {
  const line = await testPipeline();
  await line.uploaded(Buffer.from('three seconds'));
  const metadata = { mode: 'dictation', draft, speech: [[0, 3]] };
  expect((await line.completeWith(metadata, Uint8Array.of(255, 1))).status).toBe(200);
  const { sessions, transcripts } = line;
  await line.openQueue([testTranscribeJob(line, { transcribe, decode: threeSeconds })]).start();
  const seen = async () => {
    const transcript = await transcripts.latest(line.session.id);
    return `${transcript?.engine} ${transcript?.version}: ${transcript?.segments.map(({ text }) => text).join(' ')}`;
  };
  const status = async () => (await sessions.find(line.owner, line.session.id))?.status;
  return { line, seen, status };
}

describe('the draft of a dictation', () => {
  it('stays where the transcription has not come to, and goes when it is there', async () => {
    const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { seen, status } = await dictated(async function* () {
      await steps[0]?.promise;
      yield { segments: [said('Eins,', 0)], upToS: 1 };
      await steps[1]?.promise;
      yield { segments: [said('zwei.', 1)], upToS: 3 };
    });
    await eventually(async () => expect(await status()).toBe('transcribing'));
    expect(await seen()).toBe('dictation 1: eins zwo drei');
    steps[0]?.resolve();
    await eventually(async () => expect(await seen()).toBe('test 2: Eins, zwo drei'));
    steps[1]?.resolve();
    await eventually(async () => expect(await status()).toBe('completed'));
    expect(await seen()).toBe('test 2: Eins, zwei.');
  });

  it('stays when the transcription fails', async () => {
    const { line, seen, status } = await dictated(async function* ({ fromS }) {
      if (fromS === 0) yield { segments: [said('Eins,', 0)], upToS: 1 };
      throw new Error('the process of the model ended');
    });
    await eventually(async () => {
      line.clock.advance(60_000);
      expect(await status()).toBe('error');
    });
    expect(await seen()).toBe('test 2: Eins, zwo drei');
  });

  it('does not come back in a later transcription', async () => {
    const { line, seen, status } = await dictated(async function* () {
      yield { segments: [said('Eins.', 0)], upToS: 3 };
    });
    await eventually(async () => expect(await status()).toBe('completed'));
    const version = await line.transcripts.begin(line.session.id, 'test', 'de');
    const segment = { id: 's1', speaker: 'A', ...said('Nochmals', 0) };
    await line.transcripts.putSegments(line.session.id, version, 0, [segment]);
    // The complete version is shown until the newer one is complete.
    expect(await seen()).toBe('test 2: Eins.');
    await line.transcripts.finish(line.session.id, version);
    expect(await seen()).toBe('test 3: Nochmals');
  });
});

describe('a transcription with the rest of a draft', () => {
  const segment = (id: string, start: number, end: number): Segment => ({
    id,
    speaker: 'A',
    start,
    end,
    text: id,
    words: [],
    doubt: null,
  });
  const transcript = (engine: string, ...segments: Segment[]): Transcript => ({
    version: 1,
    engine,
    partial: true,
    speakers: {},
    segments,
    unapplied: [],
  });
  const draftOf = markDraft(
    transcript('dictation', segment('d1', 0, 4), segment('d2', 4, 8), segment('d3', 8, 9)),
    'model',
  );

  it.each([
    [[], ['d1', 'd2', 'd3']],
    [[segment('s1', 0, 1)], ['s1', 'd1', 'd2', 'd3']],
    [[segment('s1', 0, 3)], ['s1', 'd2', 'd3']],
    [
      [segment('s1', 0, 3), segment('s2', 4, 6.1)],
      ['s1', 's2', 'd3'],
    ],
    [[segment('s1', 0, 9)], ['s1']],
  ])('%j', (segments, ids) => {
    const shown = withDraft(transcript('test', ...segments), draftOf);
    expect(shown.segments.map(({ id }) => id)).toEqual(ids);
    expect(shown.draft?.from).toBe(ids.find((id) => id.startsWith('d')));
  });
});
