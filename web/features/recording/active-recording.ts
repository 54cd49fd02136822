import { subscribe } from 'valtio';
import { limits } from '#api/contract/limits.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { openDraftDevice } from '#web/features/draft/index.ts';
import { reportConnection, type SendingReport, setRecordingActive } from '#web/features/network/index.ts';
import type { PersonIds } from '#web/features/user/index.ts';
import { tokens } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { persistStorage } from '#web/lib/persist-storage.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { sendTimings } from '#web/lib/send-timings.ts';
import { isTokenOf } from '#web/lib/token-subject.ts';
import { timings } from '#web/lib/time.ts';
import { analyseFile } from '#workers/file/analyse-file.client.ts';
import type { Mp3Settings } from '#workers/encode/encode.contract.ts';
import { openMonitor } from '#workers/monitor/monitor.client.ts';
import { openRecorder } from '#workers/recorder/recorder.client.ts';
import { openMicrophoneCapture } from './capture/microphone-capture.ts';
import { createRecovery, type Recovery } from './recovery/recovery.state.ts';
import { activeRecording, closeRecording, holdRecording } from './current-recording.ts';
import { createDevices } from './capture/devices.ts';
import { controlByMediaKeys } from './capture/media-keys.ts';
import { guardLeaving, pagePort } from './page-port.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { isLive, isUnsafe } from './state/recording-stage.rules.ts';
import type { KeptRecording, Recording } from './state/recording.rules.ts';
import { createRecording } from './recording.state.ts';
import { serverPort } from './server/server-port.ts';
import { publishRecordingActivity } from './recording-activity.ts';
import { keepAwake } from './capture/wake-lock.ts';

const recordingTimings = (): RecordingDeps['timings'] => ({
  annotateAfterMs: 300,
  draftEveryMs: 10_000,
  draftPatienceMs: 8_000,
  sendDraftMs: 60_000,
  notesAfterMs: timings.saveNotesMs,
  notesPatienceMs: 2_000,
  notesAgainMs: 10_000,
  completeAgainMs: timings.uploadRetryDelaysMs,
  fallbackAfterMs: 5_000,
  mutedAfterMs: 2_000,
  suspendedAfterMs: 1_000,
  monitorPatienceMs: 15_000,
  lookForSignInMs: 2_000,
});

function commonDeps(userId: string, largestBytes: number, owner: object, pairingId?: string) {
  return {
    userId,
    pairingId,
    server: serverPort(userId, pairingId),
    longestS: limits.maxAudioS,
    largestBytes,
    openRecorder: (options) => openRecorder({ ...options, timings: sendTimings() }),
    analyse(mp3, signal) {
      const file = new File([mp3], 'recording.mp3', { type: 'audio/mpeg' });
      return analyseFile(file, { signal, onProgress() {} });
    },
    report: (sending: SendingReport | null) => reportConnection(owner, sending),
    timings: recordingTimings(),
    onFailure: (step: string, error: unknown) => log.warn(`recording.${step}`, { error: String(error) }),
  } satisfies Partial<RecordingDeps>;
}

type OpenRecordingInput = {
  userId: string;
  session: RecordingDeps['session'];
  mode: 'record' | 'dictation';
  settings: Mp3Settings;
  largestBytes: number;
  /** The kept recording to continue; null starts a new one. */
  kept: KeptRecording | null;
};

/**
 * Returns the recording of a session, or one that begins without a session. If a recording is running, that one is
 * returned, because it is never replaced. A recording that has not begun or is over is closed first.
 */
export function openRecording({ userId, largestBytes, ...input }: OpenRecordingInput): Recording {
  const current = activeRecording.current;
  if (current && (isUnsafe(current.state.stage) || isSame(current, input))) return current;
  closeRecording();
  // A kept recording goes on with the pass of its own pairing, whatever this phone has joined since.
  const pairingId = input.kept ? input.kept.record.pairingId : pairingOfPass(userId);
  const recording = createRecording({
    ...commonDeps(userId, largestBytes, input, pairingId),
    ...input,
    openMonitor,
    draft: openDraftDevice(),
    openCapture: openMicrophoneCapture,
    devices: createDevices(navigator.mediaDevices ?? null, localStore),
    persist: persistStorage,
    keepAwake,
    controls: controlByMediaKeys,
    page: pagePort,
  });
  const { state } = recording;
  const follow = () => {
    const isStored = state.storage?.kind !== 'memory' && state.overflowBytes === null;
    setRecordingActive(isLive(state.stage), isStored);
  };
  const stop = subscribe(state, follow);
  holdRecording(recording, () => {
    stop();
    setRecordingActive(false);
    recording[Symbol.dispose]();
  });
  return recording;
}

/** Returns the id of the pairing whose pass sends new recordings of this person; undefined if they are signed in, or without such a pass. */
function pairingOfPass(userId: string): string | undefined {
  if (isTokenOf(tokens.read()?.access ?? null, userId)) return undefined;
  const pass = phonePass.read();
  return pass?.grant?.userId === userId ? pass.pairingId : undefined;
}

const isSame = (
  { state }: Recording,
  { session, mode, kept }: Pick<OpenRecordingInput, 'session' | 'mode' | 'kept'>,
): boolean =>
  state.sessionId === session.id && state.mode === mode && kept === null && state.stage !== 'finished';

const isRecordingActive = (): boolean =>
  activeRecording.current !== null && isUnsafe(activeRecording.current.state.stage);

let recovery: { key: string; value: Recovery } | null = null;

publishRecordingActivity({
  isUnsafe: isRecordingActive,
  isLive: () => activeRecording.current !== null && isLive(activeRecording.current.state.stage),
  endRecovery() {
    recovery?.value[Symbol.dispose]();
    recovery = null;
  },
});

/**
 * Returns the recovery of this person's recordings on this device. The page has only one, which does not depend on the
 * screen. `pairingId` limits it to the recordings that this phone has made in that pairing without a sign-in.
 */
export function recoveryFor(
  [userId, ...formerIds]: PersonIds,
  largestBytes: number,
  pairingId?: string,
): Recovery {
  const key = [userId, ...formerIds, pairingId ?? ''].join(' ');
  if (recovery?.key === key) return recovery.value;
  recovery?.value[Symbol.dispose]();
  const value = createRecovery({
    ...commonDeps(userId, largestBytes, {}, pairingId),
    formerIds,
    guardLeaving,
  });
  recovery = { key, value };
  return value;
}
