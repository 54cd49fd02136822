export { createNotesStore, type KeptNotes, notesLocks } from './notes-store.ts';
export { NotesTab } from './notes-tab.tsx';
export { sendNotes } from './send-notes.ts';
