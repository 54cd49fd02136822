export { clearLocalEdits } from './local/local-edits.ts';
export { listenToDrops } from './file/file-drops.ts';
export { handOverFile } from './file/handed-over.ts';
export { problemSentence } from './file/problem-sentence.ts';
export { useFilePicker } from './file/use-file-picker.tsx';
export { canRetry, refusalOf, type UploadProblem } from './upload.rules.ts';
export { UploadPanel } from './upload-panel.tsx';
