import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startWhisper } from '#api/engines/transcription/whisper/whisper-process.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { noiseOf } from '../quality/degrade.ts';

const never = new AbortController().signal;

type ServerProcess = { run(): Promise<{ ms: number }>; close(): void };

/** Opens the server's process with a model, for windows of noise as the page gets them. */
export async function openServerProcess(
  modelDir: string,
  { threads, windowS }: { threads: number; windowS: number },
): Promise<ServerProcess> {
  const sound = noiseOf('white', windowS * pcmSampleRate, pcmSampleRate, 1);
  const pcmPath = join(modelDir, 'pcm');
  await writeFile(pcmPath, Buffer.from(Int16Array.from(sound, (sample) => sample * 2_000).buffer));
  const process = await startWhisper({ modelDir, dtype: 'q8', threads, hearsTwice: false }, never);
  const request = { pcmPath, sampleRate: pcmSampleRate, startS: 0, endS: windowS };
  const run = async () => {
    const startedAt = performance.now();
    const speech: [number, number][] = [[0, windowS]];
    await process.transcribe({ ...request, speech, language: 'de', vocabulary: [] }, never);
    return { ms: performance.now() - startedAt };
  };
  await run();
  return { run, close: () => process.end() };
}
