import { ref } from 'valtio';
import type { Problem } from '#web/lib/api-error.ts';
import type { KeptRecording, SendState } from '#web/features/recording/state/recording.rules.ts';

export type KeptItem = {
  kept: KeptRecording;
  /** True while the recording is being finished and sent. */
  isBusy: boolean;
  stage: 'kept' | 'uploading' | 'completing';
  send: SendState | null;
  problem: (Problem & { isOfDiscard?: boolean }) | null;
};

/** The list of kept recordings in the state. */
export type KeptItems = {
  get(id: string): KeptItem | undefined;
  change(id: string, to: Partial<KeptItem>): void;
  remove(id: string): void;
  /**
   * Replaces the list by the recordings that are on the device now. Items with work in progress (`isWorked`) stay as
   * they are.
   */
  refresh(found: readonly KeptRecording[], isWorked: (id: string) => boolean): void;
};

export function createKeptItems(state: { items: KeptItem[] }): KeptItems {
  const get = (id: string) => state.items.find(({ kept }) => kept.record.id === id);
  return {
    get,
    change(id, to) {
      const item = get(id);
      if (item) Object.assign(item, to);
    },
    remove(id) {
      state.items = state.items.filter(({ kept }) => kept.record.id !== id);
    },
    refresh(found, isWorked) {
      const worked = state.items.filter(({ kept }) => isWorked(kept.record.id));
      const others = found
        .filter(({ record }) => !isWorked(record.id))
        .map((kept) => itemFor(kept, get(kept.record.id)?.problem ?? null));
      state.items = [...worked, ...others].toSorted(byStart);
    },
  };
}

const itemFor = (kept: KeptRecording, problem: KeptItem['problem']): KeptItem => ({
  kept: ref(kept),
  isBusy: false,
  stage: 'kept',
  send: null,
  problem,
});

const byStart = (a: KeptItem, b: KeptItem) => a.kept.record.startedAtMs - b.kept.record.startedAtMs;
