/**
 * Runs in the browser: records as the product does, but speech instead of a microphone, and as fast as the recorder
 * accepts it.
 */
import { limits } from '#api/contract/limits.ts';
import { creationKeyHeader, type SessionDetail } from '#api/contract/session.ts';
import type {
  MicrophoneCapture,
  MicrophoneCaptureInput,
} from '#web/features/recording/capture/microphone-capture.ts';
import { createDevices } from '#web/features/recording/capture/devices.ts';
import { createRecording } from '#web/features/recording/recording.state.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { serverPort } from '#web/features/recording/server/server-port.ts';
import { api } from '#web/lib/http.ts';
import { sendTimings } from '#web/lib/send-timings.ts';
import { timings } from '#web/lib/time.ts';
import { analyseFile } from '#workers/file/analyse-file.client.ts';
import { openMonitor } from '#workers/monitor/monitor.client.ts';
import { openRecorder } from '#workers/recorder/recorder.client.ts';
import { announceBlocks, type AnnouncedBlocks } from '#workers/testing/announced-blocks.ts';
import type { Captured, CaptureTask } from './captured.ts';

const contextRate = 48_000;
const blockFrames = 1_024;
/** Longest lead of the feed over recorder and monitor, s, because the monitor cannot slow the feed down. */
const aheadS = 20;
const pictureRate = limits.peaksRate;

let longestTaskMs = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
}).observe({ type: 'longtask' as never });

/** Decodes speech (base64, 16 bit, mono) and upsamples it to the sample rate of the context. */
function speechOf({ samples, sampleRate }: CaptureTask): Float32Array {
  const bytes = Uint8Array.from(atob(samples), (c) => c.charCodeAt(0));
  const pcm = new Int16Array(bytes.buffer);
  const factor = contextRate / sampleRate;
  return Float32Array.from({ length: pcm.length * factor }, (_, i) => {
    const at = i / factor;
    const index = Math.floor(at);
    const next = pcm[Math.min(pcm.length - 1, index + 1)]!;
    return (pcm[index]! + (next - pcm[index]!) * (at - index)) / 32_768;
  });
}

let microphoneSound: AnnouncedBlocks | null = null;

async function openCapture({ pcm }: MicrophoneCaptureInput): Promise<MicrophoneCapture> {
  microphoneSound = announceBlocks(pcm, contextRate);
  const microphone = { id: 'bench', label: 'bench', isMuted: false };
  return {
    sampleRate: contextRate,
    microphone: () => microphone,
    track: () => null,
    use: async () => microphone,
    addSystemAudio: async () => false,
    removeSystemAudio() {},
    wake() {},
    feed(next) {
      microphoneSound = announceBlocks(next, contextRate);
    },
    flush: () => microphoneSound?.end(),
    [Symbol.dispose]() {},
  };
}

let recording: Recording;

const heardS = () => recording.state.picture.peaks.length / 2 / pictureRate;
/** Progress of recorder and monitor, s, which `capture.ts` reads. */
const positionS = () => recording?.state.positionS ?? 0;

async function feed(speech: Float32Array, seconds: number): Promise<void> {
  let at = 0;
  for (let frames = 0; frames < seconds * contextRate; frames += blockFrames) {
    const block = new Float32Array(blockFrames * 2);
    for (let i = 0; i < blockFrames; i++) {
      block[i * 2] = block[i * 2 + 1] = speech[at]!;
      at = (at + 1) % speech.length;
    }
    microphoneSound!.push(block);
    while (frames / contextRate > Math.min(positionS(), heardS()) + aheadS)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function capture(task: CaptureTask): Promise<Captured> {
  const me = (await (await api.auth.me.$get()).json()).user;
  const created = await api.v1.sessions.$post(
    { json: { session: { title: 'bench', language: 'de' } } },
    { headers: { [creationKeyHeader]: crypto.randomUUID() } },
  );
  const session = (await created.json()) as SessionDetail;
  const { id, notes, title, language, participants, fhir_patient_id, settings } = session;
  recording = createRecording({
    userId: me!.sub,
    session: { id, notes, draft: { title, language, participants, fhir_patient_id, settings } },
    mode: 'record',
    settings: { sampleRate: 24_000, bitrate: 64 },
    longestS: limits.maxAudioS,
    largestBytes: limits.maxUploadBytes,
    kept: null,
    server: serverPort(me!.sub),
    openRecorder: (options) => openRecorder({ ...options, timings: sendTimings() }),
    openMonitor,
    openCapture,
    devices: createDevices(null, localStorage),
    analyse: (mp3, signal) => analyseFile(new File([mp3], 'a.mp3'), { signal, onProgress() {} }),
    draft: null,
    persist: async () => false,
    keepAwake: () => ({ [Symbol.dispose]() {} }),
    controls: () => ({ setPaused() {}, [Symbol.dispose]() {} }),
    page: { isHidden: () => false, onVisibility: () => () => {}, guardLeaving: () => () => {} },
    report() {},
    timings: {
      annotateAfterMs: 300,
      draftEveryMs: 10_000,
      draftPatienceMs: 8_000,
      sendDraftMs: 60_000,
      notesAfterMs: timings.saveNotesMs,
      notesPatienceMs: 2_000,
      notesAgainMs: 10_000,
      completeAgainMs: timings.uploadRetryDelaysMs,
      fallbackAfterMs: 5_000,
      mutedAfterMs: 600_000,
      suspendedAfterMs: 1_000,
      monitorPatienceMs: 15_000,
      lookForSignInMs: 2_000,
    },
    onFailure: (step, error) => console.warn(step, error),
  });
  await recording.prepare();
  await until(() => recording.state.stage === 'ready');
  await recording.start();
  await until(() => recording.state.stage === 'recording');
  const speech = speechOf(task);
  longestTaskMs = 0;
  const beganMs = performance.now();
  await feed(speech, task.seconds);
  // The waveform arrives in steps. The sound after the last step is analysed when these conditions hold.
  await until(() => positionS() > task.seconds - 0.5 && heardS() > task.seconds - 10);
  const stoppedMs = performance.now();
  await recording.finish();
  const { state } = recording;
  return {
    stopMs: performance.now() - stoppedMs,
    feedMs: stoppedMs - beganMs,
    durationS: state.positionS,
    bytes: state.bytes,
    stage: state.stage,
    problem: state.problem?.code ?? null,
    longestTaskMs,
    storage: state.storage?.kind ?? '',
  };
}

Object.assign(globalThis, { capture, positionS });
