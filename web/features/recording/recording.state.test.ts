import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { WorkerError } from '#workers/rpc.ts';
import { CaptureError } from './capture/permission.rules.ts';
import { createWorld, draft, keptOf, recordOf, soundOf, type World } from './recording-doubles.ts';
import type { RecordingDeps } from './recording-deps.ts';
import type { Recording } from './state/recording.rules.ts';
import { createRecording } from './recording.state.ts';

type Opened = World & { recording: Recording };

function open(change: Partial<RecordingDeps> = {}): Opened {
  const world = createWorld(change);
  const recording = createRecording(world.deps);
  onTestFinished(() => recording[Symbol.dispose]());
  return { ...world, recording };
}

async function started(change: Partial<RecordingDeps> = {}): Promise<Opened> {
  const world = open(change);
  await world.recording.prepare();
  await world.recording.start();
  world.recorder().record(60);
  return world;
}

const codes = ({ state }: Recording) => state.markers.map(({ code, at }) => [code, at]);
const refused = (code: string, status: number) =>
  new ApiError(code, status, { code, detail: '', request_id: 'q1' });

test('From the microphone to the server: everything that is known of the recording arrives', async () => {
  const { recording, server, device, monitors, sent, isAwake, isLeavingGuarded } = await started();
  const { state } = recording;
  expect(state).toMatchObject({ stage: 'recording', positionS: 60, storage: { kind: 'opfs' } });
  expect(isAwake()).toBe(true);
  expect(isLeavingGuarded()).toBe(true);
  recording.mark('Antrag 3');
  recording.setNotes('Wichtig');
  const finishing = recording.finish();
  await eventually(() => expect(state.stage).toBe('uploading'));
  expect(isLeavingGuarded()).toBe(true);
  sent('r1');
  monitors.part(soundOf(60));
  await finishing;
  expect(state.stage).toBe('finished');
  expect(isLeavingGuarded()).toBe(false);
  expect(isAwake()).toBe(false);
  expect(device.stored.size).toBe(0);
  expect(server.notes.get('s1')?.text).toBe('Wichtig');
  expect(server.completed).toEqual([
    {
      sessionId: 's1',
      peaks: 2400,
      metadata: expect.objectContaining({
        duration: 60,
        bytes: 480_000,
        mode: 'record',
        sha256: expect.stringMatching(/^r1/),
        started_at: '2026-11-20T09:00:00.000Z',
        speech: [[0, 60]],
        markers: [{ at: 60, kind: 'user', code: '', text: 'Antrag 3' }],
        verdict: expect.objectContaining({ grade: 'good' }),
      }),
    },
  ]);
});

test('The copy on the device goes only after the server’s digest matched', async () => {
  const { recording, server, device, monitors, sent } = await started();
  server.failures.push(refused('request.failed', 500));
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(recording.state).toMatchObject({
    stage: 'completing',
    problem: { code: 'request.failed', requestId: 'q1' },
  });
  expect(device.stored.size).toBe(1);
  await recording.retry();
  expect(recording.state).toMatchObject({ stage: 'finished', problem: null });
  expect(device.stored.size).toBe(0);
});

test('A digest that differs sends everything again, once, and never deletes', async () => {
  const { recording, server, device, monitors, sent } = await started();
  server.failures.push(refused('recording.digest_mismatch', 409), refused('recording.digest_mismatch', 409));
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await eventually(() => expect(device.log).toContain('anew'));
  sent('r1');
  await finishing;
  expect(recording.state.problem?.code).toBe('recording.digest_mismatch');
  expect(device.stored.size).toBe(1);
});

test('A connection that is away at the end is waited for, and told meanwhile', async () => {
  const { recording, server, monitors, sent } = await started();
  server.failures.push(new ApiError('network.failed', 0), new ApiError('network.unexpected', 503));
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(recording.state).toMatchObject({ stage: 'finished', problem: null });
  expect(server.completed).toHaveLength(1);
});

test('A session that has gone is replaced by a new one when the person says so', async () => {
  const { recording, server, device, monitors, sent } = await started();
  recording.setNotes('bleibt');
  await eventually(() => expect(server.notes.get('s1')).toBeDefined());
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1', 'session.not_found');
  await finishing;
  expect(recording.state.problem?.code).toBe('session.not_found');
  const again = recording.retry();
  await eventually(() => expect(device.log).toContain('anew new1'));
  sent('r1');
  await again;
  expect(server.created).toEqual(['Sitzung']);
  expect(server.completed[0]?.sessionId).toBe('new1');
  expect(server.notes.get('new1')?.text).toBe('bleibt');
  expect(recording.state).toMatchObject({ stage: 'finished', sessionId: 'new1' });
});

test('What the server refuses while recording is told, and tried again at Stop', async () => {
  const { recording, device, monitors, sent } = await started();
  sent('r1', 'upload.quota_exceeded');
  expect(recording.state).toMatchObject({ stage: 'recording', problem: { code: 'upload.quota_exceeded' } });
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(device.log).toContain('retryNow'));
  sent('r1');
  await finishing;
  expect(recording.state.stage).toBe('finished');
});

