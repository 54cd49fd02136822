import { answerParent } from '#api/lib/run-process.ts';
import { diarizeFrames } from '#wasm/diarization/diarize.ts';
import { speakerTurns } from '#wasm/diarization/speaker-turns.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { PcmFile } from '#api/media/pcm-file.ts';
import type { Turn } from './diarizer.ts';
import { readVoiceFrames } from './read-voice-frames.ts';

export type DiarizationTask = {
  pcm: PcmFile;
  speech: readonly TimeSpan[];
  participants: number | null;
  /** File of the speaker embedding model. Null if acoustic features are to be used instead of a model. */
  modelPath: string | null;
};

async function diarize({ pcm, speech, participants, modelPath }: DiarizationTask): Promise<Turn[]> {
  if (modelPath !== null) {
    const { diarizeByEmbeddings } = await import('./diarize-by-embeddings.ts');
    return await diarizeByEmbeddings(pcm, speech, { modelPath, participants });
  }
  const { frames, stretches } = readVoiceFrames(pcm, speech);
  const gapsS = speech.map(([start], i) => start - (speech[i - 1]?.[1] ?? 0));
  return speakerTurns(diarizeFrames(frames, stretches, { participants, gapsS }), stretches, speech);
}

answerParent(diarize);
