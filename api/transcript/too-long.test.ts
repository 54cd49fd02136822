import { expect, it, vi } from 'vitest';
import { limits } from '#api/contract/limits.ts';
import { testLine } from '#api/recording/test-line.ts';
import { testTranscribeJob } from './test-transcribe.ts';
import { wavHead } from '#api/testing/wav-head.ts';

const sampleRate = 1_000;

/** Silence, 8 bit mono PCM (RIFF WAVE), of few samples a second: long and small. */
function silence(seconds: number): Buffer {
  const bytes = seconds * sampleRate;
  return Buffer.concat([wavHead(bytes, sampleRate), Buffer.alloc(bytes, 128)]);
}

it('audio beyond 2:30 h and its grace is not transcribed, whatever length a client has said', async () => {
  const line = await testLine();
  const longestS = limits.maxAudioS + limits.maxAudioGraceS;
  await line.uploaded(silence(longestS + 5), { name: 'a.wav', type: 'audio/wav' });
  expect((await line.completeWith({ duration: 60 })).status).toBe(200);
  await line.openQueue([testTranscribeJob(line)]).start();
  await vi.waitFor(
    async () =>
      expect(await line.sessions.find(line.owner, line.session.id)).toMatchObject({
        status: 'error',
        reason: 'transcription.audio_too_long',
      }),
    { timeout: 60_000, interval: 20 },
  );
}, 70_000);