test('A session that got its recording before the answer was lost is completed all the same', async () => {
  const { recording, monitors, sent } = await started();
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1', 'upload.already_complete');
  await finishing;
  expect(recording.state.stage).toBe('finished');
});

/** Stops before the first sample, as if a call or a headset switch held the microphone. */
async function stoppedWithoutSound(change: Partial<RecordingDeps> = {}): Promise<Opened> {
  const world = open(change);
  await world.recording.prepare();
  await world.recording.start();
  world.recording.setNotes('Eine Seite Notizen');
  await world.recording.finish();
  return world;
}

test('Nothing recorded at all ends without a recording, and says so', async () => {
  const { recording, server, captures, isAwake, isLeavingGuarded } = await stoppedWithoutSound();
  expect(recording.state).toMatchObject({ stage: 'idle', problem: { code: 'recording.no_audio' } });
  expect(server.completed).toEqual([]);
  expect(captures.latest().isOpen).toBe(false);
  expect([isAwake(), isLeavingGuarded()]).toEqual([false, false]);
});

test('After a try without sound, the next recording on the same screen arrives whole, with all notes and marks', async () => {
  const { recording, recorder, server, device, monitors, sent } = await stoppedWithoutSound();
  await recording.retry();
  await recording.start();
  recorder().record(600);
  recording.mark('Antrag 3');
  recording.setNotes('Eine Seite Notizen, und mehr');
  monitors.part(soundOf(600));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(recording.state).toMatchObject({ stage: 'finished', problem: null });
  expect(server.completed).toMatchObject([
    { sessionId: 's1', metadata: { duration: 600, markers: [{ at: 600, text: 'Antrag 3' }] } },
  ]);
  expect(server.notes.get('s1')?.text).toBe('Eine Seite Notizen, und mehr');
  expect(device.stored.size).toBe(0);
});

test('Notes beside a try without sound reach the server, and so does what is typed afterwards', async () => {
  const { recording, server } = await stoppedWithoutSound();
  await eventually(() => expect(server.notes.get('s1')?.text).toBe('Eine Seite Notizen'));
  recording.setNotes('Eine Seite Notizen. Noch etwas.');
  await eventually(() => expect(server.notes.get('s1')?.text).toBe('Eine Seite Notizen. Noch etwas.'));
});

test('Notes beside a try without sound stay on the device while the server cannot be reached', async () => {
  const world = createWorld();
  const saveNotes = () => Promise.reject(new ApiError('network.failed', 0));
  const { recording, device } = await stoppedWithoutSound({ server: { ...world.deps.server, saveNotes } });
  expect(recording.state.notesSaved).toBe('device');
  recording.setNotes('Eine Seite Notizen. Noch etwas.');
  await eventually(() =>
    expect(device.stored.get('r1')?.record.notes).toBe('Eine Seite Notizen. Noch etwas.'),
  );
  recording[Symbol.dispose]();
  expect(device.stored.get('r1')?.record.notes).toBe('Eine Seite Notizen. Noch etwas.');
});

test('Notes that a full device cannot store are not shown as kept there, also when the recording goes on', async () => {
  const world = createWorld();
  const saveNotes = () => Promise.reject(new ApiError('network.failed', 0));
  const { recording, recorder } = await started({ server: { ...world.deps.server, saveNotes } });
  const { annotate } = recorder();
  // The recorder reports that the note is only in memory.
  recorder().annotate = async (change) => ({ ...(await annotate(change)), isStored: false });
  recording.setNotes('Eine Seite Notizen');
  recorder().finish = () => Promise.reject(new WorkerError('recording.no_audio'));
  await recording.finish();
  expect(recording.state).toMatchObject({ stage: 'idle', notesSaved: 'no' });
  await recording.retry();
  await recording.start();
  expect(recording.state).toMatchObject({ stage: 'recording', notesSaved: 'no' });
});

test('Notes of a recording that is thrown away stay: on the server, or on the device until they can be sent', async () => {
  const first = await started();
  first.recording.setNotes('bleibt');
  await first.recording.discard();
  expect(first.server.notes.get('s1')?.text).toBe('bleibt');
  expect(first.device.stored.size).toBe(0);

  const saveNotes = () => Promise.reject(new ApiError('network.failed', 0));
  const second = await started({ server: { ...createWorld().deps.server, saveNotes } });
  second.recording.setNotes('bleibt auch');
  await second.recording.discard();
  expect([...second.device.stored.values()]).toMatchObject([
    { durationS: 0, record: { notes: 'bleibt auch' } },
  ]);
});

test('A recording that cannot be removed, since there is no room to keep its notes, stays without an error on screen', async () => {
  const { recording, recorder, device } = await started();
  recorder().throwAway = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
  await recording.discard();
  expect(recording.state.stage).toBe('idle');
  expect(device.stored.get('r1')?.durationS).toBe(60);
});

