/** The state of the recording for code that must not load the whole feature. */
type RecordingActivity = { isUnsafe(): boolean; isLive(): boolean; endRecovery(): void };

let activity: RecordingActivity = { isUnsafe: () => false, isLive: () => false, endRecovery() {} };

/** Sets the source of that state. The code of the recording calls this when it is loaded. */
export function publishRecordingActivity(source: RecordingActivity): void {
  activity = source;
}

/** True if some audio is not on the server yet. The page must not navigate by itself then. */
export const isRecordingUnsafe = (): boolean => activity.isUnsafe();

export const isRecordingLive = (): boolean => activity.isLive();

/** Ends the work of this tab on kept recordings, so that they can be removed. */
export const endRecovery = (): void => activity.endRecovery();
