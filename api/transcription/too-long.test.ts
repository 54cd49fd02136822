import { expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { limits } from '#api/contract/limits.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { testPipeline } from '#api/testing/test-pipeline.ts';
import { testTranscribeJob } from '#api/testing/test-transcribe.ts';

it('audio beyond 2:30 h and its grace is not transcribed, whatever length a client has said', async () => {
  const line = await testPipeline();
  const lengthS = limits.maxAcceptedAudioS + 5;
  await line.uploaded(Buffer.from('hours'));
  expect((await line.completeWith({ duration: 60 })).status).toBe(200);
  // The decoder writes no more than requested.
  const job = testTranscribeJob(line, {
    decode: async ({ maxS }) => ({ samples: Math.min(lengthS, maxS) * pcmSampleRate, statedS: lengthS }),
  });
  await line.openQueue([job]).start();
  await eventually(async () =>
    expect(await line.sessions.find(line.owner, line.session.id)).toMatchObject({
      status: 'error',
      reason: 'transcription.audio_too_long',
    }),
  );
});