test('An adopted recording gets the markers and notes of the device, and the copy here is removed', async () => {
  const { recording, recorder, server, device, monitors } = await started();
  recording.mark('in dem, was er hat');
  recording.setNotes('Notiz');
  recorder().record(30);
  recording.mark('dahinter');
  const adopted = { session_id: 's1', bytes: 500_000, duration: 62.5, sha256: 'a' };
  monitors.part(soundOf(90));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  recorder().emit({ type: 'sent', id: 'r1', code: 'upload.adopted', adopted });
  await finishing;
  expect(recording.state).toMatchObject({ stage: 'finished', problem: null });
  expect(server.completed).toMatchObject([
    { sessionId: 's1', metadata: { adopted: 'up-r1', duration: 62.5, markers: [{ at: 60 }] } },
  ]);
  expect(server.notes.get('s1')?.text).toBe('Notiz');
  expect(device.stored.size).toBe(0);
});

test('Sound beyond an adopted upload arrives in a session of its own before the recording is shown as finished', async () => {
  const { recording, recorder, server, device, monitors, sent } = await started();
  const rest = recordOf({
    id: 'rest',
    sessionId: null,
    session: { ...draft, title: 'Sitzung (2)' },
    part: 2,
  });
  device.stored.set('rest', { record: rest, durationS: 20 });
  const finished = { id: 'rest', durationS: 20, bytes: 160_000, sha256: 'b' };
  // The recorder requests the session before the page knows the recording.
  await recorder().options.session('rest', rest.session, 'rest');
  device.splits.push({ is: 'rest', uploadId: 'up', record: rest, finished });
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  const adopted = { session_id: 's1', bytes: 320_000, duration: 40, sha256: 'a' };
  recorder().emit({ type: 'sent', id: 'r1', code: 'upload.adopted', adopted });
  await eventually(() => expect(device.stored.has('r1')).toBe(false));
  expect(recording.state.stage).not.toBe('finished');
  sent('rest');
  await finishing;
  expect(recording.state.stage).toBe('finished');
  expect(server.completed.map(({ sessionId }) => sessionId)).toEqual(['s1', 'new1']);
  expect(device.stored.size).toBe(0);
});

test('Sound beyond an adopted upload is not forgotten when the server fails in the step before', async () => {
  const { recording, recorder, server, device, monitors, sent } = await started();
  const rest = recordOf({ id: 'rest', sessionId: 'new', part: 2 });
  device.stored.set('rest', { record: rest, durationS: 20 });
  const finished = { id: 'rest', durationS: 20, bytes: 160_000, sha256: 'b' };
  device.splits.push({ is: 'rest', uploadId: 'up', record: rest, finished });
  server.failures.push(refused('request.failed', 500));
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  const adopted = { session_id: 's1', bytes: 320_000, duration: 40, sha256: 'a' };
  recorder().emit({ type: 'sent', id: 'r1', code: 'upload.adopted', adopted });
  await finishing;
  expect(recording.state.problem?.code).toBe('request.failed');
  sent('rest');
  await recording.retry();
  expect(recording.state.stage).toBe('finished');
  expect(server.completed.map(({ sessionId }) => sessionId).toSorted()).toEqual(['new', 's1']);
  expect(device.stored.size).toBe(0);
});

test('A session that was deleted before its id arrived is created again with another key', async () => {
  const world = createWorld();
  const gone = new Set<string>();
  const keys: string[] = [];
  const { recording, recorder, device } = await started({
    server: {
      ...world.deps.server,
      async createSession(_draft, key) {
        keys.push(key);
        if (gone.has(key)) throw refused('session.gone', 410);
        return `made with ${keys.length}`;
      },
    },
  });
  gone.add('r1');
  expect(await recorder().options.session('r1', draft, 'r1')).toBe('made with 2');
  expect(keys[1]).not.toBe('r1');
  expect(device.stored.get('r1')?.record.sessionKey).toBe(keys[1]);
  recording[Symbol.dispose]();
});

test('If the sound of the device differs from the adopted one, all of it gets a session of its own', async () => {
  const { recording, recorder, server, device, monitors, sent } = await started();
  device.splits.push({ is: 'other', session: { ...draft, title: 'Sitzung (2)' } });
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  const adopted = { session_id: 's1', bytes: 320_000, duration: 40, sha256: 'a' };
  recorder().emit({ type: 'sent', id: 'r1', code: 'upload.adopted', adopted });
  await eventually(() => expect(device.log).toContain('anew new1'));
  sent('r1');
  await finishing;
  expect(server.created).toEqual(['Sitzung (2)']);
  expect(server.completed).toMatchObject([{ sessionId: 'new1', metadata: { duration: 60 } }]);
});

