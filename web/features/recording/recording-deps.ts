import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { SessionDraft } from '#api/contract/session.ts';
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { Recorder, RecorderOptions } from '#workers/recorder/recorder.client.ts';
import type { CaptureInput } from './capture/capture.state.ts';
import type { Devices } from './capture/devices.ts';
import type { Monitor } from './monitor/live-analysis.ts';
import type { MediaSessionControls } from './capture/media-keys.ts';
import type { SaveNotes } from './segment/notes-sync.state.ts';
import type { KeptRecording, SendState } from './recording.rules.ts';
import type { SignInGateDeps } from './sign-in-gate.ts';

export type RecordingTimings = {
  /** Delay between a change of markers, notes or dictated text and its storage on the device, ms. */
  annotateAfterMs: number;
  notesAfterMs: number;
  /** Longest wait for the notes to be saved before a recording is discarded, ms. */
  notesPatienceMs: number;
  /** Delay before a failed save is repeated, ms. */
  notesAgainMs: number;
  /** Delays before the first, second … repetition of `recording-complete`, ms; the last one repeats. */
  completeAgainMs: readonly number[];
  /** Time for the person to choose another microphone after a loss, ms. */
  fallbackAfterMs: number;
  /** Shorter suspensions of the audio context are not reported, ms. */
  suspendedAfterMs: number;
  /** Longest wait for the live analysis after Stop, ms; then the mp3 is analysed. */
  monitorPatienceMs: number;
  lookForSignInMs: number;
};

export type PagePort = {
  isHidden(): boolean;
  /** Calls `listener` when the page is shown or hidden. Returns a function that stops this. */
  onVisibility(listener: () => void): () => void;
  guardLeaving(isUnsafe: () => boolean): () => void;
};

export type SendReport = { send: SendState; retryNow(): void; stop(): void; resume(): void };

/** The server calls that a recording and a recovery share. */
export type ServerPort = Pick<SignInGateDeps, 'headers' | 'isSignedIn' | 'onChange'> & {
  /** Creates a session, once for each key (a UUID); resolves with its id. */
  createSession(draft: SessionDraft, key: string, signal: AbortSignal): Promise<string>;
  saveNotes: SaveNotes;
  complete(
    sessionId: string,
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
};

export type RecordingDeps = {
  userId: string;
  session: { id: string; draft: SessionDraft; notes: { text: string; rev: number } };
  mode: 'record' | 'dictation';
  settings: Mp3Settings;
  longestS: number;
  largestBytes: number;
  /** Recording of this session that a crash left, to be continued. */
  kept: KeptRecording | null;
  server: ServerPort;
  openRecorder(options: Pick<RecorderOptions, 'headers' | 'session' | 'longestS' | 'largestBytes'>): Recorder;
  openMonitor(): Monitor;
  openGraph: CaptureInput['openGraph'];
  devices: Devices;
  analyse(mp3: Blob, signal: AbortSignal): Promise<SoundAnalysis>;
  persist(): Promise<boolean>;
  keepAwake(): Disposable;
  controls(title: string, on: { pause(): void; resume(): void }): MediaSessionControls;
  page: PagePort;
  /** Reports the upload to the page; null at its end. */
  report(sending: SendReport | null): void;
  timings: RecordingTimings;
  /** Logs an error that no sentence on screen explains. */
  onFailure(step: string, error: unknown): void;
};
