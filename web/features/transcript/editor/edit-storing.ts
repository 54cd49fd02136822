import { log } from '#web/lib/log.ts';
import type { Timings } from '#web/lib/time.ts';
import type { EditOutbox, KeptEdits } from './edit-store.ts';

type EditStoringDeps = {
  outbox: Pick<EditOutbox, 'keep'>;
  timings: Pick<Timings, 'keepEditsMs'>;
  /** Returns the unsent edits and the conflicts; null if there are none. */
  read(): KeptEdits | null;
  /** Reports whether the device could store them. */
  onStored(isStored: boolean): void;
};

/** Stores the unsent edits on the device. */
type EditStoring = {
  now(): Promise<void>;
  /** Stores after a delay. Calls within it make one write. */
  later(): void;
};

export function createEditStoring({ outbox, timings, read, onStored }: EditStoringDeps): EditStoring {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isStored = true;

  const now = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    try {
      await outbox.keep(read());
      isStored = true;
    } catch (error) {
      if (isStored) log.warn('transcript: edits cannot be kept here', { error: String(error) });
      isStored = false;
    }
    onStored(isStored);
  };
  return {
    now,
    later() {
      timer ??= setTimeout(() => void now(), timings.keepEditsMs);
    },
  };
}