test('If the server had more than this device, length and digest of the whole are reported', async () => {
  const { recording, recorder, server, monitors } = await started();
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  const finished = { id: 'r1', durationS: 95, bytes: 760_000, sha256: 'whole' };
  recorder().emit({ type: 'sent', id: 'r1', code: null, finished });
  await finishing;
  expect(server.completed[0]?.metadata).toMatchObject({ duration: 95, bytes: 760_000, sha256: 'whole' });
});

test('A mark set after a part has ended, and before the page knows it, lies at the beginning of the next part', async () => {
  const { recording, recorder, monitors } = await started({ longestS: 60 });
  monitors.part(soundOf(60));
  // The monitor reaches the next part before the recorder reports it.
  monitors.report({}, 0.4);
  recording.mark('im zweiten Teil');
  recorder().roll();
  expect(recording.state.markers).toMatchObject([{ at: 0.4, text: 'im zweiten Teil' }]);

  const deaf = await started({ longestS: 60 });
  deaf.monitors.fail();
  deaf.recording.mark('ohne Monitor');
  deaf.recorder().roll();
  expect(deaf.recording.state.markers).toMatchObject([{ at: 0, text: 'ohne Monitor' }]);
});

test('A recorder that has failed too often is opened again when the person asks for it', async () => {
  const { recording, recorder, device, monitors, sent } = await started();
  for (let time = 0; time < 4; time++) {
    recorder().emit({ type: 'crashed', code: 'worker.crashed', detail: 'x' });
    await eventually(() =>
      expect(device.log.filter((call) => call === 'goOn')).toHaveLength(Math.min(3, time + 1)),
    );
  }
  await eventually(() => expect(recording.state.problem?.code).toBe('worker.crashed'));
  await recording.retry();
  expect(recording.state).toMatchObject({ stage: 'recording', problem: null });
  recorder().record(5);
  monitors.part(soundOf(5));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(recording.state.stage).toBe('finished');
});

test('After the longest length the next part goes on in a session of its own, and the first one arrives meanwhile', async () => {
  const { recording, recorder, server, device, monitors, sent } = await started();
  const { state } = recording;
  recording.mark();
  recording.setNotes('Teil 1');
  recorder().emit({ type: 'progress', id: 'r1', positionS: 9_000, storedS: 9_000, bytes: 72_000_000 });
  monitors.part(soundOf(60));
  monitors.report({ warnings: ['hum'] }, 0.1);
  recorder().roll();
  expect(state).toMatchObject({ stage: 'recording', part: 2, title: 'Sitzung (2)', positionS: 0, notes: '' });
  expect(codes(recording)).toEqual([['capture.hum', 0.1]]);
  const next = recorder().current() as string;
  await recorder().options.session(next, { ...device.stored.get(next)!.record.session }, next);
  expect(state.sessionId).toBe('new1');
  expect(server.created).toEqual(['Sitzung (2)']);
  sent('r1');
  await eventually(() => expect(server.completed).toHaveLength(1));
  expect(server.completed[0]).toMatchObject({ sessionId: 's1', metadata: { markers: [{ at: 60 }] } });
  expect(server.notes.get('s1')?.text).toBe('Teil 1');
  recorder().record(5);
  expect(state.positionS).toBe(5);
  recording.setNotes('Teil 2');
  monitors.part(soundOf(5));
  const finishing = recording.finish();
  await eventually(() => expect(state.stage).toBe('uploading'));
  sent(next);
  await finishing;
  expect(server.completed[1]).toMatchObject({ sessionId: 'new1', metadata: { duration: 5 } });
  expect(server.notes.get('new1')?.text).toBe('Teil 2');
  expect(device.stored.size).toBe(0);
});

test('After a try without sound, a recording that reaches the longest length is still shown as recording', async () => {
  const { recording, recorder, monitors, device, sent, server } = await stoppedWithoutSound();
  await recording.retry();
  await recording.start();
  recorder().record(600);
  monitors.part(soundOf(600));
  recorder().roll();
  sent('r1');
  await eventually(() => expect(server.completed).toHaveLength(1));
  expect(recording.state).toMatchObject({ stage: 'recording', part: 2 });
  const next = recorder().current() as string;
  await recorder().options.session(next, device.stored.get(next)!.record.session, next);
  recorder().record(5);
  monitors.part(soundOf(5));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent(next);
  await finishing;
  expect(recording.state.stage).toBe('finished');
});

test('Finished is said only when the parts before are on the server, too', async () => {
  const { recording, recorder, monitors, device, sent } = await started();
  monitors.part(soundOf(60));
  recorder().roll();
  const next = recorder().current() as string;
  await recorder().options.session(next, device.stored.get(next)!.record.session, next);
  recorder().record(5);
  monitors.part(soundOf(5));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent(next);
  await eventually(() => expect(device.stored.has(next)).toBe(false));
  expect(recording.state.stage).not.toBe('finished');
  sent('r1');
  await finishing;
  expect(recording.state.stage).toBe('finished');
});

