import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineSegment } from '#api/engines/transcription/engine.ts';
import { startWhisper } from '#api/engines/transcription/whisper/whisper-process.ts';
import { decodeToPcm } from '#api/media/media.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { readLevels } from '#api/media/pcm-levels.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { planWindows } from '#wasm/transcription/plan-windows.ts';
import { expectedOf, fixtureDir, mapOf, never } from './expected.ts';

export type ServerWindow = { startS: number; endS: number; segments: EngineSegment[] };
export type ServerWindows = { language: string; speech: TimeSpan[]; windows: ServerWindow[] };

/** Transcribes a file of the fixture by the server's process, and returns its windows and their segments. */
export async function windowsByServer(file: string): Promise<ServerWindows> {
  const folder = await mkdtemp(join(tmpdir(), 'wortlaut-test-'));
  const pcmPath = join(folder, 'pcm');
  try {
    const input = join(fixtureDir, 'audio', file);
    const { samples } = await decodeToPcm({ input, output: pcmPath, maxS: 60 });
    const { dtype, hearsTwice, chunkLengthS } = findTranscriptionModel('fixture')!;
    const language = expectedOf(file).language ?? 'en';
    const speech = mapOf(file);
    const levels = await readLevels({ path: pcmPath, samples }, never);
    const whisper = await startWhisper({ modelDir: fixtureDir, dtype, threads: 1, hearsTwice }, never);
    try {
      const windows: ServerWindow[] = [];
      for (const [startS, endS] of planWindows(levels, speech, { maxS: chunkLengthS })) {
        const known = speech
          .filter(([from, to]) => to > startS && from < endS)
          .map(([from, to]): TimeSpan => [Math.max(from, startS), Math.min(to, endS)]);
        const request = { pcmPath, sampleRate: pcmSampleRate, startS, endS, speech: known };
        const { segments } = await whisper.transcribe({ ...request, language, vocabulary: [] }, never);
        windows.push({ startS, endS, segments });
      }
      return { language, speech, windows };
    } finally {
      whisper.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
