/** The way of one recording from the microphone to the moment when it is safe on the server (§4). */

export const recordingStages = [
  /** Nothing was asked yet. */
  'idle',
  /** The browser asks for the microphone. */
  'asking',
  /** The microphone is heard, nothing is recorded: the sound check. */
  'ready',
  'recording',
  'paused',
  /** The microphone has gone; what was said until then is safe. Another one goes on. */
  'interrupted',
  /** It lies on this device, and nobody is at it: what a crash or a closed tab left. */
  'kept',
  /** The last frames are written. */
  'finishing',
  /** It holds no sound: its notes go to the session. */
  'noting',
  /** Its bytes are on their way to the server. */
  'uploading',
  /** The server has all bytes and is told what they are. */
  'completing',
  /** The server has other bytes: it gets all of them again. */
  'resending',
  /** Its session has gone or has another recording: it gets a session of its own. */
  'rehousing',
  /** The server completed what it had, without this device: it gets what only the device knows. */
  'joining',
  /** The server has all of it: the copy on this device goes. */
  'clearing',
  'finished',
  'discarded',
] as const;
export type RecordingStage = (typeof recordingStages)[number];

export const stageEvents = [
  /** The person asks for the microphone; the browser gives it, or does not. */
  'ask',
  'heard',
  'refused',
  'start',
  'pause',
  'resume',
  /** The microphone has gone, or another one is there. */
  'lost',
  'found',
  'finish',
  /** A kept one is to be sent as it lies. */
  'deliver',
  /** The longest length was reached: its last frame is written, and a next recording goes on. */
  'rolled',
  /** The last frame is written. */
  'ended',
  /** There is no sound in it; its person may try again. */
  'empty',
  /** There is no sound in it, and nobody is at the microphone. */
  'soundless',
  'noted',
  /** The server has all bytes. */
  'sent',
  'completed',
  'differs',
  'resent',
  /** The person agreed to a session of its own. */
  'rehouse',
  'housed',
  'adopted',
  'joined',
  'cleared',
  'discard',
] as const;
export type StageEvent = (typeof stageEvents)[number];

type Row = Partial<Record<StageEvent, RecordingStage>>;

const live: Row = { finish: 'finishing', rolled: 'uploading', discard: 'discarded' };

/** Every stage has its row; an event that a row does not name changes nothing. */
const table: Record<RecordingStage, Row> = {
  idle: { ask: 'asking', discard: 'discarded' },
  asking: { heard: 'ready', refused: 'idle', discard: 'discarded' },
  ready: { ask: 'asking', start: 'recording', lost: 'idle', discard: 'discarded' },
  recording: { ...live, pause: 'paused', lost: 'interrupted' },
  // A microphone that goes or comes in a pause ends no pause: only the person goes on.
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

/** Total: an event that does not fit the stage leaves it as it is. */
export const stageAfter = (stage: RecordingStage, event: StageEvent): RecordingStage =>
  table[stage][event] ?? stage;

export const canDo = (stage: RecordingStage, event: StageEvent): boolean => table[stage][event] !== undefined;

/** Sound is recorded, or was and may go on. */
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

/** After Stop: on its way to the server. */
export const isSending = (stage: RecordingStage): stage is SendingStage =>
  (sendingStages as readonly RecordingStage[]).includes(stage);

/** Something that was said is not on the server yet: leaving now would keep it on this device only. */
export const isUnsafe = (stage: RecordingStage): boolean => isLive(stage) || isSending(stage);

/** Nothing of it lies on this device any more. */
export const isOver = (stage: RecordingStage): boolean => stage === 'finished' || stage === 'discarded';

/** What the work of a stage after Stop came to. */
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

/** Codes with which the server says that it holds other bytes than this device. */
const otherBytes = new Set(['recording.incomplete', 'recording.digest_mismatch', 'recording.no_audio']);
export const isOtherBytes = (code: string): boolean => otherBytes.has(code);

/** The event that a refusal means at this stage; null: a person has to decide, or a better moment has to come. */
export function eventOfRefusal(stage: RecordingStage, code: string): SendingEvent | null {
  if (code === 'upload.adopted') return canDo(stage, 'adopted') ? 'adopted' : null;
  // An answer to recording-complete that was lost looks like this: the same call again has the same answer.
  if (stage === 'uploading' && code === 'upload.already_complete') return 'sent';
  if (stage === 'completing' && isOtherBytes(code)) return 'differs';
  return null;
}

/** The session has gone or has another recording: only a new one can take this, when the person says so. */
export const needsNewSession = (code: string): boolean =>
  code === 'session.not_found' || code === 'session.gone' || code === 'upload.already_complete';

/** §4 knows ten stages on the screen; the repairs between them are seen as sending. */
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
