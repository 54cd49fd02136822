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
  /** What is written beside the sound lies on the device so long after the last change. */
  annotateAfterMs: number;
  notesAfterMs: number;
  /** Longest wait for the notes to be saved before a recording is thrown away. */
  notesPatienceMs: number;
  /** Something that failed in the background is tried again after so long. */
  notesAgainMs: number;
  /** Of recording-complete: before the first, second … repetition; the last one repeats. */
  completeAgainMs: readonly number[];
  /** After the microphone has gone: so long for the person to choose another one. */
  fallbackAfterMs: number;
  /** Sound that is held still for less is not worth a word. */
  suspendedAfterMs: number;
  /** After Stop the figures of the sound are waited for so long, then they are made anew. */
  monitorPatienceMs: number;
  lookForSignInMs: number;
};

/** What the page offers and is asked for. */
export type PagePort = {
  isHidden(): boolean;
  /** Shown or hidden. Returns what ends the listening. */
  onVisibility(listener: () => void): () => void;
  /** Asks before the page is left while `isUnsafe` says so. Returns what ends it. */
  guardLeaving(isUnsafe: () => boolean): () => void;
};

/** How a sending is reported to the rest of the page, and what can be asked of it there. */
export type SendReport = { send: SendState; retryNow(): void; stop(): void; resume(): void };

/** What a recording and a recovery both need of the server. */
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
  /** Where it ends or rolls over. */
  longestS: number;
  largestBytes: number;
  /** What a crash left of this session's recording, to be gone on with. */
  kept: KeptRecording | null;
  server: ServerPort;
  openRecorder(options: Pick<RecorderOptions, 'headers' | 'session' | 'longestS' | 'largestBytes'>): Recorder;
  openMonitor(): Monitor;
  openGraph: CaptureInput['openGraph'];
  devices: Devices;
  /** All that the device can tell about a recording, from its mp3. */
  analyse(mp3: Blob, signal: AbortSignal): Promise<SoundAnalysis>;
  /** Asks the browser not to clear what is stored by itself. */
  persist(): Promise<boolean>;
  keepAwake(): Disposable;
  controls(title: string, on: { pause(): void; resume(): void }): MediaSessionControls;
  page: PagePort;
  /** Tells the page how the sending goes; null at its end. */
  report(sending: SendReport | null): void;
  timings: RecordingTimings;
  /** For the log: what a sentence on screen cannot say. */
  onFailure(step: string, error: unknown): void;
};
