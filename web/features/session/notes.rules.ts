/** Notes as a person writes them: what stands on the screen, and what the server is known to have. */
export type NotesDraft = {
  text: string;
  /** The server's text and revision that the screen's text grew from. */
  base: { text: string; rev: number };
  /** Somebody (another tab, another device) has changed them meanwhile: what the server has now. */
  theirs: { text: string; rev: number } | null;
};

export const startNotes = (notes: { text: string; rev: number }): NotesDraft => ({
  text: notes.text,
  base: notes,
  theirs: null,
});

export const isUnsaved = ({ text, base }: NotesDraft): boolean => text !== base.text;

/** A poll brings what the server has: taken over where nothing was typed, shown beside it where both changed. */
export function meetServer(draft: NotesDraft, notes: { text: string; rev: number }): NotesDraft {
  if (notes.rev <= draft.base.rev) return draft;
  if (!isUnsaved(draft) || draft.text === notes.text) return startNotes(notes);
  return { ...draft, theirs: notes };
}

/** Both texts one below the other: nothing that anybody wrote goes. */
export function keepBoth(draft: NotesDraft): NotesDraft {
  const { text, theirs } = draft;
  return theirs ? { text: `${theirs.text}\n\n${text}`, base: theirs, theirs: null } : draft;
}

export const takeTheirs = (draft: NotesDraft): NotesDraft =>
  draft.theirs ? startNotes(draft.theirs) : draft;
