import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { canGoOn, createRecovery } from './recovery.state.ts';
import {
  createFakeServer,
  createWorld,
  keptOf,
  recordOf,
} from '#web/features/recording/recording-doubles.ts';
import type { RecordingDeps } from '#web/features/recording/recording-deps.ts';
import type { RecordingRecord } from '#workers/recorder/recorder.contract.ts';

const open = (...records: Partial<RecordingRecord>[]) => openWith({}, ...records);

async function openWith(change: Partial<RecordingDeps>, ...records: Partial<RecordingRecord>[]) {
  const world = createWorld(change);
  for (const record of records.map(recordOf)) {
    world.device.stored.set(record.id, { record, durationS: 10 });
  }
  let guard = () => false;
  const recovery = createRecovery({
    ...world.deps,
    formerIds: ['sub of anna'],
    guardLeaving(isUnsafe) {
      guard = isUnsafe;
      return () => {};
    },
  });
  onTestFinished(() => recovery[Symbol.dispose]());
  await recovery.refresh();
  return { ...world, recovery, isGuarded: () => guard() };
}

const problems = ({ state }: Awaited<ReturnType<typeof open>>['recovery']) =>
  state.items.map(({ problem }) => problem?.code ?? null);

test('What lies on the device is listed for its owner, oldest first', async () => {
  const { recovery } = await open(
    { id: 'b', startedAtMs: 2 },
    { id: 'a', startedAtMs: 1 },
    { id: 'c', userId: 'bert' },
    { id: 'd', userId: 'sub of anna', startedAtMs: 3 },
  );
  expect(recovery.state.items.map(({ kept }) => kept.record.id)).toEqual(['a', 'b', 'd']);
  expect(recovery.state.isLoaded).toBe(true);
});

test('A phone without a sign-in sees what it has recorded in this pairing, and a person sees all that is theirs', async () => {
  const records = [{ id: 'a', pairingId: 'p1' }, { id: 'b', pairingId: 'p2' }, { id: 'c' }];
  const seen = async (change: Partial<RecordingDeps>) =>
    (await openWith(change, ...records)).recovery.state.items.map(({ kept }) => kept.record.id);
  expect(await seen({ pairingId: 'p1' })).toEqual(['a']);
  expect(await seen({})).toEqual(['a', 'b', 'c']);
});

test('What the server has already, as it says of a phone without a sign-in, is completed again and not sent again', async () => {
  const server = createFakeServer();
  const port = { ...server.port, whenFinished: async () => {} };
  const { recovery, device } = await openWith({ server: port, pairingId: 'p1' }, { pairingId: 'p1' });
  await recovery.deliver('r1');
  expect(server.completed).toHaveLength(1);
  expect(recovery.state.delivered).toEqual([{ id: 'r1', sessionId: 's1', durationS: 10 }]);
  expect(device.stored.size).toBe(0);
});

/** A server whose pairing has ended, because it has the whole recording. It takes notes of the owner only. */
function finishedServer() {
  const server = createFakeServer();
  const refused = () => new ApiError('auth.token_expired', 401);
  const log: string[] = [];
  let is: 'living' | 'finished' | 'left' | 'owner' = 'living';
  const port = {
    ...server.port,
    isSignedIn: () => is !== 'left',
    isFinished: () => is === 'finished',
    leaveRest() {
      log.push('rest');
      if (is === 'finished') is = 'left';
    },
    async saveNotes(...call: Parameters<typeof server.port.saveNotes>) {
      log.push('notes');
      if (is === 'owner') return await server.port.saveNotes(...call);
      is = 'finished';
      throw refused();
    },
    async complete(...call: Parameters<typeof server.port.complete>) {
      log.push('complete');
      await server.port.complete(...call);
    },
  };
  return { server, port, log, signIn: () => (is = 'owner') };
}

test('Notes that a finished phone cannot send wait for a sign-in, after the completion was repeated', async () => {
  const { server, port, log, signIn } = finishedServer();
  const notes = { pairingId: 'p1', notes: 'Notiz' };
  const { recovery, device, sent } = await openWith({ server: port, pairingId: 'p1' }, notes);
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('deliver'));
  sent('r1');
  await eventually(() => expect(log.filter((call) => call !== 'notes')).toEqual(['complete', 'rest']));
  await eventually(() => expect(recovery.state.isSignedOut).toBe(true));
  expect(server.completed).toHaveLength(1);
  // The notes are told as unsent, and are on this device.
  expect(recovery.state).toMatchObject({ delivered: [], items: [{ isBusy: true }] });
  expect(device.stored.get('r1')?.record.notes).toBe('Notiz');
  signIn();
  await delivering;
  expect(server.notes.get('s1')?.text).toBe('Notiz');
  expect(device.stored.size).toBe(0);
});

