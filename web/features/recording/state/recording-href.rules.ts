import type { KeptRecording, RecordingState } from './recording.rules.ts';

/** Address of the screen that begins a recording without a session. */
export const newRecordingHref = '/create?start=record';

/**
 * Returns the address where a kept recording goes on: in its session if it is a dictation, which needs what that screen has
 * beside.
 */
export const goOnHref = ({ record }: KeptRecording): string =>
  record.mode === 'dictation' ? recordingHref(record) : newRecordingHref;

/** Returns the address of the screen of a recording. */
export const recordingHref = ({ sessionId, mode }: Pick<RecordingState, 'sessionId' | 'mode'>): string =>
  sessionId === null ? newRecordingHref : `/library/${encodeURIComponent(sessionId)}?mode=${mode}`;
