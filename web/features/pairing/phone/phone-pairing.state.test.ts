import { expect, test, vi } from 'vitest';
import type { ErrorBody } from '#api/contract/error-body.ts';
import type { PairingReport } from '#api/contract/pairing.ts';
import type { ShownStage } from '#web/features/recording/index.ts';
import { createFakeRecording } from '#web/features/recording/recording-fixture.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { createFakeLink, kindsOf, waitingPairing } from './phone-fixture.ts';
import { openPhonePairing, type PhonePairingDeps } from './phone-pairing.state.ts';

// The door of the recording loads what only a browser has.
vi.mock(
  '#web/features/recording/index.ts',
  () => import('#web/features/recording/state/recording-stage.rules.ts'),
);

function world() {
  const link = createFakeLink();
  const sent: PairingReport[][] = [];
  const failures: Error[] = [];
  const recorded: string[] = [];
  let ends = 0;
  let nowMs = 0;
  let tick = () => {};
  let endPass: Parameters<PhonePairingDeps['onPassEnded']>[0] = () => {};
  const phone = openPhonePairing({
    pairingId: 'p1',
    sessionId: 's1',
    deps: {
      pace: {
        lookMs: 200,
        positionMs: 1_000,
        partsMs: 1_000,
        draftMs: 1_000,
        awayMs: 15_000,
        answerMs: 10_000,
        againMs: [1_000],
      },
      now: () => nowMs,
      every(_ms, run) {
        tick = run;
        return () => {
          tick = () => {};
        };
      },
      sleep: async () => {},
      openLink: link.open,
      async send(reports) {
        const failure = failures.shift();
        if (failure) throw failure;
        sent.push(reports);
      },
      take: async () => ({ answer: 'go' }),
      battery: () => () => null,
      isOnline: () => true,
      onPassEnded(listener) {
        endPass = listener;
        return () => {
          endPass = () => {};
        };
      },
      onRecorded: (sessionId) => recorded.push(sessionId),
      onEnded: () => (ends += 1),
      onFailure: () => {},
    },
  });
  return {
    phone,
    link,
    sent,
    failures,
    recorded,
    ends: () => ends,
    endPass: () => endPass('gone'),
    async pass(ms = 200) {
      nowMs += ms;
      tick();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

const id = '6f1a4f0e-9d1c-4b6e-9d57-7b0a5c6f3c11';

test('It tells the state of a recording that was left here, until another one is attached', async () => {
  const { phone, sent, pass } = world();
  phone.leave({ sessionId: 's1', atS: 9, canGoOn: true, isBusy: false });
  await pass();
  // Sound, bytes and draft are not known of it, and must not replace what the desktop has.
  expect(sent.flat()).toEqual([
    {
      kind: 'state',
      stage: 'paused',
      session_id: 's1',
      at: 9,
      problem: null,
      warnings: ['capture.crashed'],
    },
  ]);
  phone.attach(createFakeRecording());
  await pass();
  expect(sent.at(-1)?.[0]).toMatchObject({ stage: 'recording', warnings: [] });
});

test('It tells of the recording that is attached, and of another one everything', async () => {
  const { phone, sent, pass } = world();
  await pass();
  expect(sent).toEqual([]);
  phone.attach(createFakeRecording());
  await pass();
  expect(kindsOf(sent.flat())).toEqual(['state', 'network', 'parts', 'draft']);
  phone.attach(createFakeRecording({ stage: 'idle', positionS: 0 }));
  await pass();
  expect(sent.at(-1)?.[0]).toMatchObject({ kind: 'state', stage: 'off', at: 0 });
});

test('A level comes from the monitor, and none while the desktop is away', async () => {
  const { phone, link, sent, pass } = world();
  const recording = createFakeRecording();
  phone.attach(recording);
  await pass();
  const report = {
    peakDbfs: -6,
    rmsDbfs: -20,
    momentaryLufs: null,
    isSpeech: true,
    warnings: [],
    verdict: null,
  };
  recording.report(report);
  await pass();
  expect(sent.at(-1)).toEqual([{ kind: 'level', at: 0, peaks: [], level_dbfs: -20 }]);
  link.last().onEvent({ event: 'presence', side: 'desktop', is_there: false, away_ms: 0 });
  link.last().onEvent({ event: 'presence', side: 'phone', is_there: true, away_ms: 0 });
  expect(phone.state.isDesktopThere).toBe(false);
  recording.report({ ...report, rmsDbfs: -30 });
  const before = sent.length;
  await pass();
  expect(sent).toHaveLength(before);
});

test('A command is carried out and told; what was refused is shown until the next one', async () => {
  const { phone, link, sent, pass } = world();
  const recording = createFakeRecording({ stage: 'idle' });
  phone.attach(recording);
  link.last().onEvent({ event: 'command', id, command: 'start', outcome: 'sent', problem: null });
  await pass();
  await pass();
  expect(phone.state.refused).toEqual({ command: 'start', problem: 'pairing.microphone_needed' });
  expect(sent.flat()).toContainEqual({
    kind: 'done',
    command_id: id,
    problem: 'pairing.microphone_needed',
  });
  recording.state.stage = 'recording';
  const next = id.replace('6', '7');
  link.last().onEvent({ event: 'command', id: next, command: 'mark', outcome: 'sent', problem: null });
  await pass();
  await pass();
  expect(recording.log).toEqual(['mark']);
  expect(phone.state.refused).toBeNull();
  link.last().onEvent({ event: 'command', id: 'x', command: 'finish', outcome: 'late', problem: null });
  expect(phone.state.refused).toEqual({ command: 'finish', problem: 'late' });
  phone.dismiss();
  expect(phone.state.refused).toBeNull();
});

test('If the server has forgotten the events, everything is told again', async () => {
  const { phone, link, sent, pass } = world();
  phone.attach(createFakeRecording());
  await pass();
  link.last().onEvent({ event: 'fresh' });
  await pass();
  expect(sent.map(kindsOf)).toEqual([
    ['state', 'network', 'parts', 'draft'],
    ['state', 'network', 'parts', 'draft'],
  ]);
});

test('After the end of the pairing nothing is sent, nothing is carried out, and the recording is untouched', async () => {
  const { phone, link, sent, pass, ends } = world();
  const recording = createFakeRecording();
  phone.attach(recording);
  await pass();
  link.last().onEvent({ event: 'pairing', pairing: waitingPairing({ state: 'expired', ended: 'closed' }) });
  await pass();
  expect(phone.state.ended).toBe('closed');
  expect(link.isOpen()).toBe(false);
  recording.state.stage = 'paused';
  await pass(60_000);
  expect(sent).toHaveLength(1);
  expect(ends()).toBe(1);
  expect(recording.log).toEqual([]);
});

test('If the server refuses this phone, by its link or by a report, the pairing is over', async () => {
  const byLink = world();
  byLink.link.last().onEnd(new ApiError('pairing.not_found', 404));
  expect(byLink.phone.state.ended).toBe('gone');
  const byReport = world();
  byReport.failures.push(new ApiError('pairing.not_this_phone', 403));
  byReport.phone.attach(createFakeRecording());
  await byReport.pass();
  expect([byReport.phone.state.ended, byReport.ends()]).toEqual(['gone', 1]);
});

test('If the server says why the pairing is over, that is why', () => {
  const { phone, link } = world();
  const body = { detail: '', code: 'pairing.expired', request_id: 'r', ended: 'finished' };
  link.last().onEnd(new ApiError('pairing.expired', 410, body as ErrorBody));
  expect(phone.state.ended).toBe('finished');
});

test.each(['elsewhere', undefined])(
  'If the reason is “%s”, which this version does not know, the pairing is over all the same',
  async (ended) => {
    const { phone, failures, pass } = world();
    const body = { detail: '', code: 'pairing.expired', request_id: 'r', ended };
    failures.push(new ApiError('pairing.expired', 410, body as ErrorBody));
    phone.attach(createFakeRecording());
    await pass();
    expect(phone.state.ended).toBe('gone');
  },
);

test('While reports do not arrive the phone shows it, and it ends when they do', async () => {
  const { phone, failures, pass } = world();
  failures.push(new ApiError('network.failed', 0));
  phone.attach(createFakeRecording());
  await pass();
  expect(phone.state.isReached).toBe(false);
  await pass(2_000);
  expect(phone.state.isReached).toBe(true);
});

test('A phone that the server refuses is at its end, once, and sends nothing more', () => {
  const { phone, endPass, ends, link } = world();
  endPass();
  expect(phone.state.ended).toBe('gone');
  expect(ends()).toBe(1);
  endPass();
  link.last().onEnd(new ApiError('pairing.expired', 410));
  expect(phone.state.ended).toBe('gone');
  expect(ends()).toBe(1);
});

test.each<[ShownStage, boolean]>([
  ['recording', true],
  ['paused', true],
  ['interrupted', true],
  ['uploading', true],
  // At these stages the phone has sent everything, or has recorded nothing.
  ['completing', false],
  ['finished', false],
  ['ready', false],
])(
  'A pairing that ends as finished while the phone is at “%s” had something unsent there: %s',
  (stage, had) => {
    const { phone, link } = world();
    phone.attach(createFakeRecording({ stage }));
    expect(phone.state.hadUnsent).toBe(false);
    link
      .last()
      .onEvent({ event: 'pairing', pairing: waitingPairing({ state: 'expired', ended: 'finished' }) });
    expect(phone.state).toMatchObject({ ended: 'finished', hadUnsent: had });
  },
);

test.each([
  [true, false],
  [false, true],
])('Audio that an earlier page has left is unsent at the end unless it is being sent: %s', (isBusy, had) => {
  const { phone, endPass } = world();
  phone.leave({ sessionId: 's1', atS: 9, canGoOn: true, isBusy });
  endPass();
  expect(phone.state.hadUnsent).toBe(had);
});

test('It notes each session that the phone records for the pairing, also after the end of the pairing', async () => {
  const { phone, recorded, pass, endPass } = world();
  const recording = createFakeRecording({ stage: 'ready' });
  phone.attach(recording);
  await pass();
  expect(recorded).toEqual([]);
  recording.state.stage = 'recording';
  await pass();
  recording.state.positionS += 1;
  await pass();
  expect(recorded).toEqual(['s1']);
  endPass();
  // The recording was too long for one session, and the next one is created when the network is back.
  Object.assign(recording.state, { part: 2, sessionId: null });
  await pass();
  recording.state.sessionId = 's2';
  await pass();
  expect(recorded).toEqual(['s1', 's2']);
  phone.attach(null);
  recording.state.sessionId = 's3';
  await pass();
  expect(recorded).toEqual(['s1', 's2']);
});
