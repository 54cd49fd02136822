import { problemOf } from '#web/lib/api-error.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import type { KeptItems } from './kept-items.ts';
import type { RecoveryWorks } from './recovery-works.ts';

/** Delivers kept recordings. */
type KeptDelivery = {
  /**
   * Delivers a recording. Resolves both on success and on failure. Concurrent calls for one recording share one
   * promise.
   */
  deliver(id: string): Promise<void>;
  isRunning(id: string): boolean;
  isBusy(): boolean;
};

type KeptDeliveryInput = {
  items: KeptItems;
  works: RecoveryWorks;
  onDelivered(segments: readonly RecordingSegment[]): void;
  /** Called when no delivery runs any more. */
  onIdle(): void;
  onFailure(step: string, error: unknown): void;
  signal: AbortSignal;
};

export function createKeptDelivery(input: KeptDeliveryInput): KeptDelivery {
  const { items, works, signal } = input;
  const running = new Map<string, Promise<void>>();

  async function deliver(kept: KeptRecording): Promise<void> {
    const { id } = kept.record;
    const code = items.get(id)?.problem?.code ?? '';
    const { segments, delivery } = works.open(kept);
    const [segment] = segments as [RecordingSegment];
    items.change(id, { isBusy: true, problem: null, stage: 'uploading' });
    try {
      segment.to('deliver');
      delivery.mend(code);
      await delivery.deliverAll(() => segments);
      input.onDelivered(segments);
      works.close(id);
      items.remove(id);
    } catch (error) {
      if (signal.aborted) return;
      input.onFailure('deliver', error);
      // Either another tab has the recording, or it could not be opened. Its record may change until the next try, so
      // it will be read again.
      if (segment.stage === 'finishing') works.close(id);
      items.change(id, { isBusy: false, stage: 'kept', problem: problemOf(error) });
    }
  }

  return {
    deliver(id) {
      const known = running.get(id);
      if (known) return known;
      const item = items.get(id);
      if (!item) return Promise.resolve();
      const work = deliver(item.kept as KeptRecording).finally(() => {
        running.delete(id);
        if (running.size === 0 && !signal.aborted) input.onIdle();
      });
      running.set(id, work);
      return work;
    },
    isRunning: (id) => running.has(id),
    isBusy: () => running.size > 0,
  };
}
