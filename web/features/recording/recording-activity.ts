/** State of the recording for code that must not load the whole feature. */
type RecordingActivity = { isUnsafe(): boolean; isLive(): boolean };

let activity: RecordingActivity = { isUnsafe: () => false, isLive: () => false };

/** Called by the recording's own code once it is loaded. */
export function publishRecordingActivity(source: RecordingActivity): void {
  activity = source;
}

/** True if some sound is not on the server yet: then the page must not navigate by itself. */
export const isRecordingUnsafe = (): boolean => activity.isUnsafe();

export const isRecordingLive = (): boolean => activity.isLive();
