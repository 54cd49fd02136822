export { createEditStore, editLocks, type KeptEdits } from './editor/edit-store.ts';
export { sendEdits } from './editor/send-edits.ts';
export type { SaveState, TranscriptEditor } from './editor/transcript-editor.ts';
export { newEditId, useTranscriptEditor } from './editor/use-transcript-editor.ts';
export { contextOf } from './find/find.rules.ts';
export { Chord } from './keys/chord.tsx';
export { isSingleKey, keyGroups, keyRules } from './keys/transcript-keys.rules.ts';
export { TranscriptTab } from './transcript-tab.tsx';
