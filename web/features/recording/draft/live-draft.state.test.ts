import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { WorkerError } from '#workers/rpc.ts';
import {
  createWorld,
  keptOf,
  quickTimings,
  soundOf,
  type World,
} from '#web/features/recording/recording-doubles.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import { createRecording } from '#web/features/recording/recording.state.ts';
import type { Recording } from '#web/features/recording/state/recording.rules.ts';
import { createDraftDeviceDouble } from '#web/parts/draft/draft-device-double.ts';

type Opened = World & { recording: Recording } & ReturnType<typeof createDraftDeviceDouble>;

async function started(change: Partial<RecordingDeps> = {}): Promise<Opened> {
  const double = createDraftDeviceDouble();
  const world = createWorld({ draft: double.draftDevice, ...change });
  const recording = createRecording(world.deps);
  onTestFinished(() => recording[Symbol.dispose]());
  await recording.prepare();
  await recording.start();
  world.recorder().record(60);
  return { ...world, ...double, recording };
}

const written = ({ draft: { state } }: Recording): string[] =>
  [...state.before, ...(state.run?.text.segments ?? [])].map(({ text }) => text);

/** Ends the recording `r1`, whose sound the monitor and the server have. */
async function finished({ recording, monitors, sent }: Opened, durationS = 60): Promise<void> {
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  monitors.part(soundOf(durationS));
  sent('r1');
  await finishing;
}

const textsOf = (draft: unknown) =>
  (draft as { segments: { text: string }[] }).segments.map(({ text }) => text);

test('Words appear while people speak, are kept on the device, and go to the server with the recording', async () => {
  const world = await started();
  const { recording, monitors, said, device, server } = world;
  expect(monitors.built[0]?.wanted).toEqual({ maxS: 30 });
  monitors.window(said('Guten Tag.', { startS: 1 }));
  await eventually(() => expect(written(recording)).toEqual(['Guten Tag.']));
  await eventually(() =>
    expect(device.stored.get('r1')?.record.draft).toEqual({
      engine: 'preview',
      model: 'tiny',
      language: 'de',
      segments: [{ start: 1, end: 3, text: 'Guten Tag.' }],
    }),
  );
  monitors.window(said('Auf Wiedersehen.', { startS: 58 }));
  monitors.window({ part: 0, window: null });
  monitors.window(null);
  await finished(world);
  const [{ metadata }] = server.completed as [(typeof server.completed)[number]];
  expect(metadata.draft).toMatchObject({
    engine: 'preview',
    model: 'tiny',
    language: 'de',
    segments: [
      { text: 'Guten Tag.', words: [{ text: 'Guten' }, { text: 'Tag.' }] },
      { text: 'Auf Wiedersehen.' },
    ],
  });
});

test('The sound check loads the model with which the recording is written', async () => {
  const { draftDevice, preview, said } = createDraftDeviceDouble();
  const world = createWorld({ draft: draftDevice });
  const recording = createRecording(world.deps);
  onTestFinished(() => recording[Symbol.dispose]());
  expect(preview.openedCount()).toBe(0);
  await recording.prepare();
  expect(recording.state.stage).toBe('ready');
  expect([preview.openedCount(), preview.loadedCount()]).toEqual([1, 1]);
  draftDevice.turnOff();
  expect(preview.isOpen()).toBe(false);
  draftDevice.turnOn();
  preview.tellBackend({ backend: 'wasm', backendReason: 'only' });
  await recording.start();
  world.recorder().record(60);
  world.monitors.window(said('Guten Tag.', { startS: 1 }));
  await eventually(() => expect(written(recording)).toEqual(['Guten Tag.']));
  expect(preview.openedCount()).toBe(2);
  expect(recording.draft.state.run?.backend).toEqual({ backend: 'wasm', backendReason: 'only' });
  recording[Symbol.dispose]();
  expect(preview.isOpen()).toBe(false);
});

