import type { Problem } from '#web/lib/api-error.ts';
import type { LiveReport, SoundWarning } from '#workers/monitor/monitor.contract.ts';
import type {
  DictatedText,
  KeptRecording,
  Marker,
  StorageFacts,
} from '#workers/recorder/recorder.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import type { ShownStage } from './recording-stage.rules.ts';

/** Warnings of the sound, and of the microphone itself. */
export type RecordingWarning = SoundWarning | 'muted' | 'wrong_device';

export type CaptureOptions = {
  /** All off unless the person switches them on: what is heard is what is recorded. */
  echoCancellation: boolean;
  noiseSuppression: boolean;
  autoGainControl: boolean;
  /** Sound of a tab or of the computer is mixed in. */
  systemAudio: boolean;
};

export type RecordingState = {
  stage: ShownStage;
  /** Shown under `error.<code>`; the recording goes on where it can. */
  problem: Problem | null;
  sessionId: string;
  title: string;
  part: number;
  mode: 'record' | 'dictation';
  devices: readonly { id: string; label: string }[];
  deviceId: string | null;
  options: CaptureOptions;
  storage: StorageFacts | null;
  /** Bytes that wait in memory because nothing more fits on the device; null: all is stored. */
  overflowBytes: number | null;
  /** Length of what was recorded, of what a crash would leave, s; bytes of the mp3. */
  positionS: number;
  storedS: number;
  bytes: number;
  /** Ends here or rolls over, s. */
  longestS: number;
  rollsOver: boolean;
  warnings: readonly RecordingWarning[];
  /** Those that the person has put away do not come back while they last. */
  dismissed: readonly RecordingWarning[];
  /** Of the sound check; null until it is known. */
  verdict: 'good' | RecordingWarning | null;
  /** Growing, as in `Analysis`; not tracked. */
  picture: { peaks: Int8Array; speech: readonly (readonly [number, number])[] };
  markers: readonly Marker[];
  notes: string;
  notesSaved: 'yes' | 'device' | 'no';
  dictated: readonly DictatedText[];
  send: SendState | null;
  /** The monitor could not be started or has failed: no warnings, the recording goes on. */
  isMonitored: boolean;
  /** The sign-in ran out and could not be renewed: recording goes on, sending waits. */
  isSignedOut: boolean;
};

/** A recording on its way; the screens know no more of it. */
export type Recording = Disposable & {
  readonly state: RecordingState;
  /** The last report, 60 times a second: for instruments that draw themselves. Returns what ends the listening. */
  onReport(listener: (report: LiveReport) => void): () => void;
  /** Asks for the microphone (again) and listens to it. */
  prepare(): Promise<void>;
  chooseDevice(id: string): Promise<void>;
  setOptions(change: Partial<CaptureOptions>): Promise<void>;
  setRollover(isOn: boolean): void;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Adds a marker here. */
  mark(text?: string): void;
  setNotes(text: string): void;
  addDictated(text: DictatedText): void;
  dismiss(warning: RecordingWarning): void;
  /** To the end: last frames, last bytes, recording-complete. Resolves when it is over, well or not. */
  finish(): Promise<void>;
  /** After a problem: the step that failed, again. */
  retry(): Promise<void>;
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  /** The microphone that is heard now: for others that listen, too. */
  track(): MediaStreamTrack | null;
  /** The mp3 so far, to be saved as a file. */
  sound(): Promise<Blob>;
  /** Throws the recording away. */
  discard(): Promise<void>;
};

export type { DictatedText, KeptRecording, LiveReport, Marker, SendState, SoundWarning, StorageFacts };

/** §5: the warning as the longest length nears, s before it. */
export const nearEndS = 600;

type Length = Pick<RecordingState, 'positionS' | 'longestS'>;
export const remainingS = ({ positionS, longestS }: Length): number => Math.max(0, longestS - positionS);

export const isNearEnd = (state: Length): boolean => remainingS(state) <= nearEndS;

export const noOptions: CaptureOptions = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  systemAudio: false,
};
