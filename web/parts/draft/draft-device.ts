import type { OpenDraftPreview } from '#web/parts/draft/draft-run.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';

/** The models and the recogniser of this device, as those who write a draft use them. */
export type DraftDevice = {
  /** The model that writes; null while drafts are off, or while there is none on this device. */
  model(): PreviewModel | null;
  /** True if there is a model on this device, and the person has switched drafts off. */
  isOff(): boolean;
  turnOn(): void;
  turnOff(): void;
  /** Calls `listener` when the answers above may have changed. Returns a function that ends this. */
  onChange(listener: () => void): () => void;
  openPreview: OpenDraftPreview;
  /** Remembers the speed of the device with a model, s of sound for each s of work. */
  recordSpeed(modelId: string, timesRealTime: number): void;
};
