/**
 * Contract of the recorder: running recordings, and those kept after a crash. Times are in s of the stored sound unless
 * stated otherwise.
 */
import type { SessionDraft } from '#api/contract/session.ts';
import type { AdoptedUpload } from '#api/contract/upload.ts';
import type { SendState, SendTimings } from '#workers/send/send.contract.ts';
import type {
  DictatedText,
  KeptRecording,
  Marker,
  RecordingDraft,
  RecordingRecord,
  StoreKind,
} from '#workers/store/store.contract.ts';

export type {
  DictatedText,
  KeptRecording,
  Marker,
  RecordingDraft,
  RecordingRecord,
  StoreKind,
} from '#workers/store/store.contract.ts';

/** Interleaved samples in `captureChannels` channels. Null ends the capture. */
export type CaptureBlock = Float32Array<ArrayBuffer> | null;
export const captureChannels = 2;

/**
 * Names where the sound comes from, from now on:
 * - `blocks`: `CaptureBlock`s of `sampleRate` arrive at this port;
 * - `track`: the stream gives the sound of a track as the device delivers it;
 * - `file`: the pieces of one file that a `MediaRecorder` writes arrive at this port, then null.
 */
export type CaptureSource =
  | { from: 'blocks'; port: MessagePort; sampleRate: number }
  | { from: 'track'; stream: ReadableStream<AudioData> }
  | { from: 'file'; port: MessagePort };
export type FilePiece = Uint8Array<ArrayBuffer> | null;

/** Null ends the capture. */
export type CaptureMessage = CaptureSource | null;

/** Returns the name of the Web Lock that keeps other tabs from writing into a recording. */
export const recordingLock = (id: string) => `wortlaut-recording/${id}`;

/** Returns the name of the Web Lock that the recording tab of a session holds. */
export const sessionLock = (sessionId: string) => `wortlaut-session-recording/${sessionId}`;

/**
 * Messages from the recorder to the monitor: sound that is recorded, sound that is not recorded (sound check, pause), the
 * border between two recordings, and the end.
 */
export type MonitorMessage =
  | { type: 'recorded' | 'unrecorded'; samples: Float32Array<ArrayBuffer> }
  | { type: 'split' }
  | { type: 'end' };

export type StorageFacts = {
  kind: StoreKind;
  /** Free space as reported by the browser, bytes. */
  freeBytes: number | null;
  /** True if the browser promised persistent storage. */
  isPersistent: boolean;
};

export type NewRecording = Pick<
  RecordingRecord,
  'userId' | 'pairingId' | 'sessionId' | 'session' | 'part' | 'mode' | 'settings'
>;

export type Finished = { id: string; durationS: number; bytes: number; sha256: string };

export type RecorderEvent =
  /** Comes at most ten times a second. `storedS` is the length of the sound that survives a crash. */
  | { type: 'progress'; id: string; positionS: number; storedS: number; bytes: number }
  /**
   * The device is full: `memoryBytes` of the recording are in memory only. If it is null, there is room again, and
   * everything is stored.
   */
  | { type: 'overflow'; memoryBytes: number | null }
  /** The longest length was reached: the recording `finished` continues as `next` without a gap. */
  | { type: 'rolled'; finished: Finished; next: RecordingRecord }
  | { type: 'send'; id: string; send: SendState }
  /**
   * The upload of recording `id` ended. `code` is null if everything is on the server; otherwise it is an error code
   * that no retry fixes. `finished` is the length and digest of the whole recording, if the server had more than this
   * device. `adopted` is what the server knows of the adopted upload, if the code is `upload.adopted`.
   */
  | {
      type: 'sent';
      id: string;
      code: string | null;
      finished?: Finished | null;
      adopted?: AdoptedUpload | null;
    }
  /** The recorder needs headers, which `giveHeaders` gives. `refused` are headers that the server answered with 401. */
  | { type: 'headers'; ask: number; refused?: Record<string, string> }
  /** A recording needs a session, which `giveSession` gives. */
  | { type: 'session'; id: string; draft: SessionDraft; key: string };

/**
 * Serialises notes, markers, dictated text and takes, to detect a change by another tab. The draft is left out, because it grows
 * with the sound.
 */
export const contentOf = ({
  notes,
  markers,
  dictated,
  takes,
}: Pick<RecordingRecord, 'notes' | 'markers' | 'dictated' | 'takes'>): string =>
  JSON.stringify([notes, markers, dictated, takes]);

