export { activeRecording, closeRecording, discardRecording } from './active-recording.ts';
export { isRecordingLive, isRecordingUnsafe } from './recording-activity.ts';
export { isUnsafe, type ShownStage } from './recording-stage.rules.ts';
export type { Recording } from './recording.rules.ts';
export { KeptRecordings, OrphanRecordings, useRecovery } from './recovery/kept-recordings.tsx';
export type { Recovery, RecoveryState } from './recovery/recovery.state.ts';
export { RecordPanel, type RecordPanelProps } from './screen/record-panel.tsx';
export { RecordingBar } from './screen/recording-bar.tsx';
export { useSessionRecording } from './use-session-recording.ts';
