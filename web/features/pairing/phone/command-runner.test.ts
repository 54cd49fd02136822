import { expect, test, vi } from 'vitest';
import type { PairingCommand, TakenCommand } from '#api/contract/pairing.ts';
import type { ShownStage } from '#web/features/recording/index.ts';
import { createFakeRecording } from '#web/features/recording/recording-fixture.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { carryOut, createCommandRunner } from './command-runner.ts';

// The door of the recording loads what only a browser has.
vi.mock(
  '#web/features/recording/index.ts',
  () => import('#web/features/recording/state/recording-stage.rules.ts'),
);

/** A recording whose actions change its stage, as the real one does. */
function recordingAt(stage: ShownStage) {
  const recording = createFakeRecording({ stage });
  const to = (next: ShownStage) => {
    recording.state.stage = next;
  };
  return Object.assign(recording, {
    async start() {
      recording.log.push('start');
      to('recording');
    },
    pause() {
      recording.log.push('pause');
      to('paused');
    },
    resume() {
      recording.log.push('resume');
      to('recording');
    },
    async finish() {
      recording.log.push('finish');
      to('finishing');
      await new Promise(() => {});
    },
  });
}

type Row = [PairingCommand, ShownStage, problem: string | null, calls: string[]];
const needed = 'pairing.microphone_needed';
const unfit = 'pairing.command_unfit';
const rows: Row[] = [
  ['start', 'idle', needed, []],
  ['start', 'asking', needed, []],
  ['start', 'ready', null, ['start']],
  ['start', 'recording', null, []],
  ['start', 'paused', unfit, []],
  ['start', 'interrupted', needed, []],
  ['start', 'uploading', unfit, []],
  ['pause', 'ready', unfit, []],
  ['pause', 'recording', null, ['pause']],
  ['pause', 'paused', null, []],
  ['pause', 'finished', unfit, []],
  ['resume', 'paused', null, ['resume']],
  ['resume', 'recording', null, []],
  ['resume', 'interrupted', needed, []],
  ['resume', 'ready', unfit, []],
  ['mark', 'recording', null, ['mark']],
  ['mark', 'paused', null, ['mark']],
  ['mark', 'interrupted', null, ['mark']],
  ['mark', 'ready', unfit, []],
  ['mark', 'uploading', unfit, []],
  ['finish', 'recording', null, ['finish']],
  ['finish', 'paused', null, ['finish']],
  ['finish', 'interrupted', null, ['finish']],
  ['finish', 'uploading', null, []],
  ['finish', 'finished', null, []],
  ['finish', 'idle', unfit, []],
];

test.each(rows)('“%s” at the stage %s: %s', async (command, stage, problem, calls) => {
  const recording = recordingAt(stage);
  expect(await carryOut(command, recording)).toBe(problem);
  expect(recording.log).toEqual(calls);
});

test('Without a recording no command fits', async () => {
  expect(await carryOut('finish', null)).toBe(unfit);
});

test('A start that fails tells the problem of the recording, a microphone that is lost at once that one', async () => {
  const failing = createFakeRecording({
    stage: 'ready',
    problem: { code: 'recording.elsewhere', requestId: null },
  });
  expect(await carryOut('start', failing)).toBe('recording.elsewhere');
  const lost = Object.assign(recordingAt('paused'), {
    resume() {
      lost.state.stage = 'interrupted';
    },
  });
  expect(await carryOut('resume', lost)).toBe(unfit);
});

type Answer = TakenCommand['answer'] | TakenCommand | Error;

