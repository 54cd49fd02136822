import type { SessionDraft } from '#api/contract/session.ts';
import type { RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createRecordingSender } from './recording-sender.ts';
import type { RecordingSenderDeps, UploadedRecording } from './recording-sender.ts';

export type RecordingUploadDeps = RecordingSenderDeps & {
  /** Requests a session for a recording. The answer comes through `giveSession`. */
  askSession(id: string, draft: SessionDraft, key: string): void;
  /** Time after which a session is requested again if none can be created now, ms. */
  askAgainAfterMs: number;
};

/** The upload of one recording. Disposing ends it; the server keeps its bytes. */
export type RecordingUpload = Disposable & {
  /** Begins the upload. A recording without a session first requests one, as soon as it has sound. */
  run(): void;
  /** Stores the session and begins the upload. If `sessionId` is null, no session can be created now. */
  giveSession(sessionId: string | null): Promise<void>;
  /** Uploads again from the first byte, to another session if one is given. */
  sendAnew(sessionId: string | null): Promise<void>;
  /** Retries now, also after an error that no retry fixes. */
  retryNow(): void;
  stop(): void;
  resume(): void;
};

export function createRecordingUpload(
  recording: UploadedRecording,
  { askSession, askAgainAfterMs, ...senderDeps }: RecordingUploadDeps,
): RecordingUpload {
  const { id, file, source } = recording;
  const sender = createRecordingSender(recording, senderDeps);
  /** True until `askSession` is answered. */
  let isAsked = false;
  /** Timer of the wait before a session is requested again. */
  let wait: ReturnType<typeof setTimeout> | undefined;
  /** Ends the wait for the first sound; null if nothing waits for it. */
  let soundWait: AbortController | null = null;
  let isEnded = false;

  function run(): void {
    clearTimeout(wait);
    const { sessionId, session, sessionKey } = file.record;
    if (sessionId !== null) return sender.begin(sessionId);
    if (isAsked) return;
    // Who leaves before anything was heard leaves no empty session behind.
    if (source.bytes() === 0 && !source.isFinal()) return void runWithSound().catch(() => {});
    isAsked = true;
    askSession(id, session, sessionKey ?? id);
  }

  async function runWithSound(): Promise<void> {
    if (soundWait) return;
    const { signal } = (soundWait = new AbortController());
    await source.more(0, signal);
    soundWait = null;
    run();
  }

  function halt(): void {
    clearTimeout(wait);
    soundWait?.abort();
    soundWait = null;
    sender.halt();
  }

  async function updateAndRun(change: Partial<RecordingRecord>): Promise<void> {
    await file.update(change);
    if (!isEnded && !sender.isBegun) run();
  }

  return {
    run,
    async giveSession(sessionId) {
      if (file.record.sessionId !== null) return;
      isAsked = false;
      if (sessionId !== null) return await updateAndRun({ sessionId });
      clearTimeout(wait);
      wait = setTimeout(() => {
        if (file.record.sessionId === null) run();
      }, askAgainAfterMs);
    },
    async sendAnew(sessionId) {
      halt();
      const settled = sessionId === null ? {} : { sessionId, sessionKey: null };
      const { uploadUrl, formerUrls = [] } = file.record;
      const former = uploadUrl === null ? formerUrls : [...formerUrls, uploadUrl];
      await updateAndRun({ uploadUrl: null, formerUrls: former, ...settled });
    },
    retryNow() {
      if (sender.isBegun && !sender.isRefused) return sender.retryNow();
      halt();
      run();
    },
    stop: () => sender.stop(),
    resume: () => sender.resume(),
    [Symbol.dispose]() {
      isEnded = true;
      halt();
    },
  };
}
