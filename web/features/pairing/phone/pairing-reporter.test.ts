import { expect, test } from 'vitest';
import type { PairingReport } from '#api/contract/pairing.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { createReporter } from './pairing-reporter.ts';
import type { PhoneFacts } from './phone-facts.ts';
import { factsOfPhone, kindsOf, pieceOf } from './phone-fixture.ts';

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** A reporter with a clock and a server that the test drives. */
function world() {
  let nowMs = 0;
  let tick = () => {};
  let facts: PhoneFacts | null = factsOfPhone();
  const sent: PairingReport[][] = [];
  const failures: unknown[] = [];
  const noted: string[] = [];
  let answer: Promise<void> | null = null;
  const reporter = createReporter({
    read() {
      if (facts?.problem === 'broken') throw new Error('broken');
      return facts;
    },
    async send(reports, signal) {
      sent.push(reports);
      if (answer) await Promise.race([answer, aborted(signal)]);
      const failure = failures.shift();
      if (failure) throw failure;
    },
    now: () => nowMs,
    every(_ms, run) {
      tick = run;
      return () => {
        tick = () => {};
      };
    },
    onReached: (isReached) => noted.push(isReached ? 'reached' : 'cut off'),
    onRefused: () => noted.push('refused'),
    onFailure: (step) => noted.push(step),
    pace: {
      lookMs: 200,
      positionMs: 1_000,
      partsMs: 1_000,
      draftMs: 1_000,
      awayMs: 15_000,
      answerMs: 10_000,
      againMs: [1_000, 4_000],
    },
  });
  return {
    reporter,
    sent,
    failures,
    noted,
    set(change: Partial<PhoneFacts> | null) {
      facts = change && factsOfPhone({ ...facts, ...change });
    },
    hold(until: Promise<void> | null) {
      answer = until;
    },
    /** Lets time pass, with a look at the recording every 200 ms. */
    async pass(ms: number) {
      for (const end = nowMs + ms; nowMs < end;) {
        nowMs += 200;
        tick();
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      }
    },
  };
}

const network = new ApiError('network.failed', 0);

test('It tells what is new, and nothing while nothing is', async () => {
  const { pass, sent, set } = world();
  await pass(1_000);
  expect(sent.map(kindsOf)).toEqual([['state', 'network', 'parts', 'draft']]);
  set({ stage: 'paused' });
  await pass(200);
  expect(sent.map(kindsOf).at(-1)).toEqual(['state']);
});

test('Without a recording it tells nothing', async () => {
  const { pass, sent, set } = world();
  set(null);
  await pass(5_000);
  expect(sent).toEqual([]);
});

test('While a request is under way none other is made; what has come meanwhile follows', async () => {
  const { pass, sent, set, hold } = world();
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(promise);
  await pass(400);
  set({ stage: 'paused' });
  await pass(2_000);
  expect(sent).toHaveLength(1);
  hold(null);
  resolve();
  await pass(400);
  expect(sent.slice(1).map(kindsOf)).toEqual([['state']]);
});

test('After a failure it waits, longer each time, and then tells everything again', async () => {
  const { pass, sent, failures, noted, set } = world();
  const markers = [{ at: 1, kind: 'user' as const, code: '', text: '' }];
  set({ markers, draft: [pieceOf(0), pieceOf(1)] });
  await pass(400);
  failures.push(network, network);
  set({ stage: 'paused' });
  await pass(400);
  const before = sent.length;
  await pass(400);
  expect(sent).toHaveLength(before);
  await pass(600);
  expect(sent).toHaveLength(before + 1);
  await pass(3_000);
  expect(sent).toHaveLength(before + 1);
  await pass(1_400);
  expect(kindsOf(sent.at(-1) ?? [])).toEqual(['state', 'network', 'parts', 'marker', 'draft']);
  expect(sent.at(-1)?.at(-1)).toMatchObject({ from: 0, pieces: [pieceOf(0), pieceOf(1)] });
  expect(noted).toEqual(['reached', 'reports', 'cut off', 'reports', 'cut off', 'reached']);
});

