import type { ReasonCode } from '#api/contract/errors.ts';
import { minuteMs } from '#api/contract/time.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { expectedRtf, type TranscriptionModel } from '#models/manifest.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { planWindows } from '#wasm/transcription/plan-windows.ts';
import type { EngineInput, EnginePart, TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { readLevels } from '#api/media/pcm-levels.ts';
import { startWhisper, type WhisperProcess } from './whisper-process.ts';

type WhisperEngineOptions = {
  model: Pick<
    TranscriptionModel,
    'id' | 'dtype' | 'chunkLengthS' | 'expectedRtf' | 'takesPrompt' | 'hearsTwice'
  >;
  locate(): string | null;
  missing(): ReasonCode | null;
  threads: number;
  /** Time after which an idle process ends and frees its memory, ms. */
  idleMs?: number;
};

type Idle = { process: WhisperProcess; timer: NodeJS.Timeout };

/** Creates the embedded engine: Whisper in child processes, one per running transcription. */
export function createWhisperEngine(options: WhisperEngineOptions): TranscriptionEngine {
  const { model, locate, missing, threads, idleMs = 5 * minuteMs } = options;
  const idle: Idle[] = [];
  const busy = new Set<WhisperProcess>();

  const take = async (signal: AbortSignal): Promise<WhisperProcess> => {
    for (let ready = idle.pop(); ready; ready = idle.pop()) {
      clearTimeout(ready.timer);
      if (ready.process.isAlive) return ready.process;
    }
    const modelDir = locate();
    if (!modelDir) throw new Error('The model is not there.');
    const { dtype, hearsTwice } = model;
    return startWhisper({ modelDir, dtype, threads, hearsTwice }, signal);
  };
  const giveBack = (process: WhisperProcess): void => {
    if (!process.isAlive) return;
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((ready) => ready.process === process),
        1,
      );
      process.end();
    }, idleMs);
    timer.unref();
    idle.push({ process, timer });
  };

  async function* transcribe(input: EngineInput): AsyncGenerator<EnginePart> {
    const { pcm, speech, language, fromS, signal } = input;
    const vocabulary = model.takesPrompt ? [...input.vocabulary] : [];
    const levels = await readLevels(pcm, signal);
    const windows = planWindows(levels, regionsFrom(speech, fromS), { maxS: model.chunkLengthS })
      .map(([start, end]): TimeSpan => [Math.max(start, fromS), end])
      .filter(([start, end]) => end > start);
    if (windows.length === 0) return;
    const process = await take(signal);
    busy.add(process);
    let isMissing = false;
    try {
      for (const [startS, endS] of windows) {
        const known = regionsBetween(speech, startS, endS);
        const request = { pcmPath: pcm.path, sampleRate: pcmSampleRate, startS, endS };
        const transcribed = await process.transcribe(
          { ...request, speech: known, language, vocabulary },
          signal,
        );
        const [first] = transcribed.segments;
        // If a window has speech but no words, the first segment of the next window is marked.
        if (isMissing && first) first.doubt ??= 'missing';
        isMissing = transcribed.isMissing || (isMissing && !first);
        yield { segments: transcribed.segments, upToS: endS };
      }
    } finally {
      busy.delete(process);
      giveBack(process);
    }
  }

  return {
    name: model.id,
    expectedRtf: expectedRtf(model, threads),
    missing,
    transcribe,
    async close() {
      for (const { process, timer } of idle.splice(0)) {
        clearTimeout(timer);
        process.end();
      }
      for (const process of busy) process.end();
    },
  };
}

const regionsFrom = (speech: readonly TimeSpan[], fromS: number): TimeSpan[] =>
  regionsBetween(speech, fromS, Infinity);

const regionsBetween = (speech: readonly TimeSpan[], fromS: number, toS: number): TimeSpan[] =>
  speech
    .filter(([start, end]) => end > fromS && start < toS)
    .map(([start, end]) => [Math.max(start, fromS), Math.min(end, toS)]);
