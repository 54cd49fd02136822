import type { OfferedModel } from '#api/contract/model.ts';
import { log } from '#web/lib/log.ts';
import type { DeviceModels } from '#workers/model/model.client.ts';
import type { ModelProgress, ModelRefusal } from '#workers/model/model.contract.ts';
import type { ModelDownload } from './draft-setup.rules.ts';
import { withModels } from './known-models.ts';

type Running = { ending: AbortController; done: Promise<ModelRefusal | 'cancelled' | null> };

/** Downloads one model at a time. Each download has a worker of its own, which ends with it. */
export function createModelDownload(
  openModels: () => DeviceModels,
  onProgress: (progress: ModelDownload | null) => void,
) {
  let running: Running | null = null;

  async function run(model: OfferedModel, signal: AbortSignal): Promise<ModelRefusal | 'cancelled' | null> {
    const { id: modelId, bytes: totalBytes } = model;
    onProgress({ modelId, doneBytes: 0, totalBytes });
    const report = (progress: ModelProgress) => onProgress({ modelId, ...progress });
    try {
      return await withModels(openModels, (models) => models.download(model, { signal, onProgress: report }));
    } catch (error) {
      if (signal.aborted) return 'cancelled';
      log.error('draft: a download has failed', error, { modelId });
      return 'interrupted';
    } finally {
      running = null;
      onProgress(null);
    }
  }

  return {
    /** Resolves to null when the model is on the device, else to why it is not. A download that runs is not replaced. */
    start(model: OfferedModel): Running['done'] {
      if (running) return running.done;
      const ending = new AbortController();
      const done = run(model, ending.signal);
      running = { ending, done };
      return done;
    },
    /** Resolves when no download runs any more. */
    async cancel(): Promise<void> {
      running?.ending.abort(new DOMException('The person has cancelled.', 'AbortError'));
      await running?.done;
    },
  };
}