test('A sound check without a recording releases its model', async () => {
  const { draftDevice, preview } = createDraftDeviceDouble();
  const recording = createRecording(createWorld({ draft: draftDevice }).deps);
  await recording.prepare();
  expect(preview.isOpen()).toBe(true);
  recording[Symbol.dispose]();
  expect(preview.isOpen()).toBe(false);
});

test('What waits at Stop is transcribed for a limited time, and the rest is dropped', async () => {
  const world = await started({ timings: { ...quickTimings, draftPatienceMs: 20 } });
  const { recording, monitors, said, server, preview } = world;
  monitors.window(said('Fertig.', { startS: 1 }));
  await eventually(() => expect(written(recording)).toEqual(['Fertig.']));
  preview.hold();
  monitors.window(said('Zu spät.', { startS: 50 }));
  await finished(world);
  expect(recording.state.stage).toBe('finished');
  expect(textsOf(server.completed[0]?.metadata.draft)).toEqual(['Fertig.']);
  expect(preview.isOpen()).toBe(false);
});

test('A draft that fails says why, and the recording arrives without waiting for it', async () => {
  const world = await started({ timings: { ...quickTimings, draftPatienceMs: 60_000 } });
  const { recording, monitors, said, server, preview } = world;
  preview.failWith(new WorkerError('preview.memory_full'), new WorkerError('preview.memory_full'));
  monitors.window(said('Eins.', { startS: 1 }));
  const run = () => recording.draft.state.run;
  await eventually(() => expect(run()).toMatchObject({ status: 'failed', problem: 'preview.memory_full' }));
  expect(recording.state).toMatchObject({ stage: 'recording', problem: null });
  recording.draft.goOn();
  await eventually(() => expect(run()?.status).toBe('failed'));
  recording.draft.goOn();
  await eventually(() => expect(written(recording)).toEqual(['Eins.']));
  monitors.fail();
  await eventually(() => expect(run()).toMatchObject({ status: 'failed', problem: 'preview.sound_lost' }));
  await finished(world);
  expect(textsOf(server.completed[0]?.metadata.draft)).toEqual(['Eins.']);
});

test('Switched off, nothing is cut and nothing runs; switched on again, the text before stays', async () => {
  const { recording, monitors, said, preview, device, speeds } = await started();
  preview.tellSpeed(5);
  monitors.window(said('Vorher.', { startS: 1 }));
  await eventually(() => expect(written(recording)).toEqual(['Vorher.']));
  expect(speeds).toEqual([]);
  recording.draft.turnOff();
  expect(speeds).toEqual([5]);
  expect(recording.draft.state).toMatchObject({ status: 'off', run: null });
  expect(monitors.built[0]?.wanted).toBeNull();
  expect(preview.isOpen()).toBe(false);
  expect(written(recording)).toEqual(['Vorher.']);
  recording.draft.turnOn();
  expect(monitors.built[0]?.wanted).toEqual({ maxS: 30 });
  monitors.window(said('Nachher.', { startS: 20 }));
  await eventually(() => expect(written(recording)).toEqual(['Vorher.', 'Nachher.']));
  await eventually(() =>
    expect(textsOf(device.stored.get('r1')?.record.draft)).toEqual(['Vorher.', 'Nachher.']),
  );
});

test('Without a model the monitor keeps no sound; a model that arrives in the middle begins at once', async () => {
  const double = createDraftDeviceDouble();
  const model = double.draftDevice.model();
  double.setModel(null);
  const { recording, monitors } = await started({ draft: double.draftDevice });
  expect(recording.draft.state.status).toBe('none');
  expect(monitors.built[0]?.wanted).toBeNull();
  double.setModel(model);
  expect(recording.draft.state.status).toBe('on');
  expect(monitors.built[0]?.wanted).toEqual({ maxS: 30 });
});