test('A session of a next part is made once, although it is asked for before the page knows of the part', async () => {
  const { recording, recorder, server, monitors, device } = await started();
  const session = recorder().options.session;
  const both = [session('r2', keptOf().record.session, 'r2'), session('r2', keptOf().record.session, 'r2')];
  expect(await Promise.all(both)).toEqual(['new1', 'new1']);
  monitors.part(soundOf(60));
  recorder().roll();
  expect(device.stored.has('r2')).toBe(true);
  await eventually(() => expect(recording.state.sessionId).toBe('new1'));
  expect(server.created).toHaveLength(1);
});

const unnamed = { id: null, draft, notes: { text: '', rev: 0 } };

test('A recording without a session gets it from its sound, and everything goes there', async () => {
  const { recording, recorder, server, device, monitors, sent } = await started({ session: unnamed });
  expect(recording.state.sessionId).toBeNull();
  expect(device.stored.get('r1')?.record).toMatchObject({ sessionId: null, session: draft });
  recording.setNotes('Wichtig');
  const { session } = device.stored.get('r1')!.record;
  expect(await recorder().options.session('r1', session, 'r1')).toBe('new1');
  await eventually(() => expect(server.notes.get('new1')?.text).toBe('Wichtig'));
  expect(recording.state.sessionId).toBe('new1');
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(recording.state.stage).toBe('finished');
  expect(server.completed.map(({ sessionId }) => sessionId)).toEqual(['new1']);
  expect(server.created).toEqual(['Sitzung']);
});

test('Refused, or left before any sound, a recording without a session creates nothing', async () => {
  const { recording, captures, server, device } = open({ session: unnamed });
  captures.failures.push(new CaptureError('capture.denied'));
  await recording.prepare();
  await recording.start();
  expect(recording.state).toMatchObject({
    stage: 'idle',
    sessionId: null,
    problem: { code: 'capture.denied' },
  });
  expect(device.log).not.toContain('start');
  expect(server.created).toEqual([]);
});

test('Name and language that are changed while recording lie on the device, and reach the session', async () => {
  const { recording, recorder, server, device } = open({ session: unnamed });
  recording.describe({ title: 'Vorher' });
  await recording.prepare();
  await recording.start();
  expect(device.stored.get('r1')?.record.session).toMatchObject({ title: 'Vorher', language: 'de' });
  recorder().record(1);
  recording.describe({ title: 'Gemeinderat ', language: 'fr' });
  const words = { title: 'Gemeinderat', language: 'fr' };
  await eventually(() => expect(device.stored.get('r1')?.record.session).toMatchObject(words));
  expect(server.described).toEqual([]);
  server.describeFailures.push(new ApiError('network.failed', 0));
  await recorder().options.session('r1', draft, 'r1');
  await eventually(() => expect(server.described).toEqual([['new1', words]]));
  recording.describe({ title: 'Kommission' });
  await recording.settleWords();
  expect(server.described.at(-1)).toEqual(['new1', { title: 'Kommission' }]);
  expect(recording.state).toMatchObject({ title: 'Kommission', language: 'fr' });
});

test('A name that the server refuses for good is not sent again', async () => {
  const { recording, server } = await started();
  server.describeFailures.push(refused('session.not_found', 404));
  recording.describe({ title: 'Weg' });
  await recording.settleWords();
  await recording.settleWords();
  expect(server.described).toEqual([]);
  expect(server.describeFailures).toEqual([]);
});

test('With rolling over switched off it ends at the longest length by itself', async () => {
  const { recording, recorder, device } = await started();
  recording.setRollover(false);
  recorder().emit({ type: 'progress', id: 'r1', positionS: 9_000, storedS: 9_000, bytes: 72_000_000 });
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  expect(device.log).toContain('finish');
});

test('Rolling over that was switched off before the start is off after it', async () => {
  const { recording, device } = open();
  await recording.prepare();
  recording.setRollover(false);
  await recording.start();
  expect(device.log.lastIndexOf('setRollover')).toBeGreaterThan(device.log.indexOf('start'));
});

test('A pause is a gap on the timeline, and no second call changes anything', async () => {
  const { recording, recorder, device } = await started();
  recording.pause();
  recording.pause();
  expect(recording.state.stage).toBe('paused');
  expect(device.log.filter((call) => call === 'pause')).toHaveLength(1);
  recording.resume();
  recording.resume();
  recorder().record(1);
  expect(codes(recording)).toEqual([['capture.paused', 60]]);
  await eventually(() => expect(device.stored.get('r1')?.record.markers).toHaveLength(1));
});

test('A microphone that was pulled out interrupts; another one that is chosen goes on behind a gap', async () => {
  const { recording, captures, recorder } = await started({
    timings: { ...createWorld().deps.timings, fallbackAfterMs: 600_000 },
  });
  captures.latest().pullOut();
  expect(recording.state.stage).toBe('interrupted');
  await recording.chooseDevice('usb');
  expect(recording.state).toMatchObject({ stage: 'recording', deviceId: 'usb', problem: null });
  recorder().record(2);
  expect(codes(recording)).toEqual([['capture.track_ended', 60]]);
});

