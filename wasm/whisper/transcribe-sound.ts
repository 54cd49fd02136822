import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { frameLevels } from '#wasm/transcription/frame-levels.ts';
import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { longestPause, middlePause } from '#wasm/transcription/plan-windows.ts';
import { silentHypothesis, toHypothesis, type Hypothesis } from './hypothesis.rules.ts';
import { transcribeWindow, type TranscribedWindow } from './transcribe-window.ts';
import type { WhisperModel } from './whisper-model.ts';
import { toModelSamples } from './window.rules.ts';

type SoundInput = {
  /** Mono samples of the window at `modelSampleRate`. */
  samples: Int16Array;
  /** Start and end of the window in the recording, s. */
  window: TimeSpan;
  /** Speech regions of the recording within the window, ascending, s. */
  speech: readonly TimeSpan[];
  language: string;
  /** Corrected words, the most important first. Empty for models without prompts. */
  vocabulary: readonly string[];
  /** Whether sentences are also decoded one by one. */
  hearsTwice: boolean;
};

export type TranscribedSound = TranscribedWindow & {
  /** The decoder prompt of each run. */
  prompts: number[][];
};

/** Transcribes the samples of one window, which is at most as long as the model's input. */
export async function transcribeSound(model: WhisperModel, input: SoundInput): Promise<TranscribedSound> {
  const { samples, window, speech, language, vocabulary, hearsTwice } = input;
  const [startS] = window;
  const levels = frameLevels(samples, modelSampleRate);
  const prompts: number[][] = [];
  const decode = async (span: TimeSpan, withVocabulary: boolean): Promise<Hypothesis> => {
    const [from, to] = span.map((atS) => Math.round((atS - startS) * modelSampleRate)) as TimeSpan;
    const part = samples.subarray(from, to);
    const scaled = toModelSamples(part);
    if (!scaled) return silentHypothesis(span);
    const heard = await model.decode(scaled, language, withVocabulary ? vocabulary : []);
    prompts.push(heard.prompt);
    return toHypothesis(heard, span, frameLevels(part, modelSampleRate), model.vocabulary);
  };
  const within = ([from, to]: TimeSpan): TimeSpan => [from - startS, to - startS];
  const transcribed = await transcribeWindow({
    window,
    speech,
    hasVocabulary: vocabulary.length > 0,
    decode,
    hearsTwice,
    cutAt: (span) => startS + middlePause(levels, within(span)),
    pauseIn(span) {
      const at = longestPause(levels, within(span));
      return at === null ? null : startS + at;
    },
  });
  return { ...transcribed, prompts };
}