test('At the longest length each part gets its own text', async () => {
  const world = await started();
  const { recording, recorder, monitors, said, server, sent, device } = world;
  monitors.window(said('Im ersten Teil.', { startS: 1 }));
  await eventually(() => expect(written(recording)).toEqual(['Im ersten Teil.']));
  monitors.window(said('Am Ende des ersten.', { startS: 58 }));
  monitors.window({ part: 0, window: null });
  monitors.window(said('Im zweiten Teil.', { part: 1, startS: 2 }));
  monitors.part(soundOf(60));
  recorder().roll();
  sent('r1');
  await eventually(() => expect(server.completed).toHaveLength(1));
  expect(textsOf(server.completed[0]?.metadata.draft)).toEqual(['Im ersten Teil.', 'Am Ende des ersten.']);
  await eventually(() => expect(written(recording)).toEqual(['Im zweiten Teil.']));
  await eventually(() =>
    expect(textsOf(device.stored.get('r2')?.record.draft)).toEqual(['Im zweiten Teil.']),
  );
});

test('A recording that a crash left keeps its draft, and goes on with it', async () => {
  const draft = {
    engine: 'preview' as const,
    model: 'tiny',
    language: 'de',
    segments: [{ start: 1, end: 3, text: 'Vor dem Absturz.' }],
  };
  const kept = keptOf({ draft });
  const double = createDraftDeviceDouble();
  const world = createWorld({ draft: double.draftDevice, kept });
  world.device.stored.set('r1', { record: kept.record, durationS: 10 });
  const recording = createRecording(world.deps);
  onTestFinished(() => recording[Symbol.dispose]());
  await recording.prepare();
  await recording.start();
  world.monitors.window(double.said('Danach.', { startS: 11, offsetS: 10 }));
  await eventually(() => expect(written(recording)).toEqual(['Vor dem Absturz.', 'Danach.']));
});

test('The text after the end of an adopted upload is left out', async () => {
  const { recording, recorder, monitors, said, server } = await started();
  monitors.window(said('Darin.', { startS: 1 }));
  monitors.window(said('Dahinter.', { startS: 50 }));
  await eventually(() => expect(written(recording)).toHaveLength(2));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  monitors.part(soundOf(60));
  const adopted = { session_id: 's1', bytes: 320_000, duration: 40, sha256: 'a' };
  recorder().emit({ type: 'sent', id: 'r1', code: 'upload.adopted', adopted });
  await finishing;
  expect(textsOf(server.completed[0]?.metadata.draft)).toEqual(['Darin.']);
});

test('The server gets the text while it is recorded, without the words, and loses it with a recording that is discarded', async () => {
  const { recording, monitors, said, server } = await started();
  monitors.window(said('Eins.', { startS: 1 }));
  await eventually(() => expect(server.drafts).toHaveLength(1));
  expect(server.drafts[0]?.draft.segments).toEqual([{ start: 1, end: 3, text: 'Eins.' }]);
  await recording.discard();
  const empty = { engine: 'preview', model: 'tiny', language: 'de', segments: [] };
  expect(server.drafts.at(-1)).toEqual({ sessionId: 's1', draft: empty });
});

test('While it is recorded, the server gets the draft when it has changed, until it wants no more', async () => {
  const world = await started();
  const { recording, monitors, said, server } = world;
  monitors.window(said('Eins.', { startS: 1 }));
  await eventually(() => expect(server.drafts).toHaveLength(1));
  expect(server.drafts[0]).toMatchObject({ sessionId: 's1', draft: { engine: 'preview', model: 'tiny' } });
  server.draftFailures.push(new ApiError('network.failed', 0), new ApiError('session.draft_closed', 409));
  monitors.window(said('Zwei.', { startS: 5 }));
  await eventually(() => expect(server.draftFailures).toEqual([]));
  monitors.window(said('Drei.', { startS: 9 }));
  await eventually(() => expect(written(recording)).toHaveLength(3));
  await finished(world);
  expect(server.drafts).toHaveLength(1);
  expect(recording.state.problem).toBeNull();
});
