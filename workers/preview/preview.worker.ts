import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { transcribeSound } from '#wasm/whisper/transcribe-sound.ts';
import { loadWhisper, type WhisperModel } from '#wasm/whisper/whisper-model.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { toPreviewError } from './preview-error.rules.ts';
import type { PreviewContract, PreviewModel } from './preview.contract.ts';
import { webRuntime } from './web-runtime.ts';

let loaded: { whisper: WhisperModel; model: PreviewModel } | undefined;

serve<PreviewContract>({
  async load({ model, threads }) {
    try {
      const startedAt = performance.now();
      const whisper = await loadWhisper(webRuntime(model.files, threads), model.dtype);
      const runnableAt = performance.now();
      await whisper.warmUp();
      loaded = { whisper, model };
      return { fetchMs: runnableAt - startedAt, warmUpMs: performance.now() - runnableAt };
    } catch (error) {
      throw toPreviewError(error);
    }
  },

  async transcribe({ samples, startS, speech, language }) {
    if (!loaded) throw new WorkerError('preview.engine_failed', 'not loaded');
    const { hearsTwice, chunkLengthS } = loaded.model;
    const endS = startS + samples.length / modelSampleRate;
    if (endS - startS > chunkLengthS)
      throw new WorkerError('preview.engine_failed', `a window of ${endS - startS} s`);
    try {
      const { segments } = await transcribeSound(loaded.whisper, {
        samples,
        window: [startS, endS],
        speech: speech
          .filter(([from, to]) => to > startS && from < endS)
          .map(([from, to]) => [Math.max(from, startS), Math.min(to, endS)]),
        language,
        vocabulary: [],
        hearsTwice,
      });
      return segments;
    } catch (error) {
      throw toPreviewError(error);
    }
  },
});