test('Peaks are not added a second time after a failure, unless the server has forgotten them', async () => {
  const { pass, sent, failures, set, reporter } = world();
  set({ peaks: new Int8Array(40).fill(50) });
  await pass(200);
  failures.push(network);
  set({ peaks: new Int8Array(80).fill(50) });
  await pass(2_000);
  const levels = () =>
    sent.flatMap((batch) => batch.flatMap((one) => (one.kind === 'level' ? [one.peaks.length] : [])));
  expect(levels()).toEqual([10, 10, 10]);
  reporter.tellAll();
  await pass(400);
  expect(levels()).toEqual([10, 10, 10, 20]);
});

test('Told to, it tells everything again, also if a request was under way then', async () => {
  const { pass, sent, reporter, set, hold } = world();
  await pass(400);
  const { promise, resolve } = Promise.withResolvers<void>();
  hold(promise);
  set({ stage: 'paused' });
  await pass(200);
  reporter.tellAll();
  hold(null);
  resolve();
  await pass(400);
  expect(sent.slice(1).map(kindsOf)).toEqual([['state'], ['state', 'network', 'parts', 'draft']]);
});

test('What became of a command is told first, until the server has it', async () => {
  const { pass, sent, failures, reporter } = world();
  await pass(400);
  failures.push(network);
  const id = '6f1a4f0e-9d1c-4b6e-9d57-7b0a5c6f3c11';
  reporter.done(id, 'pairing.command_unfit');
  await pass(2_000);
  const told = sent.slice(1).map(([first]) => first);
  expect(told).toEqual(
    Array.from({ length: 2 }, () => ({ kind: 'done', command_id: id, problem: 'pairing.command_unfit' })),
  );
});

test('A connection that is back ends the wait', async () => {
  const { pass, sent, failures, reporter } = world();
  failures.push(network, network);
  await pass(1_400);
  expect(sent).toHaveLength(2);
  reporter.hurry();
  await pass(200);
  expect(sent).toHaveLength(3);
});

test('A connection that is back aborts a request that hangs, and all is told again', async () => {
  const { pass, sent, hold, reporter, set, noted } = world();
  await pass(400);
  hold(new Promise<void>(() => {}));
  set({ stage: 'paused' });
  await pass(9_800);
  expect(noted).toEqual(['reached']);
  // A network that was lost without a word breaks no call. So the phone says that it is not seen while the call still hangs.
  await pass(50_200);
  expect(noted).toEqual(['reached', 'cut off']);
  expect(sent).toHaveLength(2);
  hold(null);
  reporter.hurry();
  await pass(400);
  expect(sent).toHaveLength(3);
  expect(kindsOf(sent[2] ?? [])).toContain('state');
  expect(kindsOf(sent[2] ?? [])).toContain('network');
  expect(noted).toEqual(['reached', 'cut off', 'reached']);
});

test('The end of the reporter aborts a request under way', async () => {
  const { pass, sent, hold, reporter, noted } = world();
  hold(new Promise<void>(() => {}));
  await pass(400);
  reporter[Symbol.dispose]();
  hold(null);
  await pass(60_000);
  expect(sent).toHaveLength(1);
  expect(noted).toEqual([]);
});

test('If the server does not take reports of this phone any more, it ends', async () => {
  const { pass, sent, failures, noted, set } = world();
  failures.push(new ApiError('pairing.expired', 410));
  await pass(400);
  set({ stage: 'paused' });
  await pass(60_000);
  expect(sent).toHaveLength(1);
  expect(noted).toEqual(['reports', 'refused']);
});

test('What the server does not understand is not sent for ever', async () => {
  const { pass, sent, failures } = world();
  failures.push(new ApiError('request.invalid', 400));
  await pass(60_000);
  expect(sent).toHaveLength(1);
});

test('A report that breaks the contract is left out, and the rest arrives', async () => {
  const { pass, sent, set } = world();
  set({ battery: { charge: Number.NaN, charging: true } });
  await pass(400);
  expect(sent.map(kindsOf)).toEqual([['state', 'network', 'parts', 'draft']]);
});

test('If the recording cannot be read, that is noted and nothing is thrown', async () => {
  const { pass, sent, noted, set } = world();
  set({ problem: 'broken' });
  await pass(3_000);
  expect(sent).toEqual([]);
  expect(noted).toContain('reporter');
  set({ problem: null });
  await pass(10_000);
  expect(sent).toHaveLength(1);
});

test('Disposed of, it tells nothing more', async () => {
  const { pass, sent, reporter } = world();
  reporter[Symbol.dispose]();
  reporter.tellAll();
  await pass(2_000);
  expect(sent).toEqual([]);
});
