import type { SessionDraft } from '#api/contract/session.ts';
import type { DraftDevice } from '#web/parts/draft/draft-device.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { MediaSessionControls } from './capture/media-keys.ts';
import type { CaptureMonitorDeps } from './monitor/capture-monitor.state.ts';
import type { SharedDeps } from './recorder/shared-deps.ts';
import type { KeptRecording } from './state/recording.rules.ts';

export type PagePort = {
  isHidden(): boolean;
  /** Calls `listener` when the page is shown or hidden. Returns a function that ends this. */
  onVisibility(listener: () => void): () => void;
  /** Asks before the page is closed while `isUnsafe` returns true. Returns a function that ends this. */
  guardLeaving(isUnsafe: () => boolean): () => void;
};

export type RecordingDeps = SharedDeps &
  CaptureMonitorDeps & {
    /** `id`: null if the recording begins without a session. One is created from `draft` then, with the first sound. */
    session: { id: string | null; draft: SessionDraft; notes: { text: string; rev: number } };
    mode: 'record' | 'dictation';
    settings: Mp3Settings;
    /** A recording of this session that a crash left, which is to be continued. Null begins a new one. */
    kept: KeptRecording | null;
    /** Requests persistent storage. Resolves with false if the browser does not promise it. */
    persist(): Promise<boolean>;
    /** Keeps the device from sleeping until the result is disposed of. */
    keepAwake(): Disposable;
    controls(title: string, on: { pause(): void; resume(): void }): MediaSessionControls;
    page: PagePort;
    /** What the device has for drafts; null if no draft is written. */
    draft: DraftDevice | null;
    timings: {
      /** Longest time after Stop in which the sound that waits is still transcribed for the draft, ms. */
      draftPatienceMs: number;
      /** Interval between two sends of the draft to the server, ms. */
      sendDraftMs: number;
      /** Delay after which a microphone that is muted when the page is shown is opened again, ms. */
      mutedAfterMs: number;
    };
  };
