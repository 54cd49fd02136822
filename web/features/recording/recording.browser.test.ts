import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { sendTimings } from '#web/lib/send-timings.ts';
import { analyseFile } from '#workers/file/analyse-file.client.ts';
import { openMonitor } from '#workers/monitor/monitor.client.ts';
import { openRecorder } from '#workers/recorder/recorder.client.ts';
import { openMicrophoneCapture } from './capture/microphone-capture.ts';
import { createRecovery } from './recovery/recovery.state.ts';
import { createDevices } from './capture/devices.ts';
import { guardLeaving } from './page-port.ts';
import { createFakeServer, createWorld, quickTimings } from './recording-doubles.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { createRecording } from './recording.state.ts';

/** Real workers and the browser's microphone; only the server is a double. */
function realDeps(userId: string): RecordingDeps {
  return {
    ...createWorld().deps,
    userId,
    session: { ...createWorld().deps.session, id: crypto.randomUUID() },
    server: createFakeServer().port,
    openRecorder: (options) => openRecorder({ ...options, timings: sendTimings() }),
    openMonitor,
    openCapture: openMicrophoneCapture,
    devices: createDevices(navigator.mediaDevices, localStorage),
    analyse(mp3, signal) {
      const file = new File([mp3], 'recording.mp3', { type: 'audio/mpeg' });
      return analyseFile(file, { signal, onProgress() {} });
    },
    timings: { ...quickTimings, monitorPatienceMs: 10_000, fallbackAfterMs: 600_000 },
  };
}

test('Recorded without a server: it lies on this device with its marks and notes, and can be gone on with', async () => {
  const userId = crypto.randomUUID();
  const deps = realDeps(userId);
  const recording = createRecording(deps);
  onTestFinished(() => recording[Symbol.dispose]());
  const { state } = recording;
  await recording.prepare();
  expect(state).toMatchObject({ stage: 'ready', problem: null, isMonitored: true });
  await eventually(() => expect(state.verdict).not.toBeNull());
  await recording.start();
  expect(state).toMatchObject({ stage: 'recording', problem: null });
  await eventually(() => expect(state.positionS).toBeGreaterThan(1));
  recording.mark('hier');
  recording.setNotes('Notiz');
  recording.pause();
  const pausedS = state.positionS;
  recording.resume();
  await eventually(() => expect(state.storedS).toBeGreaterThan(pausedS + 0.5));
  await eventually(() => expect(state.picture.peaks.length).toBeGreaterThan(20));
  expect(state.storage?.kind).toBe('opfs');
  const sound = await recording.sound();
  expect(sound.size).toBeGreaterThan(8_000);
  await eventually(() => expect(state.notesSaved).toBe('yes'));
  // The page closes without finishing the recording.
  recording[Symbol.dispose]();

  const recovery = createRecovery({ ...deps, formerIds: [], guardLeaving });
  onTestFinished(() => recovery[Symbol.dispose]());
  await eventually(async () => {
    await recovery.refresh();
    expect(recovery.state.items).toHaveLength(1);
  });
  const [item] = recovery.state.items;
  const kept = item!.kept;
  expect(kept.durationS).toBeGreaterThan(1.4);
  expect(kept.record).toMatchObject({ notes: 'Notiz', finished: null });
  expect(kept.record.markers.map(({ code, text }) => code || text)).toEqual(
    expect.arrayContaining(['hier', 'capture.paused']),
  );
  recovery[Symbol.dispose]();

  const again = createRecording({ ...deps, kept: structuredClone({ ...kept }) });
  onTestFinished(() => again[Symbol.dispose]());
  await again.prepare();
  await eventually(async () => {
    await again.start();
    expect(again.state.stage).toBe('recording');
  });
  await eventually(() => expect(again.state.positionS).toBeGreaterThan(kept.durationS + 0.5));
  expect(again.state.markers.map(({ code }) => code)).toContain('capture.crashed');
  const finishing = again.finish();
  await eventually(() => expect(again.state.stage).toBe('uploading'));
  await again.discard();
  expect(again.state.stage).toBe('idle');
  await finishing;
});
