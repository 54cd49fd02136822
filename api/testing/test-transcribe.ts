import { writeFile } from 'node:fs/promises';
import type { Diarizer } from '#api/engines/diarization/diarizer.ts';
import type { EngineSegment, TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { createSpeedStore } from '#api/jobs/speed.store.ts';
import { silentLog } from '#api/lib/log.ts';
import { pcmBytesPerSample, pcmSampleRate } from '#api/media/pcm-file.ts';
import type { testPipeline } from './test-pipeline.ts';
import type { SoundDeps } from '#api/transcription/open-sound.ts';
import { createTranscribeJob } from '#api/transcription/transcribe.job.ts';

type TestPipeline = Awaited<ReturnType<typeof testPipeline>>;
type Parts = Partial<TranscriptionEngine> & { diarize?: Diarizer['diarize']; decode?: SoundDeps['decode'] };

/** Writes three seconds of silence instead of decoding, for tests that do not depend on the sound. */
export const threeSeconds: NonNullable<SoundDeps['decode']> = async ({ output }) => {
  const samples = 3 * pcmSampleRate;
  await writeFile(output, new Uint8Array(samples * pcmBytesPerSample));
  return { samples, statedS: null };
};

/** Creates the transcription job over the data of a test, with a test engine that writes nothing by default. */
export function testTranscribeJob(
  line: TestPipeline,
  { diarize = async () => [], decode, ...parts }: Parts = {},
) {
  const { clock, sessions, storage, transcripts, tmpDir } = line;
  const engine: TranscriptionEngine = {
    name: 'test',
    expectedRtf: 1,
    missing: () => null,
    async *transcribe() {},
    close: async () => {},
    ...parts,
  };
  return createTranscribeJob({
    clock,
    sessions,
    storage,
    transcripts,
    tmpDir,
    engine,
    log: silentLog(),
    diarizer: { name: 'test', diarize },
    ...(decode && { decode }),
    speeds: createSpeedStore(line.db, clock),
    db: line.db,
    followUps: line.followUps,
    vocabularyOf: async () => [],
  });
}

/** Returns a segment. Its default length is 0.9 s. */
export const said = (text: string, start: number, end = start + 0.9): EngineSegment => ({
  text,
  start,
  end,
  words: [],
  doubt: null,
});
