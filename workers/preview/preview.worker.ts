import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { transcribeSound } from '#wasm/whisper/transcribe-sound.ts';
import { loadWhisper, type WhisperModel } from '#wasm/whisper/whisper-model.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { toPreviewError } from './preview-error.rules.ts';
import type { PreviewContract, PreviewModel } from './preview.contract.ts';
import { openWebRuntime } from './web-runtime.ts';

let loaded: { whisper: WhisperModel; model: PreviewModel; lost: Promise<never> } | undefined;

serve<PreviewContract>({
  async load({ model, threads, backend, isTried }) {
    try {
      const startedAt = performance.now();
      const runtime = await openWebRuntime(model, { threads, backend });
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
      // After the loss of a graphics card its answer may never come.
      const { segments } = await Promise.race([work, lost]);
      return segments;
    } catch (error) {
      throw await toPreviewError(error);
    }
  },
});
