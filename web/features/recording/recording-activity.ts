/** What a recording is at, for the parts of the page that must not load all of it. */
type RecordingActivity = { isUnsafe(): boolean; isLive(): boolean };

let activity: RecordingActivity = { isUnsafe: () => false, isLive: () => false };

/** The recording's own code, once it is loaded. */
export function publishRecordingActivity(source: RecordingActivity): void {
  activity = source;
}

/** Something said is not on the server yet: nothing may lead away from the page by itself. */
export const isRecordingUnsafe = (): boolean => activity.isUnsafe();

/** The microphone is on for a recording that has not ended. */
export const isRecordingLive = (): boolean => activity.isLive();