test('Notes of a recording without audio that a finished phone cannot send wait for a sign-in', async () => {
  const { server, port, log, signIn } = finishedServer();
  const notes = { pairingId: 'p1', notes: 'Notiz' };
  const { recovery, device } = await openWith({ server: port, pairingId: 'p1' }, notes);
  device.stored.get('r1')!.durationS = 0;
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(recovery.state.isSignedOut).toBe(true));
  expect(log).toContain('rest');
  expect(device.stored.size).toBe(1);
  signIn();
  await delivering;
  expect(server.notes.get('s1')?.text).toBe('Notiz');
});

test('A kept recording is finished as it lies, measured, sent, completed and only then removed', async () => {
  const markers = [{ at: 3, kind: 'user' as const, code: '', text: '' }];
  const { recovery, server, device, sent, isGuarded } = await open({ notes: 'Notiz', markers });
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('sound'));
  expect(recovery.state.items[0]).toMatchObject({ isBusy: true, stage: 'uploading' });
  expect(isGuarded()).toBe(true);
  expect(device.stored.size).toBe(1);
  sent('r1');
  await delivering;
  expect(server.completed[0]).toMatchObject({
    sessionId: 's1',
    metadata: { duration: 10, speech: [[0, 10]], markers },
  });
  expect(server.notes.get('s1')?.text).toBe('Notiz');
  expect(device.stored.size).toBe(0);
  expect(recovery.state.items).toEqual([]);
  expect(recovery.state.delivered).toEqual([{ id: 'r1', sessionId: 's1', durationS: 10 }]);
  expect(isGuarded()).toBe(false);
});

test('The draft that was kept with a recording is sent with it', async () => {
  const segments = [{ start: 1, end: 3, text: 'Vor dem Absturz.' }];
  const draft = { engine: 'preview' as const, model: 'tiny', language: 'de', segments };
  const { recovery, server, device, sent } = await open({ draft });
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('deliver'));
  sent('r1');
  await delivering;
  expect(server.completed[0]?.metadata.draft).toEqual(draft);
});

test('One that began without a connection gets its session first', async () => {
  const { recovery, server, recorder, device, sent } = await open({ sessionId: null });
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('deliver'));
  await recorder().options.session('r1', recordOf().session, 'r1');
  sent('r1');
  await delivering;
  expect(server.completed[0]?.sessionId).toBe('new1');
});

test('What stands in the way is told beside it, and the next try takes it up', async () => {
  const { recovery, server, device, sent } = await open({});
  server.failures.push(new ApiError('request.failed', 500));
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('deliver'));
  sent('r1');
  await delivering;
  expect(problems(recovery)).toEqual(['request.failed']);
  expect(device.stored.size).toBe(1);
  await recovery.refresh();
  expect(problems(recovery)).toEqual(['request.failed']);
  await recovery.deliver('r1');
  expect(recovery.state.items).toEqual([]);
});

test('A session that has gone is replaced by a new one at the next try', async () => {
  const { recovery, server, device, sent } = await open({});
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('sound'));
  sent('r1', 'session.not_found');
  await delivering;
  expect(problems(recovery)).toEqual(['session.not_found']);
  const again = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('anew new1'));
  sent('r1');
  await again;
  expect(server.completed[0]?.sessionId).toBe('new1');
});

test('A recorder that fails on the way is replaced', async () => {
  const { recovery, device, recorder, sent } = await open({});
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('sound'));
  recorder().emit({ type: 'crashed', code: 'worker.crashed', detail: 'x' });
  await eventually(() => expect(device.log.filter((call) => call === 'deliver')).toHaveLength(2));
  sent('r1');
  await delivering;
  expect(recovery.state.items).toEqual([]);
});

test('A recorder whose script is blocked is a problem that has a cause', async () => {
  const { recovery, device, recorder } = await open({});
  for (let time = 1; time <= 4; time++) {
    recorder().emit({ type: 'crashed', code: 'worker.part_missing', detail: 'x' });
    await eventually(() => expect(device.opened).toHaveLength(Math.min(time + 1, 4)));
  }
  await eventually(() => expect(recovery.state.problem?.code).toBe('worker.part_missing'));
});

test('Discarding removes it from the device, also while it is being sent', async () => {
  const { recovery, device, server } = await open({}, { id: 'r2' });
  void recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('deliver'));
  await recovery.discard('r1');
  await recovery.discard('r2');
  expect(device.stored.size).toBe(0);
  expect(recovery.state.items).toEqual([]);
  await eventually(() => expect(recovery.isBusy()).toBe(false));
  expect(server.completed).toEqual([]);
});

test('A kept recording that is discarded takes its draft from the server, too', async () => {
  const segments = [{ start: 1, end: 3, text: 'Vor dem Absturz.' }];
  const draft = { engine: 'preview' as const, model: 'tiny', language: 'de', segments };
  const { recovery, server } = await open({ draft }, { id: 'r2', sessionId: 's2' });
  await recovery.discard('r1');
  await recovery.discard('r2');
  expect(server.drafts).toEqual([{ sessionId: 's1', draft: { ...draft, segments: [] } }]);
});