/** Sound on a device beyond an adopted upload, which was completed without the device. */
export type SplitOff =
  /** The device has no sound beyond the adopted bytes. */
  | { is: 'same'; uploadId: string }
  /** The device's sound differs from the adopted one: all of it needs a new session, created from this draft. */
  | { is: 'other'; session: SessionDraft }
  /** The sound beyond is now a separate recording, which is uploaded to a new session. */
  | { is: 'rest'; uploadId: string; record: RecordingRecord; finished: Finished };

/** One worker records one microphone and uploads the kept recordings. */
export type RecorderContract = {
  /** Opens the storage. At `longestS` or `largestBytes` a recording continues as the next part. */
  open: {
    input: { timings: SendTimings; longestS: number; largestBytes: number };
    output: StorageFacts;
  };
  watch: { input: undefined; output: undefined; event: RecorderEvent };
  /** Lists this person's kept recordings that no tab has open. Oldest first. */
  list: { input: { userId: string; formerIds: readonly string[] }; output: KeptRecording[] };
  /**
   * Connects the microphone: `CaptureMessage`s arrive at `pcm`. Sound of another rate is resampled to `sampleRate`, Hz. Until
   * `start` the sound only goes to `monitor`, as `unrecorded`. Called again for a new recorder or a new microphone capture.
   */
  attach: {
    input: { pcm: MessagePort; sampleRate: number; monitor: MessagePort | null };
    output: undefined;
  };
  /** Records from the next sample on. Rejects with `recording.elsewhere` if another tab records this session. */
  start: { input: NewRecording; output: RecordingRecord };
  /** Continues a kept recording: new sound is appended after a gap. */
  goOn: { input: { id: string }; output: RecordingRecord };
  pause: { input: undefined; output: undefined };
  resume: { input: undefined; output: undefined };
  /**
   * If `isOn` is false, recording stops at the longest length: `progress` stays there until `finish`, and `rolled`
   * never comes.
   */
  setRollover: { input: { isOn: boolean }; output: undefined };
  /**
   * Replaces these fields of a recording's record. `session` is what its session is created from. `sessionKey` is the idempotency key of the session that is about to
   * be created for it. `isStored` is true if the record survives a crash; false if there is no room or no persistent
   * storage.
   */
  annotate: {
    input: {
      id: string;
      markers?: Marker[];
      notes?: string;
      dictated?: DictatedText[];
      draft?: RecordingDraft;
      session?: SessionDraft;
      sessionKey?: string;
    };
    output: { isStored: boolean };
  };
  /**
   * Ends the recording; the upload of the rest continues. End the capture first: its last samples are awaited briefly.
   */
  finish: { input: undefined; output: Finished };
  /**
   * Finishes a kept recording with its stored sound and uploads it. `seen` are the contents (`contentOf`) known to the
   * page. Rejects with `recording.elsewhere` if another tab has changed the content. Null skips this check.
   */
  deliver: { input: { id: string; seen: readonly string[] | null }; output: Finished };
  /**
   * Uploads again from the first byte, to another session if one is given. It is called after the server's digest
   * differed or its session was deleted.
   */
  sendAnew: { input: { id: string; sessionId: string | null }; output: undefined };
  /** Compares a recording with the adopted bytes and makes a new recording of the sound beyond. May be called again. */
  splitOff: { input: { id: string; adopted: AdoptedUpload }; output: SplitOff };
  /** Returns the first `seconds` of a kept or running recording as an mp3. Null returns all of it. */
  sound: { input: { id: string; seconds: number | null }; output: Blob };
  giveHeaders: { input: { ask: number; headers: Record<string, string> }; output: undefined };
  giveSession: { input: { id: string; sessionId: string | null }; output: undefined };
  /** Retries all uploads of this worker, also those that ended with an error. */
  retryNow: { input: undefined; output: undefined };
  stopSending: { input: undefined; output: undefined };
  resumeSending: { input: undefined; output: undefined };
  /**
   * Removes a recording from the device. Call it only after the server's digest matched, or on the person's request.
   * `keepsNotes`: keeps the notes on the device as a recording without sound, to be sent later. `isThrownAway`: deletes the
   * upload too. `seen`: as for `deliver`; checked only if this worker has not opened the recording.
   */
  remove: {
    input: { id: string; keepsNotes: boolean; isThrownAway: boolean; seen: readonly string[] | null };
    output: undefined;
  };
};
