import type { OpenDraftPreview } from '#web/parts/draft/draft-run.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';

/** What the device has for drafts. */
export type DraftEngine = {
  /** The model that writes; null while drafts are off, or while there is none on this device. */
  model(): PreviewModel | null;
  /** True if a draft could be written, and the person has switched drafts off. */
  isOff(): boolean;
  turnOn(): void;
  turnOff(): void;
  /** Calls `listener` when the answers above may have changed. Returns a function that ends this. */
  onChange(listener: () => void): () => void;
  openPreview: OpenDraftPreview;
  /** Remembers the speed of the device with a model, s of sound for each s of work. */
  recordSpeed(modelId: string, timesRealTime: number): void;
};
