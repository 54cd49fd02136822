export { clearLocalEdits } from './local/local-edits.ts';
export { UploadPanel } from './upload-panel.tsx';
