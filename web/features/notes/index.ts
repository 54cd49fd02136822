export { NotesTab } from './lazy-notes-tab.ts';
export { createNotesStore, type KeptNotes, notesLocks } from './notes-store.ts';
export { sendNotes } from './send-notes.ts';
