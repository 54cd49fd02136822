import type { SessionLanguage } from '#api/contract/session.ts';
import type { Problem } from '#web/lib/api-error.ts';
import type { LiveReport, SoundWarning } from '#workers/monitor/monitor.contract.ts';
import type {
  DictatedText,
  KeptRecording,
  Marker,
  StorageFacts,
} from '#workers/recorder/recorder.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import type { LiveDraft } from '#web/features/recording/draft/live-draft.ts';
import type { ShownStage } from './recording-stage.rules.ts';

export type RecordingWarning = SoundWarning | 'muted' | 'wrong_device';

export type CaptureOptions = {
  /** Processing by the browser. It is off by default, so that the microphone is recorded unprocessed. */
  echoCancellation: boolean;
  noiseSuppression: boolean;
  autoGainControl: boolean;
  systemAudio: boolean;
};

/** Name and language of the session of a recording. */
export type SessionWords = { title: string; language: SessionLanguage };

export type RecordingState = {
  stage: ShownStage;
  /** The problem, which is shown with the sentence `error.<code>`; null if there is none. */
  problem: Problem | null;
  /** Null until there is a session, which is created with the first sound. */
  sessionId: string | null;
  /** Pairing in which this phone records without a sign-in; null if a signed-in person records. */
  pairingId: string | null;
  title: string;
  /** Language of the session. */
  language: SessionLanguage;
  part: number;
  mode: 'record' | 'dictation';
  devices: readonly { id: string; label: string }[];
  deviceId: string | null;
  options: CaptureOptions;
  storage: StorageFacts | null;
  /** Size of the audio that is held in memory because the device is full, bytes. Null if all audio is stored. */
  overflowBytes: number | null;
  /** Recorded length, s. */
  positionS: number;
  /** Length of the stored audio, which survives a crash, s. */
  storedS: number;
  /** Size of the mp3, bytes. */
  bytes: number;
  /** Length at which the recording ends or the next part begins, s. */
  longestS: number;
  rollsOver: boolean;
  warnings: readonly RecordingWarning[];
  /** Warnings that the person has dismissed. They stay hidden while they are active. */
  dismissed: readonly RecordingWarning[];
  /** Result of the sound check; null until it is known. */
  verdict: 'good' | RecordingWarning | null;
  /**
   * The growing waveform, in the format of `Analysis`. Before `fromS`, s, it is not known, for example because an earlier page has
   * recorded that. The proxy does not track changes inside it.
   */
  picture: { peaks: Int8Array; speech: readonly (readonly [number, number])[]; fromS: number };
  markers: readonly Marker[];
  notes: string;
  notesSaved: 'yes' | 'device' | 'no';
  dictated: readonly DictatedText[];
  send: SendState | null;
  /** False if the monitor has failed. The recording continues without warnings. */
  isMonitored: boolean;
  /** True if the sign-in has expired and could not be renewed. The recording continues, and its upload waits. */
  isSignedOut: boolean;
};

/** A recording as the screens see it. */
export type Recording = Disposable & {
  readonly state: RecordingState;
  readonly draft: LiveDraft;
  /** Calls `listener` 60 times per second, for meters that draw themselves. Returns a function that ends this. */
  onReport(listener: (report: LiveReport) => void): () => void;
  prepare(): Promise<void>;
  chooseDevice(id: string): Promise<void>;
  setOptions(change: Partial<CaptureOptions>): Promise<void>;
  setRollover(isOn: boolean): void;
  /** Changes name or language of the session, also before there is one. */
  describe(change: Partial<SessionWords>): void;
  /** Sends what `describe` has changed. Resolves when the server has it, or has not taken it. */
  settleWords(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  mark(text?: string): void;
  setNotes(text: string): void;
  addDictated(text: DictatedText): void;
  dismiss(warning: RecordingWarning): void;
  /**
   * Writes the last frames, sends the last bytes and calls `recording-complete`. Resolves both on success and on
   * failure.
   */
  finish(): Promise<void>;
  retry(): Promise<void>;
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  track(): MediaStreamTrack | null;
  /** Returns the mp3 recorded so far, for saving it as a file. */
  sound(): Promise<Blob>;
  /** Discards the current part. A session that is being created for it is waited for, so that `ownSession` knows it. */
  discard(): Promise<void>;
  /**
   * Returns the session of the current part; null if it has none. A next part has none at first, while `state.sessionId` is
   * still that of the part before.
   */
  ownSession(): string | null;
};

export type { DictatedText, KeptRecording, LiveReport, Marker, SendState, SoundWarning, StorageFacts };

/** True if a part of the recording is, or would be, in memory only: the device is full, or its browser stores nothing. */
export const isUnstored = ({
  storage,
  overflowBytes,
}: Pick<RecordingState, 'storage' | 'overflowBytes'>): boolean =>
  storage?.kind === 'memory' || overflowBytes !== null;

/** Remaining length at which the notice about the coming end appears, s (§5). */
const nearEndS = 600;

type Length = Pick<RecordingState, 'positionS' | 'longestS'>;
export const remainingS = ({ positionS, longestS }: Length): number => Math.max(0, longestS - positionS);

export const isNearEnd = (state: Length): boolean => remainingS(state) <= nearEndS;

export const noOptions: CaptureOptions = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  systemAudio: false,
};

/** Returns the session of a kept recording, as the recorder needs it. */
export const sessionOfKept = ({ record }: KeptRecording) => ({
  id: record.sessionId,
  draft: record.session,
  // The notes of the session are not loaded here. Revision 0 makes the server report a conflict, and both texts are merged.
  notes: { text: '', rev: 0 },
});