test('When nobody chooses another microphone, the default one goes on and that is said', async () => {
  const { recording, captures } = open();
  await recording.chooseDevice('usb');
  await recording.prepare();
  await recording.start();
  captures.latest().pullOut();
  await eventually(() => expect(recording.state.stage).toBe('recording'));
  expect(recording.state).toMatchObject({ deviceId: 'default', problem: { code: 'capture.switched' } });
});

test('A microphone that goes in a pause ends no pause', async () => {
  const { recording, captures } = await started();
  recording.pause();
  captures.latest().pullOut();
  await eventually(() => expect(captures.latest().microphone()).not.toBeNull());
  expect(recording.state.stage).toBe('paused');
  recording.resume();
  expect(recording.state.stage).toBe('recording');
});

test('Without a microphone the recording is finished all the same', async () => {
  const { recording, captures, monitors, sent } = await started({
    timings: { ...createWorld().deps.timings, fallbackAfterMs: 600_000 },
  });
  captures.latest().pullOut();
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(recording.state.stage).toBe('finished');
});

test('Why there is no microphone is said, and asked again on retry', async () => {
  const { recording, captures } = open();
  captures.failures.push(new CaptureError('capture.denied'));
  await recording.prepare();
  expect(recording.state).toMatchObject({ stage: 'idle', problem: { code: 'capture.denied' } });
  await recording.retry();
  expect(recording.state).toMatchObject({ stage: 'ready', problem: null });
});

test('An option that the device refuses is off again, and the microphone stays', async () => {
  const { recording, captures } = open();
  await recording.prepare();
  captures.failures.push(new CaptureError('capture.busy'));
  await recording.setOptions({ echoCancellation: true });
  expect(recording.state.options.echoCancellation).toBe(false);
  expect(recording.state).toMatchObject({ stage: 'ready', problem: { code: 'capture.busy' } });
  await recording.setOptions({ echoCancellation: true });
  expect(recording.state.options.echoCancellation).toBe(true);
});

test('Warnings are shown, marked once for each time, and put away while they last', async () => {
  const { recording, monitors } = await started();
  const { state } = recording;
  monitors.report({ warnings: ['too_quiet'] }, 60);
  monitors.report({ warnings: ['too_quiet'] }, 60.02);
  expect(state.warnings).toEqual(['too_quiet']);
  recording.dismiss('too_quiet');
  monitors.report({ warnings: ['too_quiet'] }, 61);
  expect(state.dismissed).toEqual(['too_quiet']);
  monitors.report({ warnings: [] }, 62);
  expect(state.dismissed).toEqual([]);
  monitors.report({ warnings: ['too_quiet'] }, 70);
  expect(codes(recording)).toEqual([
    ['capture.too_quiet', 60],
    ['capture.too_quiet', 70],
  ]);
});

test('A muted microphone is told while it lasts, and not in a hidden page', async () => {
  const { recording, captures, hide } = await started();
  captures.latest().emit({ type: 'muted', isMuted: true });
  expect(recording.state.warnings).toEqual(['muted']);
  hide(true);
  expect(recording.state.warnings).toEqual([]);
  hide(false);
  captures.latest().emit({ type: 'muted', isMuted: false });
  expect(recording.state.warnings).toEqual([]);
});

test('What carries the computer’s own sound is no microphone', async () => {
  const { recording, captures } = open();
  captures.microphones['usb'] = 'Monitor of Built-in Audio';
  await recording.chooseDevice('usb');
  await recording.prepare();
  expect(recording.state).toMatchObject({ warnings: ['wrong_device'], verdict: 'wrong_device' });
  await recording.chooseDevice('default');
  expect(recording.state.warnings).toEqual([]);
});

test('Sound that the browser holds still is told and leaves a gap, but raises no warning', async () => {
  const { recording, captures, monitors } = await started();
  monitors.report({ warnings: ['noisy'] }, 60);
  captures.latest().emit({ type: 'suspended', isSuspended: true });
  expect(recording.state.warnings).toEqual([]);
  await eventually(() => expect(recording.state.problem?.code).toBe('capture.suspended'));
  captures.latest().emit({ type: 'suspended', isSuspended: false });
  expect(recording.state.problem).toBeNull();
  expect(codes(recording)).toContainEqual(['capture.suspended', 60]);
});

test('Without a monitor the recording goes on, and its sound is measured at the end', async () => {
  const { recording, monitors, analysed, server, sent } = await started();
  monitors.fail();
  await eventually(() => expect(recording.state.isMonitored).toBe(false));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(analysed()).toBe(1);
  expect(server.completed[0]?.metadata.speech).toEqual([[0, 60]]);
});

