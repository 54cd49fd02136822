/** The stages of one recording, from the microphone until the server has it (§4). */

export const recordingStages = [
  /** The browser has not been asked for the microphone yet. */
  'idle',
  'asking',
  /** Sound check: the microphone is open, and nothing is recorded. */
  'ready',
  'recording',
  'paused',
  /** The microphone is lost. The audio until then is stored. Recording continues with another microphone. */
  'interrupted',
  /** A crash or a closed tab left the recording on this device, and no tab works on it. */
  'kept',
  /** The last frames are being written. */
  'finishing',
  /** The recording has no audio, so only its notes are saved in the session. */
  'noting',
  'uploading',
  /** The server has all bytes, and `recording-complete` is being called. */
  'completing',
  /** The bytes on the server differ from those on this device, so all of them are sent again. */
  'resending',
  /** The session was deleted or has another recording, so the recording gets a new session. */
  'rehousing',
  /**
   * The upload was adopted: the server has completed it without this device. The server gets the notes and markers of
   * the device.
   */
  'joining',
  /** The server has all of the recording, and the copy on this device is being removed. */
  'clearing',
  'finished',
  'discarded',
] as const;
export type RecordingStage = (typeof recordingStages)[number];

export const stageEvents = [
  /** The person asks for the microphone. */
  'ask',
  /** The browser has opened the microphone. */
  'opened',
  /** The browser has not opened the microphone. */
  'refused',
  'start',
  'pause',
  'resume',
  /** The microphone is gone. */
  'lost',
  /** A microphone is open again after a loss. */
  'found',
  'finish',
  /** A kept recording shall be finished and sent. */
  'deliver',
  /** The longest length was reached. The last frame is written, and the next recording has begun. */
  'rolled',
  'ended',
  /** The recording has no audio, and the person may record again. */
  'empty',
  /** The recording has no audio, and nobody will record more into it. */
  'soundless',
  'noted',
  'sent',
  'completed',
  'differs',
  'resent',
  /** The recording needs a new session. */
  'rehouse',
  /** The recording has a new session. */
  'housed',
  'adopted',
  'joined',
  'cleared',
  'discard',
] as const;
export type StageEvent = (typeof stageEvents)[number];

type Row = Partial<Record<StageEvent, RecordingStage>>;

const live: Row = { finish: 'finishing', rolled: 'uploading', discard: 'discarded' };

/** The stage that each event leads to. An event that a row does not name leaves the stage as it is. */
const table: Record<RecordingStage, Row> = {
  idle: { ask: 'asking', discard: 'discarded' },
  asking: { opened: 'ready', refused: 'idle', discard: 'discarded' },
  ready: { ask: 'asking', start: 'recording', lost: 'idle', discard: 'discarded' },
  recording: { ...live, pause: 'paused', lost: 'interrupted' },
  // A lost or found microphone does not end a pause. Only the person ends it.
  paused: { ...live, resume: 'recording' },
  interrupted: { ...live, found: 'recording', pause: 'paused' },
  kept: { deliver: 'finishing', discard: 'discarded' },
  finishing: {
    ended: 'uploading',
    rolled: 'uploading',
    empty: 'idle',
    soundless: 'noting',
    discard: 'discarded',
  },
  noting: { noted: 'clearing', rehouse: 'rehousing', discard: 'discarded' },
  uploading: {
    sent: 'completing',
    adopted: 'joining',
    differs: 'resending',
    rehouse: 'rehousing',
    discard: 'discarded',
  },
  completing: {
    completed: 'clearing',
    adopted: 'joining',
    differs: 'resending',
    rehouse: 'rehousing',
    discard: 'discarded',
  },
  resending: { resent: 'uploading', rehouse: 'rehousing', discard: 'discarded' },
  rehousing: { housed: 'uploading', soundless: 'noting', discard: 'discarded' },
  joining: { joined: 'clearing', rehouse: 'rehousing', discard: 'discarded' },
  clearing: { cleared: 'finished' },
  finished: {},
  discarded: {},
};

/** Returns the stage after `event`. An event that does not apply leaves the stage as it is. */
export const stageAfter = (stage: RecordingStage, event: StageEvent): RecordingStage =>
  table[stage][event] ?? stage;

export const canDo = (stage: RecordingStage, event: StageEvent): boolean => table[stage][event] !== undefined;

/** True until the recording begins. */
export const isBefore = (stage: RecordingStage): boolean =>
  stage === 'idle' || stage === 'asking' || stage === 'ready';

/** True if audio is being recorded, or can go on at once after a pause or after the loss of the microphone. */
export const isLive = (stage: RecordingStage): boolean =>
  stage === 'recording' || stage === 'paused' || stage === 'interrupted';

const sendingStages = [
  'finishing',
  'noting',
  'uploading',
  'completing',
  'resending',
  'rehousing',
  'joining',
  'clearing',
] as const satisfies readonly RecordingStage[];
export type SendingStage = (typeof sendingStages)[number];

/** True from Stop until the server has all of the recording. */
export const isSending = (stage: RecordingStage): stage is SendingStage =>
  (sendingStages as readonly RecordingStage[]).includes(stage);

/**
 * True if some of the recording is not on the server yet. If the page is closed now, that part is on this device only.
 */
export const isUnsafe = (stage: RecordingStage): boolean => isLive(stage) || isSending(stage);

/** True if the person is not at work on a recording: nothing records, no sound check runs, and nothing is being sent. */
export const isAtRest = (stage: RecordingStage): boolean =>
  !isUnsafe(stage) && stage !== 'asking' && stage !== 'ready';

/** True if nothing of the recording is on this device any more. */
export const isOver = (stage: RecordingStage): boolean => stage === 'finished' || stage === 'discarded';

/** The events with which the steps after Stop end (`DeliverySteps`). */
export type SendingEvent =
  | 'ended'
  | 'empty'
  | 'soundless'
  | 'noted'
  | 'sent'
  | 'completed'
  | 'differs'
  | 'resent'
  | 'rehouse'
  | 'housed'
  | 'adopted'
  | 'joined'
  | 'cleared';

/** Error codes by which the server reports that its bytes differ from those of this device. */
const otherBytes = new Set(['recording.incomplete', 'recording.digest_mismatch', 'recording.no_audio']);
export const isOtherBytes = (code: string): boolean => otherBytes.has(code);

/**
 * Returns the event that follows an error code at this stage. Null if the person must decide, or if the step must be
 * repeated later.
 */
export function eventOfRefusal(stage: RecordingStage, code: string): SendingEvent | null {
  if (code === 'upload.adopted') return canDo(stage, 'adopted') ? 'adopted' : null;
  // `recording-complete` may have succeeded although its answer was lost. Calling it again shows that.
  if (stage === 'uploading' && code === 'upload.already_complete') return 'sent';
  if (stage === 'completing' && isOtherBytes(code)) return 'differs';
  return null;
}

/**
 * True if the session was deleted or has another recording. The recording then needs a new session, which the person
 * must accept.
 */
export const needsNewSession = (code: string): boolean =>
  code === 'session.not_found' || code === 'session.gone' || code === 'upload.already_complete';

/** The stages as the screen shows them. It shows ten stages (§4), and each other stage as one of them. */
const shown = {
  kept: 'finishing',
  noting: 'completing',
  resending: 'uploading',
  rehousing: 'uploading',
  joining: 'completing',
  clearing: 'completing',
  discarded: 'idle',
} as const;

export type ShownStage = Exclude<RecordingStage, keyof typeof shown>;

export const shownStage = (stage: RecordingStage): ShownStage =>
  stage in shown ? shown[stage as keyof typeof shown] : (stage as ShownStage);
