import { log } from './log.ts';
import type { TabOutbox } from './tab-outbox.ts';

export type DeviceCopy = {
  /** Stores on this device what is unsent, or deletes the stored copy if nothing is. Never rejects. */
  save(): Promise<void>;
  /** Saves `delayMs` after the first call since the last write. */
  saveSoon(): void;
};

type DeviceCopyDeps<T> = {
  outbox: Pick<TabOutbox<T>, 'keep'>;
  delayMs: number;
  /** Returns what is unsent; null if nothing is. */
  read(): T | null;
  /** Reports whether the device could store it. */
  onStored(isStored: boolean): void;
  /** The line in the log when the device cannot store it. */
  warning: string;
};

/** The copy of unsent changes on this device. It survives a killed tab. */
export function createDeviceCopy<T>(deps: DeviceCopyDeps<T>): DeviceCopy {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStored = true;
  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    try {
      await deps.outbox.keep(deps.read());
      isStored = true;
    } catch (error) {
      if (isStored) log.warn(deps.warning, { error: String(error) });
      isStored = false;
    }
    deps.onStored(isStored);
  }
  return {
    save,
    saveSoon() {
      timer ??= setTimeout(() => void save(), deps.delayMs);
    },
  };
}