test('A recorder that fails is replaced: what it stored goes on behind a gap', async () => {
  const { recording, recorder, device, monitors, analysed, server, sent } = await started();
  recorder().emit({ type: 'crashed', code: 'worker.crashed', detail: 'out of memory' });
  await eventually(() => expect(device.log).toContain('goOn'));
  expect(device.opened).toHaveLength(2);
  await eventually(() => expect(codes(recording)).toEqual([['capture.crashed', 60]]));
  recorder().record(5);
  expect(recording.state).toMatchObject({ stage: 'recording', positionS: 65, problem: null });
  monitors.part(soundOf(5));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  // The new monitor has not heard the whole recording.
  expect(analysed()).toBe(1);
  expect(server.completed[0]?.metadata.duration).toBe(65);
});

test('A recorder that fails while sending is replaced, and the rest is sent', async () => {
  const { recording, recorder, device, monitors, sent } = await started();
  monitors.part(soundOf(60));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  recorder().emit({ type: 'crashed', code: 'worker.crashed', detail: 'x' });
  await eventually(() => expect(device.log).toContain('deliver'));
  sent('r1');
  await finishing;
  expect(recording.state.stage).toBe('finished');
});

test('A recorder that fails again and again ends the recording, whose sound stays on the device', async () => {
  const { recording, recorder, device } = await started();
  for (let time = 0; time < 4; time++) {
    recorder().emit({ type: 'crashed', code: 'worker.crashed', detail: 'x' });
    await eventually(() =>
      expect(device.log.filter((call) => call === 'goOn')).toHaveLength(Math.min(3, time + 1)),
    );
  }
  await eventually(() => expect(recording.state.problem?.code).toBe('worker.crashed'));
  expect(recording.state.stage).toBe('interrupted');
  expect(device.stored.get('r1')?.durationS).toBe(60);
});

test('A recorder that works is not replaced by trying again, because it may hold what is stored nowhere else', async () => {
  const { recording, recorder } = await started();
  const working = recorder();
  working.emit({ type: 'sent', id: 'r1', code: 'worker.failed' });
  await eventually(() => expect(recording.state.problem?.code).toBe('worker.failed'));
  await recording.retry();
  expect(recorder()).toBe(working);
  expect(recording.state.stage).toBe('recording');
});

test('Signed out in the middle it goes on, and sends when the same person is back', async () => {
  const { recording, recorder, server } = await started();
  server.signIn(false);
  const headers = recorder().options.headers();
  await eventually(() => expect(recording.state.isSignedOut).toBe(true));
  expect(recording.state.stage).toBe('recording');
  server.signIn(true);
  expect(await headers).toEqual({ authorization: 'Bearer token' });
  expect(recording.state.isSignedOut).toBe(false);
});

test('A kept recording goes on behind its gap, with its notes and the session’s', async () => {
  const kept = keptOf({ notes: 'vom Gerät', markers: [{ at: 3, kind: 'user', code: '', text: '' }] });
  const { recording, device, recorder, server, monitors, analysed, sent } = open({
    kept,
    session: { ...createWorld().deps.session, notes: { text: 'vom Server', rev: 4 } },
  });
  server.notes.set('s1', { text: 'vom Server', rev: 4 });
  device.stored.set('r1', { record: kept.record, durationS: 10 });
  expect(recording.state).toMatchObject({ positionS: 10, notes: 'vom Server\n\nvom Gerät' });
  await recording.prepare();
  await recording.start();
  recorder().record(5);
  expect(recording.state.positionS).toBe(15);
  expect(codes(recording)).toEqual([
    ['', 3],
    ['capture.crashed', 10],
  ]);
  monitors.report({ warnings: ['hum'] }, 1);
  expect(codes(recording)).toContainEqual(['capture.hum', 11]);
  monitors.part(soundOf(5));
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  sent('r1');
  await finishing;
  expect(analysed()).toBe(1);
  expect(server.notes.get('s1')?.text).toBe('vom Server\n\nvom Gerät');
});

test('Another tab that records this session is told before anything is recorded', async () => {
  const { recording, recorder } = open();
  await recording.prepare();
  recorder().start = () => Promise.reject(Object.assign(new Error('x'), { code: 'recording.elsewhere' }));
  await recording.start();
  expect(recording.state).toMatchObject({ stage: 'ready', problem: { code: 'recording.elsewhere' } });
});

test('Discarding lets go of the microphone and of what lies on the device', async () => {
  const { recording, captures, device, isAwake } = await started();
  await recording.discard();
  expect(recording.state.stage).toBe('idle');
  expect(captures.latest().isOpen).toBe(false);
  expect(device.stored.size).toBe(0);
  expect(isAwake()).toBe(false);
});

test('A session that is being created while its recording is thrown away is known afterwards', async () => {
  const world = createWorld({ session: unnamed });
  const asked = Promise.withResolvers<string>();
  const server = { ...world.deps.server, createSession: () => asked.promise };
  const recording = createRecording({ ...world.deps, server });
  onTestFinished(() => recording[Symbol.dispose]());
  await recording.prepare();
  await recording.start();
  world.recorder().record(1);
  const created = world.recorder().options.session('r1', draft, 'r1');
  const discarding = recording.discard();
  asked.resolve('new1');
  await Promise.all([created, discarding]);
  expect(recording.ownSession()).toBe('new1');
});

