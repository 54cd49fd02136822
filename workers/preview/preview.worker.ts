import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { transcribeSound } from '#wasm/whisper/transcribe-sound.ts';
import { loadWhisper, type WhisperModel } from '#wasm/whisper/whisper-model.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { toPreviewError } from './preview-error.rules.ts';
import type { PreviewContract, PreviewModel } from './preview.contract.ts';
import { fetchRuntime, openWebRuntime } from './web-runtime.ts';

let loaded: { whisper: WhisperModel; model: PreviewModel; lost: AbortSignal } | undefined;

/** Settles as `work` does, unless the graphics card is lost: then its answer may never come. */
async function unlessLost<T>(work: Promise<T>, lost: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(lost.reason);
  if (lost.aborted) end();
  lost.addEventListener('abort', end);
  try {
    return await Promise.race([work, promise]);
  } finally {
    lost.removeEventListener('abort', end);
  }
}

serve<PreviewContract>({
  async fetchParts({ backend }) {
    await fetchRuntime(backend);
    return undefined;
  },

  async load({ model, threads, backend, isTried }, { emit }) {
    try {
      const startedAt = performance.now();
      const runtime = await openWebRuntime(model, { threads, backend });
      if (backend === 'webgpu') emit('gpu_begins');
      const whisper = await loadWhisper(runtime, model.dtype);
      const runnableAt = performance.now();
      await whisper.warmUp();
      const warmUpMs = performance.now() - runnableAt;
      const trial = isTried ? await whisper.tryOut() : null;
      loaded = { whisper, model, lost: runtime.lost };
      return { fetchMs: runnableAt - startedAt, warmUpMs, trial };
    } catch (error) {
      throw await toPreviewError(error);
    }
  },

  async transcribe({ samples, startS, speech, language }) {
    if (!loaded) throw new WorkerError('preview.engine_failed', 'not loaded');
    const { whisper, model, lost } = loaded;
    const { hearsTwice, chunkLengthS } = model;
    const endS = startS + samples.length / modelSampleRate;
    if (endS - startS > chunkLengthS)
      throw new WorkerError('preview.engine_failed', `a window of ${endS - startS} s`);
    const work = transcribeSound(whisper, {
      samples,
      window: [startS, endS],
      speech: speech
        .filter(([from, to]) => to > startS && from < endS)
        .map(([from, to]) => [Math.max(from, startS), Math.min(to, endS)]),
      language,
      vocabulary: [],
      hearsTwice,
    });
    try {
      const { segments } = await unlessLost(work, lost);
      return segments;
    } catch (error) {
      throw await toPreviewError(error);
    }
  },
});
