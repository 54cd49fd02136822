/** A recording while it is made, and what a crash left of one. Times in s of the stored sound unless said. */
import type { SessionDraft } from '#api/contract/session.ts';
import type { AdoptedUpload } from '#api/contract/upload.ts';
import type { SendState, SendTimings } from '#workers/send/send.contract.ts';
import type {
  DictatedText,
  KeptRecording,
  Marker,
  RecordingRecord,
  StoreKind,
} from '#workers/store/store.contract.ts';

export type {
  DictatedText,
  KeptRecording,
  Marker,
  RecordingRecord,
  StoreKind,
} from '#workers/store/store.contract.ts';

/** What the worklet posts: interleaved samples of `captureChannels` channels at the context's rate; null when it ends. */
export type CaptureMessage = Float32Array<ArrayBuffer> | null;
export const captureChannels = 2;

/** Name of the Web Lock of the tab that records a session. */
export const sessionLock = (sessionId: string) => `wortlaut-session-recording/${sessionId}`;

/**
 * What the recorder passes on to the monitor, in order: sound that is recorded, sound that is only heard (check, pause), the
 * border between two recordings, the end.
 */
export type MonitorMessage =
  | { type: 'recorded' | 'heard'; samples: Float32Array<ArrayBuffer> }
  | { type: 'split' }
  | { type: 'end' };

export type StorageFacts = {
  kind: StoreKind;
  /** Bytes that fit as far as the browser knows. */
  freeBytes: number | null;
  /** The browser promised not to clear it by itself. */
  isPersistent: boolean;
};

export type NewRecording = Pick<
  RecordingRecord,
  'userId' | 'sessionId' | 'session' | 'part' | 'mode' | 'settings'
>;

export type Finished = { id: string; durationS: number; bytes: number; sha256: string };

export type RecorderEvent =
  /** At most ten times a second. `storedS`: what a crash would leave. */
  | { type: 'progress'; id: string; positionS: number; storedS: number; bytes: number }
  /** Nothing more fits on this device: what follows is in memory until the server has it. Null: it fits again. */
  | { type: 'overflow'; memoryBytes: number | null }
  /** The longest length was reached: the recording `id` goes on as `next` without a gap. */
  | { type: 'rolled'; finished: Finished; next: RecordingRecord }
  | { type: 'send'; id: string; send: SendState }
  /**
   * The sending of `id` ended. `code`: null if all of it is sent, else an error code that no retry mends. `finished`: length and
   * digest of the whole, if the server had more than this device. `adopted`: what was completed, beside `upload.adopted`.
   */
  | {
      type: 'sent';
      id: string;
      code: string | null;
      finished?: Finished | null;
      adopted?: AdoptedUpload | null;
    }
  /** `refused`: those that the server has just answered with 401. */
  | { type: 'headers'; ask: number; refused?: Record<string, string> }
  /** The session of a recording has to be made; answered by `giveSession`. */
  | { type: 'session'; id: string; draft: SessionDraft; key: string };

/** Notes, markers, dictated text and takes as one string, by which a change of another tab is noticed. */
export const contentOf = ({
  notes,
  markers,
  dictated,
  takes,
}: Pick<RecordingRecord, 'notes' | 'markers' | 'dictated' | 'takes'>): string =>
  JSON.stringify([notes, markers, dictated, takes]);

/** What a device has beyond an adopted upload (one that was completed without the device). */
export type SplitOff =
  /** It has nothing beyond the adopted bytes. */
  | { is: 'same'; uploadId: string }
  /** Its sound differs from the adopted one: all of it needs a new session, made from this draft. */
  | { is: 'other'; session: SessionDraft }
  /** The sound beyond is now a recording of its own, which is being sent to a new session. */
  | { is: 'rest'; uploadId: string; record: RecordingRecord; finished: Finished };

/** One worker holds one microphone's recording, and those that are still on their way to the server. */
export type RecorderContract = {
  /** Finds a place for pieces. `longestS`, `largestBytes`: where a recording rolls over into the next. */
  open: {
    input: { timings: SendTimings; longestS: number; largestBytes: number };
    output: StorageFacts;
  };
  /** Events until the worker ends. */
  watch: { input: undefined; output: undefined; event: RecorderEvent };
  /** What is left of this person's recordings, but for those that a tab is at. Oldest first. */
  list: { input: { userId: string }; output: KeptRecording[] };
  /** Sound comes; it is passed on to `monitor` as `heard` until `start`. Again with a new context after the device changed. */
  attach: {
    input: { pcm: MessagePort; sampleRate: number; monitor: MessagePort | null };
    output: undefined;
  };
  /** From the next sample on it is recorded. Rejects with `recording.elsewhere` where another tab records this session. */
  start: { input: NewRecording; output: RecordingRecord };
  /** Takes a kept recording up: what follows is appended behind a gap. */
  goOn: { input: { id: string }; output: RecordingRecord };
  pause: { input: undefined; output: undefined };
  resume: { input: undefined; output: undefined };
  /**
   * Whether the longest length begins a next part. Else nothing is recorded beyond it: `progress` stays at the longest
   * length until `finish`, and `rolled` never comes.
   */
  setRollover: { input: { isOn: boolean }; output: undefined };
  /**
   * Replaces these facts in the record of a recording. `sessionKey`: idempotency key of the session about to be created for it.
   * `isStored`: true if the record survives a crash; false if there is no room or no lasting storage.
   */
  annotate: {
    input: {
      id: string;
      markers?: Marker[];
      notes?: string;
      dictated?: DictatedText[];
      sessionKey?: string;
    };
    output: { isStored: boolean };
  };
  /**
   * Ends the recording: the last frames, the digest; the rest is sent. Send the capture node its 'stop' first: what it still
   * holds is waited for, a moment at most.
   */
  finish: { input: undefined; output: Finished };
  /**
   * Finishes a kept recording with what is stored of it, and sends it. `seen`: contents (`contentOf`) that the page knows; rejects
   * with `recording.elsewhere` if the recording has another one, written by another tab. Null: no check.
   */
  deliver: { input: { id: string; seen: readonly string[] | null }; output: Finished };
  /**
   * From the first byte on, to another session where one is given: after the server's digest differed or its session has
   * gone.
   */
  sendAnew: { input: { id: string; sessionId: string | null }; output: undefined };
  /** Compares a recording with the adopted bytes, and makes a recording of what is beyond them. May be called again. */
  splitOff: { input: { id: string; adopted: AdoptedUpload }; output: SplitOff };
  /** The sound of a kept or running recording from the start, as an mp3. */
  sound: { input: { id: string; seconds: number | null }; output: Blob };
  giveHeaders: { input: { ask: number; headers: Record<string, string> }; output: undefined };
  giveSession: { input: { id: string; sessionId: string | null }; output: undefined };
  /** Of all uploads of this worker; those that ended with an error begin again. */
  retryNow: { input: undefined; output: undefined };
  stopSending: { input: undefined; output: undefined };
  resumeSending: { input: undefined; output: undefined };
  /**
   * To be called only after the server's digest matched, or because the person says so. `keepsNotes`: its notes stay on the device
   * as a recording without sound, to be sent later. `isThrownAway`: its upload is deleted, too. `seen`: as for `deliver`; checked
   * only for a recording that this worker has not opened.
   */
  remove: {
    input: { id: string; keepsNotes: boolean; isThrownAway: boolean; seen: readonly string[] | null };
    output: undefined;
  };
};
