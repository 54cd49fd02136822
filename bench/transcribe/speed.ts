import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createWhisperEngine } from '#api/engines/transcription/whisper/whisper-engine.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import { noiseOf } from '../quality/degrade.ts';
import { median, round, type Report } from '../report.ts';
import { openBareSessions } from './bare-sessions.ts';
import { shapes } from './whisper-shape.ts';
import { writeShapeModel } from './shape-model.ts';

/** Length of the stretch of speech in each window, s. The gaps are so long that two stretches do not share a window. */
const windowS = 27;
const gapS = 8;
const windows = 2;
const rounds = 5;
/** Number of tokens per window. It is typical for 27 s of fluent German. */
const tokensPerWindow = 100;
const threadCounts = [1, 2];

export type Speed = { id: string; threads: number; rtf: number; overheadPercent: number };

/**
 * Measures the engine, without its loading, and the bare sessions with the same steps in turn, and returns the median
 * of the rounds. The sound is noise with gaps, since the scripted graphs ignore it.
 */
export async function measureSpeed(): Promise<{
  rows: Report['rows'];
  sizes: Report['rows'];
  speeds: Speed[];
}> {
  const folder = await mkdtemp(join(tmpdir(), 'wortlaut-bench-'));
  const rows: Report['rows'] = [];
  const sizes: Report['rows'] = [];
  const speeds: Speed[] = [];
  const speech = Array.from({ length: windows }, (_, index): TimeSpan => {
    const start = 1 + index * (windowS + gapS);
    return [start, start + windowS];
  });
  const samples = Math.round((speech.at(-1)![1] + 1) * pcmSampleRate);
  const sound = new Int16Array(samples);
  const noise = noiseOf('babble', windowS * pcmSampleRate, pcmSampleRate, 3);
  for (const [start] of speech)
    sound.set(
      noise.map((s) => s * 2_000),
      Math.round(start * pcmSampleRate),
    );
  const path = join(folder, 'pcm');
  await writeFile(path, Buffer.from(sound.buffer));
  try {
    for (const id of Object.keys(shapes) as (keyof typeof shapes)[]) {
      const model = findTranscriptionModel(id)!;
      const { dir, ...bytes } = await writeShapeModel(id, folder, { tokensPerWindow, windowS });
      const published = (name: string) => model.files.find((file) => file.path.includes(name))?.bytes ?? 0;
      const row = (graph: string, ours: number) => ({
        graph: `${id} ${graph}`,
        bytes: ours,
        'published bytes': published(graph),
        'difference %': round((100 * (ours - published(graph))) / published(graph)),
      });
      sizes.push(row('encoder', bytes.encoderBytes), row('decoder', bytes.decoderBytes));
      for (const threads of threadCounts) {
        const engine = createWhisperEngine({ model, locate: () => dir, missing: () => null, threads });
        const bare = await openBareSessions({ dir, id, threads, tokensPerWindow });
        const listen = async (): Promise<number> => {
          const startedAt = performance.now();
          const { signal } = new AbortController();
          const input = { pcm: { path, samples }, speech, language: 'de', vocabulary: [], fromS: 0, signal };
          let parts = 0;
          for await (const { segments } of engine.transcribe(input)) if (segments.length > 0) parts++;
          if (parts !== windows) throw new Error(`${id}: ${parts} windows heard in place of ${windows}.`);
          return performance.now() - startedAt;
        };
        try {
          await listen();
          await bare.run(1);
          const pairs: { ours: number; theirs: number }[] = [];
          for (let turn = 0; turn < rounds; turn++)
            pairs.push({ ours: await listen(), theirs: await bare.run(windows) });
          const ours = median(pairs.map((pair) => pair.ours));
          const theirs = median(pairs.map((pair) => pair.theirs));
          const overheadPercent = 100 * (median(pairs.map((pair) => pair.ours / pair.theirs)) - 1);
          const rtf = ours / 1000 / (windows * windowS);
          speeds.push({ id, threads, rtf, overheadPercent });
          console.error(
            `${id}, ${threads} threads: ${round(overheadPercent)} % over ${round(theirs / windows)} ms a window`,
          );
          rows.push({
            model: id,
            threads,
            'tokens a window': tokensPerWindow,
            'window ms': round(ours / windows),
            'bare sessions ms': round(theirs / windows),
            'overhead %': round(overheadPercent),
            'real-time factor': round(rtf),
          });
        } finally {
          bare.close();
          await engine.close();
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { rows, sizes, speeds };
}