test('Notes without sound are saved in their session before they are removed from the device', async () => {
  const { recovery, device, server } = await open({ notes: 'Nur Notizen' });
  device.stored.get('r1')!.durationS = 0;
  await recovery.deliver('r1');
  expect(server.notes.get('s1')?.text).toBe('Nur Notizen');
  expect(recovery.state.items).toEqual([]);
  expect(device.stored.size).toBe(0);
  expect(server.completed).toEqual([]);
});

test('Notes on the device are never overwritten while a kept recording is being sent', async () => {
  const { recovery, device, recorder, sent } = await open({ notes: 'Von vorher', markers: [] });
  const written: (string | undefined)[] = [];
  const annotate = recorder().annotate;
  recorder().annotate = (input) => (written.push(input.notes), annotate(input));
  const deliver = recorder().deliver;
  recorder().deliver = async (id) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return await deliver(id);
  };
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('sound'));
  sent('r1');
  await delivering;
  expect(written.filter((notes) => notes !== undefined && notes !== 'Von vorher')).toEqual([]);
});

test('A recording that another tab has is not touched, and the next try reads what that tab has written', async () => {
  const { recovery, device, recorder, server, sent } = await open({ notes: 'alt' });
  const deliver = recorder().deliver;
  recorder().deliver = () => Promise.reject(Object.assign(new Error('x'), { code: 'recording.elsewhere' }));
  await recovery.deliver('r1');
  expect(problems(recovery)).toEqual(['recording.elsewhere']);
  device.stored.get('r1')!.record.notes = 'alt und neu';
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(device.stored.get('r1')?.record.notes).toBe('alt und neu');
  recorder().deliver = deliver;
  await recovery.refresh();
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('sound'));
  sent('r1');
  await delivering;
  expect(server.notes.get('s1')?.text).toBe('alt und neu');
});

test('Notes that another tab writes while notes without sound are being saved are not removed with them', async () => {
  const { recovery, device, server } = await open({ notes: 'alt' });
  device.stored.get('r1')!.durationS = 0;
  const { saveNotes } = server.port;
  server.port.saveNotes = async (...call) => {
    device.stored.get('r1')!.record.notes = 'alt und neu';
    return await saveNotes(...call);
  };
  await recovery.deliver('r1');
  expect(device.stored.get('r1')?.record.notes).toBe('alt und neu');
  server.port.saveNotes = saveNotes;
  await recovery.refresh();
  await recovery.deliver('r1');
  expect(server.notes.get('s1')?.text).toContain('alt und neu');
  expect(device.stored.size).toBe(0);
});

test('A recording that another tab has changed since it was listed is not sent as it was', async () => {
  const { recovery, device, server } = await open({ notes: 'alt' });
  device.stored.get('r1')!.record.notes = 'alt und neu';
  await recovery.deliver('r1');
  expect(problems(recovery)).toEqual(['recording.elsewhere']);
  expect([server.completed, device.stored.size]).toEqual([[], 1]);
});

test('Discarding the sound of a kept recording keeps its notes, on the device if they cannot be saved on the server', async () => {
  const { recovery, device, server } = await open({ notes: 'bleibt' }, { id: 'r2', notes: 'auch' });
  await recovery.discard('r1');
  expect(server.notes.get('s1')?.text).toBe('bleibt');
  server.signIn(false);
  await recovery.discard('r2');
  expect([...device.stored.values()]).toMatchObject([{ durationS: 0, record: { notes: 'auch' } }]);
});

test('Sound of a kept recording beyond an adopted upload arrives in a session created for it', async () => {
  const { recovery, device, recorder, server, sent } = await open({});
  const rest = recordOf({ id: 'rest', sessionId: null, part: 2 });
  device.stored.set('rest', { record: rest, durationS: 4 });
  const finished = { id: 'rest', durationS: 4, bytes: 32_000, sha256: 'b' };
  device.splits.push({ is: 'rest', uploadId: 'up', record: rest, finished });
  const delivering = recovery.deliver('r1');
  await eventually(() => expect(device.log).toContain('sound'));
  await recorder().options.session('rest', rest.session, 'rest');
  const adopted = { session_id: 's1', bytes: 48_000, duration: 6, sha256: 'a' };
  recorder().emit({ type: 'sent', id: 'r1', code: 'upload.adopted', adopted });
  sent('rest');
  await delivering;
  expect(problems(recovery)).toEqual([]);
  expect(server.completed.map(({ sessionId }) => sessionId)).toEqual(['s1', 'new1']);
  expect(device.stored.size).toBe(0);
});

test('A finished recording cannot be gone on with', () => {
  expect(canGoOn(keptOf())).toBe(true);
  expect(canGoOn(keptOf({ finished: { bytes: 1, duration: 1, sha256: 'a' } }))).toBe(false);
});