test('A creation that takes too long does not hold up who throws the recording away', async () => {
  const world = createWorld({ session: unnamed });
  const server = { ...world.deps.server, createSession: () => new Promise<string>(() => {}) };
  const recording = createRecording({ ...world.deps, server });
  onTestFinished(() => recording[Symbol.dispose]());
  await recording.prepare();
  await recording.start();
  void world.recorder().options.session('r1', draft, 'r1');
  await recording.discard();
  expect([recording.ownSession(), world.device.stored.size]).toEqual([null, 0]);
});

test('A part without a session that is thrown away has not the session of the part before', async () => {
  const { recording, recorder, device, sent } = await started();
  recorder().roll();
  recorder().record(5);
  expect(recording.state).toMatchObject({ sessionId: 's1', part: 2 });
  const discarding = recording.discard();
  await eventually(() => expect([...device.stored.keys()]).toEqual(['r1']));
  sent('r1');
  await discarding;
  expect(recording.state.sessionId).toBe('s1');
  expect(recording.ownSession()).toBeNull();
});

test('What is thrown away while it is being sent is waited for by nobody', async () => {
  const { recording, device, server } = await started();
  const finishing = recording.finish();
  await eventually(() => expect(recording.state.stage).toBe('uploading'));
  await recording.discard();
  await finishing;
  expect(recording.state).toMatchObject({ stage: 'idle', problem: null });
  expect(device.stored.size).toBe(0);
  expect(server.completed).toEqual([]);
});

test('Throwing the second part away keeps the first one on its way', async () => {
  const { recording, recorder, device, monitors, server, sent } = await started();
  monitors.part(soundOf(60));
  recorder().roll();
  recorder().record(5);
  const discarding = recording.discard();
  await eventually(() => expect([...device.stored.keys()]).toEqual(['r1']));
  sent('r1');
  await discarding;
  expect(server.completed.map(({ sessionId }) => sessionId)).toEqual(['s1']);
});

test('Ending its owner lets go of everything but the sound on the device', async () => {
  const { recording, captures, device, isAwake, reports } = await started();
  recording[Symbol.dispose]();
  expect(captures.latest().isOpen).toBe(false);
  expect(isAwake()).toBe(false);
  expect(reports.at(-1)).toBeNull();
  expect(device.stored.get('r1')?.durationS).toBe(60);
});

type Call = (world: Opened) => unknown;
const calls: Record<string, Call> = {
  prepare: ({ recording }) => recording.prepare(),
  start: ({ recording }) => recording.start(),
  pause: ({ recording }) => recording.pause(),
  resume: ({ recording }) => recording.resume(),
  mark: ({ recording }) => recording.mark(),
  notes: ({ recording }) => recording.setNotes('x'),
  describe: ({ recording }) => recording.describe({ title: 'Neu' }),
  choose: ({ recording }) => recording.chooseDevice('usb'),
  options: ({ recording }) => recording.setOptions({ noiseSuppression: true }),
  sound: ({ recorder }) => recorder().current() && recorder().record(10),
  pullOut: ({ captures }) => captures.built.at(-1)?.isOpen && captures.latest().pullOut(),
  roll: ({ recorder }) => recorder().current() && recorder().roll(),
  crash: ({ recorder }) => recorder().emit({ type: 'crashed', code: 'worker.crashed', detail: 'x' }),
  finish: ({ recording }) => void recording.finish(),
  retry: ({ recording }) => void recording.retry(),
  hide: ({ hide }) => hide(true),
};

test('In whatever order things happen, no sound is removed from the device before the server has it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(calls)), { minLength: 3, maxLength: 25 }),
      async (names) => {
        const world = createWorld();
        const recording = createRecording(world.deps);
        let recordedS = 0;
        const all = { ...world, recording };
        try {
          await recording.prepare();
          await recording.start();
          for (const name of names) {
            const before = [...world.device.stored.values()].reduce(
              (sum, { durationS }) => sum + durationS,
              0,
            );
            if (name === 'roll' && world.device.stored.get(world.recorder().current() ?? '')?.durationS === 0)
              continue;
            await calls[name]?.(all);
            const after = [...world.device.stored.values()].reduce(
              (sum, { durationS }) => sum + durationS,
              0,
            );
            if (name === 'sound') recordedS += after - before;
          }
          await new Promise((resolve) => setTimeout(resolve, 10));
          const kept = [...world.device.stored.values()].reduce((sum, { durationS }) => sum + durationS, 0);
          expect(kept).toBe(recordedS);
          expect(world.server.completed).toEqual([]);
        } finally {
          recording[Symbol.dispose]();
        }
      },
    ),
    { numRuns: 60 },
  );
});
