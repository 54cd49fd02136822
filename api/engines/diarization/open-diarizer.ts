import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '#api/lib/run-process.ts';
import { models, type SpeakerModel } from '#models/manifest.ts';
import type { DiarizationTask } from './diarization-child.ts';
import type { Diarizer, Turn } from './diarizer.ts';

type DiarizerOptions = {
  /** Folders of models. The first folder that has a model's files is used. */
  modelsDirs: readonly string[];
  known?: readonly Pick<SpeakerModel, 'id' | 'files'>[];
};

const speakerModels = models.filter((model) => model.task === 'speaker');
const script = new URL('./diarization-child.ts', import.meta.url);

/**
 * Creates a diarizer that handles each recording in a child process: the exit of the process frees the memory, and an
 * abort takes effect at once. The diarizer uses a speaker embedding model if its files are installed (`npm run
 * models`), else acoustic features.
 */
export function createDiarizer({
  modelsDirs,
  known = speakerModels,
}: DiarizerOptions): Diarizer & { close(): Promise<void> } {
  const closed = new AbortController();

  const locate = (): { id: string; path: string } | null => {
    for (const { id, files } of known) {
      const dir = modelsDirs
        .map((dir) => join(dir, id))
        .find((dir) => files.every(({ path }) => existsSync(join(dir, path))));
      const file = files.find(({ path }) => path.endsWith('.onnx'));
      if (dir && file) return { id, path: join(dir, file.path) };
    }
    return null;
  };

  return {
    get name() {
      return locate()?.id ?? 'voice-features';
    },
    async diarize({ pcm, speech, participants, signal }) {
      const either = AbortSignal.any([signal, closed.signal]);
      either.throwIfAborted();
      if (speech.length === 0) return [];
      const task: DiarizationTask = { pcm, speech, participants, modelPath: locate()?.path ?? null };
      return await runProcess<Turn[]>(script, task, either);
    },
    async close() {
      closed.abort(new Error('the diarizer is closed'));
    },
  };
}
