import type { KeptNotes } from './notes-store.ts';
import { addNotes, isUnsaved, meetServer } from './notes.rules.ts';
import type { NotesDraft, ServerNotes } from './notes.rules.ts';
import type { NotesState } from './notes.ts';

export type DraftOwner = {
  /** Returns the texts whose request got no answer yet. A poll may return one of them before the answer arrives. */
  sent(): readonly string[];
  /** True if the server’s text may differ from the draft: a change is unsaved, or a request has no answer yet. */
  isPending(): boolean;
  change(draft: NotesDraft): void;
  /** Applies the notes that the server has now. */
  meet(server: ServerNotes): void;
  /** Adds the notes that closed tabs have left on this device. */
  add(left: readonly KeptNotes[]): void;
  onSending(text: string): void;
  onSaved(saved: ServerNotes): void;
};

type OwnerDeps = { state: NotesState; onChanged(): void };

/** Changes the draft in `state`, and remembers which of its texts were sent without an answer. */
export function createDraftOwner({ state, onChanged }: OwnerDeps): DraftOwner {
  let sent: readonly string[] = [];

  function change(draft: NotesDraft): void {
    if (draft === state.draft) return;
    state.draft = draft;
    if (!isUnsaved(draft)) {
      state.saving = 'saved';
      state.error = null;
      sent = [];
    }
    onChanged();
  }
  const meet = (server: ServerNotes) => change(meetServer(state.draft, server, sent));

  return {
    sent: () => sent,
    isPending: () => isUnsaved(state.draft) || sent.length > 0,
    change,
    meet,
    add(left) {
      const both = addNotes({ draft: state.draft, sent }, left);
      ({ sent } = both);
      state.draft = both.draft;
      if (isUnsaved(both.draft) && state.saving === 'saved') state.saving = 'unsaved';
    },
    onSending(text) {
      sent = [...new Set([...sent.slice(0, 3), text])];
    },
    onSaved(saved) {
      const met = meetServer(state.draft, saved, sent);
      // Cleared before `change`, which stores the draft on the device together with `sent`.
      sent = [];
      change(met);
    },
  };
}
