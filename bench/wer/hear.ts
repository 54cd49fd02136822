import { AutomaticSpeechRecognitionPipeline, env, pipeline } from '@huggingface/transformers';
import { basename, dirname } from 'node:path';
import type { TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import type { PcmFile } from '#api/media/pcm-file.ts';
import { speechOf } from '#api/media/speech-map.ts';

/** A word with its times in the recording, s. */
export type HeardWord = { text: string; start: number; end: number };
/** `engineMs` is the time of the engine alone, without voice activity detection. */
export type Heard = { text: string; words: HeardWord[]; doubts: number; engineMs: number };

const never = new AbortController().signal;

/** Transcribes as the server does if the device sent no analysis: voice activity detection, then the engine. */
export async function hearByEngine(
  engine: TranscriptionEngine,
  pcm: PcmFile,
  language: string,
): Promise<Heard> {
  const speech = await speechOf(pcm, null, never);
  const input = { pcm, speech, language, vocabulary: [], fromS: 0, signal: never };
  const startedAt = performance.now();
  const texts: string[] = [];
  const words: HeardWord[] = [];
  let doubts = 0;
  for await (const { segments } of engine.transcribe(input))
    for (const segment of segments) {
      texts.push(segment.text);
      words.push(...segment.words);
      if (segment.doubt !== null) doubts++;
    }
  return { text: texts.join(' '), words, doubts, engineMs: performance.now() - startedAt };
}

export type Library = {
  hear(samples: Float32Array, language: string): Promise<string>;
  close(): Promise<void>;
};

/** Opens the peer: the library's own pipeline over the whole sound, in windows with 1.5 s of overlap on each side. */
export async function openLibrary(modelDir: string, chunkLengthS: number): Promise<Library> {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = `${dirname(modelDir)}/`;
  const options = { dtype: 'q8', session_options: { intraOpNumThreads: 1 } } as const;
  const recognise = (await pipeline(
    'automatic-speech-recognition',
    basename(modelDir),
    options,
  )) as AutomaticSpeechRecognitionPipeline;
  return {
    async hear(samples, language) {
      const windows = { chunk_length_s: chunkLengthS, stride_length_s: 1.5, return_timestamps: true };
      const output = await recognise(samples, { language, task: 'transcribe', ...windows });
      return [output]
        .flat()
        .map(({ text }) => text)
        .join(' ');
    },
    close: async () => void (await recognise.dispose()),
  };
}
