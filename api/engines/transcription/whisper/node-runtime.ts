import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { compressionRatioOf } from '#api/engines/transcription/compression-ratio.ts';
import type { WhisperRuntime } from '#wasm/whisper/whisper-model.ts';

/** Runs a model of a local folder in this process. */
export const nodeRuntime = (modelDir: string, threads: number): WhisperRuntime => ({
  Tensor,
  readJson: async (path) => JSON.parse(await readFile(join(modelDir, path), 'utf8')) as unknown,
  openSession: (path) =>
    InferenceSession.create(join(modelDir, path), {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      logSeverityLevel: 3,
    }),
  compressionRatioOf,
});