/** A runner with a clock and a server whose answers the test gives. */
function world(...answers: Answer[]) {
  const recording = recordingAt('ready');
  const told: string[] = [];
  const asked: string[] = [];
  let nowMs = 0;
  let wayMs = 0;
  const runner = createCommandRunner({
    async take(id) {
      asked.push(id);
      const answer = answers.shift() ?? 'go';
      nowMs += wayMs;
      if (answer instanceof Error) throw answer;
      return typeof answer === 'string' ? { answer } : answer;
    },
    recording: () => recording,
    done: (id, problem) => told.push(`done ${id} ${problem}`),
    onLate: (command) => told.push(`late ${command}`),
    onDone: (command, problem) => told.push(`${command} ${problem}`),
    now: () => nowMs,
    async sleep(ms) {
      nowMs += ms;
    },
    onFailure: () => {},
  });
  return {
    recording,
    told,
    asked,
    /** Makes each answer take this long. */
    slow(ms: number) {
      wayMs = ms;
    },
    async give(id: string, command: PairingCommand, outcome: 'sent' | 'taken' | 'done' | 'late' = 'sent') {
      runner.onCommand({ event: 'command', id, command, outcome, problem: null });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

const offline = new ApiError('network.failed', 0);

test('A command is asked for, carried out, and told', async () => {
  const { give, recording, told, asked } = world();
  await give('a', 'start');
  expect([asked, recording.log, told]).toEqual([['a'], ['start'], ['done a null', 'start null']]);
});

test('A command is carried out once, however often its event comes', async () => {
  const { give, recording } = world();
  await give('a', 'start');
  await give('a', 'start');
  await give('b', 'mark');
  await give('b', 'mark', 'taken');
  expect(recording.log).toEqual(['start', 'mark']);
});

test('A command that another page of this phone has taken, or that is over, is left alone', async () => {
  const { give, recording, told, asked } = world('taken');
  await give('a', 'start');
  await give('b', 'start', 'taken');
  await give('c', 'start', 'done');
  expect([asked, recording.log, told]).toEqual([['a'], [], []]);
});

test('A command that the server calls late is not carried out, and the phone says so', async () => {
  const { give, recording, told } = world('late');
  await give('a', 'start');
  await give('b', 'finish', 'late');
  expect([recording.log, told]).toEqual([[], ['late start', 'late finish']]);
});

test('Without a connection the phone asks again for ten seconds, and then gives up', async () => {
  const back = world(offline, offline, 'go');
  await back.give('a', 'start');
  expect([back.asked.length, back.recording.log]).toEqual([3, ['start']]);
  const gone = world(...Array.from({ length: 50 }, () => offline));
  await gone.give('a', 'start');
  // The server learns it too, because an answer that was lost may have been `go`.
  expect([gone.recording.log, gone.told]).toEqual([[], ['done a pairing.command_lost', 'late start']]);
  expect(gone.asked.length).toBeGreaterThan(10);
  expect(gone.asked.length).toBeLessThan(14);
});

test('If the answer was lost, the command is not carried out, and the desktop learns that', async () => {
  const { give, recording, told } = world(offline, 'taken');
  await give('a', 'start');
  expect(recording.log).toEqual([]);
  expect(told[0]).toBe('done a pairing.command_lost');
});

test('An answer that was longer on its way than a command lives is not acted on, and the desktop learns that', async () => {
  const { give, recording, told, slow } = world('go', 'go');
  slow(9_000);
  await give('a', 'start');
  slow(11_000);
  await give('b', 'pause');
  expect(recording.log).toEqual(['start']);
  expect(told.slice(2)).toEqual(['done b pairing.command_lost', 'pause pairing.command_lost']);
});

test('An answer that was on its way until the command was too old by the clock of the server is not acted on', async () => {
  const { give, recording, told, slow } = world(
    { answer: 'go', left_ms: 2_000 },
    { answer: 'go', left_ms: 2_000 },
  );
  slow(2_000);
  await give('a', 'start');
  slow(2_001);
  await give('b', 'pause');
  expect(recording.log).toEqual(['start']);
  expect(told.slice(2)).toEqual(['done b pairing.command_lost', 'pause pairing.command_lost']);
});

test('A command that the server does not know is dropped', async () => {
  const { give, told, asked } = world(new ApiError('pairing.not_found', 404));
  await give('a', 'start');
  expect([asked, told]).toEqual([['a'], []]);
});

test('Commands are carried out in their order, and one that fails stops none after it', async () => {
  const { give, recording } = world();
  const start = recording.start;
  recording.start = () => Promise.reject(new Error('broken'));
  await give('a', 'start');
  recording.start = start;
  await give('b', 'start');
  await give('c', 'pause');
  expect(recording.log).toEqual(['start', 'pause']);
});
