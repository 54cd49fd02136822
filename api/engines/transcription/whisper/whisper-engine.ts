import type { ReasonCode } from '#api/contract/errors.ts';
import { pcmSampleRate } from '#api/media/media.ts';
import type { Model } from '#models/manifest.ts';
import { planWindows, type Span } from '#wasm/windows/plan-windows.ts';
import type { EngineInput, EnginePart, TranscriptionEngine } from '../engine.ts';
import { readLevels } from '../pcm-levels.ts';
import { restOfWindow } from './rest.rules.ts';
import { startWhisper, type WhisperProcess } from './whisper-process.ts';

export type WhisperEngineOptions = {
  model: Pick<Model, 'id' | 'dtype' | 'chunkLengthS'>;
  /** Folder of the model; null while it is missing. */
  locate(): string | null;
  /** Why the model is missing; null when it is there. */
  missing(): ReasonCode | null;
  /** Threads of one process. */
  threads: number;
  /** A process that had nothing to do for this long gives its memory back. */
  idleMs?: number;
};

type Idle = { process: WhisperProcess; timer: NodeJS.Timeout };

/** The embedded driver: Whisper in processes of its own, one for each transcription at work. */
export function createWhisperEngine(options: WhisperEngineOptions): TranscriptionEngine {
  const { model, locate, missing, threads, idleMs = 5 * 60_000 } = options;
  const idle: Idle[] = [];
  const busy = new Set<WhisperProcess>();

  const take = async (signal: AbortSignal): Promise<WhisperProcess> => {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.process.isAlive) return kept.process;
    }
    const modelDir = locate();
    if (!modelDir) throw new Error('The model is not there.');
    return startWhisper({ modelDir, dtype: model.dtype, threads }, signal);
  };
  const giveBack = (process: WhisperProcess): void => {
    if (!process.isAlive) return;
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((kept) => kept.process === process),
        1,
      );
      process.end();
    }, idleMs);
    timer.unref();
    idle.push({ process, timer });
  };

  async function* transcribe(input: EngineInput): AsyncGenerator<EnginePart> {
    const { pcm, speech, language, fromS, signal } = input;
    const levels = await readLevels(pcm, signal);
    const windows = planWindows(levels, restOf(speech, fromS), { maxS: model.chunkLengthS }).filter(
      ([, end]) => end > fromS,
    );
    if (windows.length === 0) return;
    const process = await take(signal);
    busy.add(process);
    try {
      const queue = windows.map(([start, end]): Span => [Math.max(start, fromS), end]);
      for (let window = queue.shift(); window; window = queue.shift()) {
        const [startS, endS] = window;
        const request = { pcmPath: pcm.path, sampleRate: pcmSampleRate, startS, endS, language };
        const { segments, heardUntilS } = await process.transcribe(request, signal);
        const rest = restOfWindow(window, heardUntilS, speech);
        if (rest) queue.unshift(rest);
        yield { segments, upToS: rest?.[0] ?? endS };
      }
    } finally {
      busy.delete(process);
      giveBack(process);
    }
  }

  return {
    name: model.id,
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

/** Speech that is not transcribed yet; null stays null: everything. */
const restOf = (speech: readonly Span[] | null, fromS: number): Span[] | null =>
  speech?.filter(([, end]) => end > fromS).map(([start, end]) => [Math.max(start, fromS), end]) ?? null;
