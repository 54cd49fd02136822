import { log } from '#web/lib/log.ts';
import type { NotesOutbox } from './notes-store.ts';
import { isUnsaved } from './notes.rules.ts';
import type { NotesState } from './notes.ts';

export type DeviceCopy = {
  /** Stores the draft on this device, or deletes the stored one if nothing is unsaved. `state.isStored` says if it succeeded. */
  save(): Promise<void>;
  /** Stores the draft `delayMs` after the first call since the last write. */
  saveSoon(): void;
};

type CopyDeps = {
  state: NotesState;
  outbox: NotesOutbox;
  /** Texts whose request got no answer yet. They are stored with the draft. */
  sent(): readonly string[];
  delayMs: number;
};

/** The copy of unsaved notes on this device. It survives a killed tab. */
export function createDeviceCopy({ state, outbox, sent, delayMs }: CopyDeps): DeviceCopy {
  let timer: ReturnType<typeof setTimeout> | undefined;
  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { text, base, theirs } = state.draft;
    const kept = { text, base: { ...base }, sent: sent(), asks: theirs !== null };
    try {
      await outbox.keep(isUnsaved(state.draft) ? kept : null);
      state.isStored = true;
    } catch (error) {
      if (state.isStored) log.warn('notes.not_kept', { error: String(error) });
      state.isStored = false;
    }
  }
  return {
    save,
    saveSoon() {
      timer ??= setTimeout(() => void save(), delayMs);
    },
  };
}
