export { clearKeptEdits } from './kept/kept-edits.ts';
export { UploadPanel } from './upload-panel.tsx';
