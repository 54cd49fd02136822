import { expect, it } from 'vitest';
import type { SendState } from './send.contract.ts';
import { createSendProgress, startSend } from './send-progress.ts';

function setUp(bytesTotal: number | null) {
  const told: SendState[] = [];
  const clock = { nowMs: 1_000 };
  const progress = createSendProgress({
    start: startSend(clock.nowMs, bytesTotal, 100),
    everyMs: 500,
    now: () => clock.nowMs,
    onState: (state) => told.push(state),
  });
  return { progress, told, clock };
}

it('Bytes alone are told at most every so often, all else at once', () => {
  const { progress, told, clock } = setUp(1_000);
  progress.began(0, 100);
  for (let bytes = 10; bytes <= 50; bytes += 10) progress.moved(bytes);
  expect(told).toHaveLength(1);
  clock.nowMs += 500;
  progress.moved(60);
  expect(told.at(-1)).toMatchObject({ bytesSent: 60, bytesStored: 0, movedAtMs: 1_500 });
  progress.connected({ status: 'stopped', attempt: 0 });
  expect(told).toHaveLength(3);
});

it('A clock that is set back silences nothing', () => {
  const { progress, told, clock } = setUp(1_000);
  progress.began(0, 100);
  clock.nowMs -= 3_600_000;
  progress.moved(60);
  expect(told).toHaveLength(2);
});

it('Parts are counted as they are stored, against those that the rest will need', () => {
  const { progress } = setUp(1_000);
  expect(progress.state).toMatchObject({ partsStored: 0, partsTotal: 10 });
  progress.began(0, 100);
  progress.stored(100, 200);
  expect(progress.state).toMatchObject({ partsStored: 1, partsTotal: 1 + 5, partBytes: 200 });
  progress.stored(100, 200);
  expect(progress.state.partsStored).toBe(1);
});

it('While a recording goes on only the part under way is known to come', () => {
  const { progress } = setUp(null);
  expect(progress.state).toMatchObject({ partsStored: 0, partsTotal: 0 });
  progress.began(0, 80);
  expect(progress.state).toMatchObject({ partsStored: 0, partsTotal: 1 });
  progress.stored(80, 100);
  expect(progress.state).toMatchObject({ partsStored: 1, partsTotal: 1, bytesTotal: null });
  progress.grown(180);
  expect(progress.state).toMatchObject({ partsTotal: 2, bytesTotal: 180 });
});

it('What was sent and not stored does not count once the part has failed', () => {
  const { progress } = setUp(1_000);
  progress.stored(300, 100);
  progress.began(300, 100);
  progress.moved(90);
  progress.ended();
  expect(progress.state).toMatchObject({ bytesSent: 300, bytesStored: 300 });
});

it('A standstill counts from the last byte that went', () => {
  const { progress, clock } = setUp(1_000);
  progress.began(0, 100);
  clock.nowMs += 5_000;
  progress.moved(10);
  clock.nowMs += 5_000;
  progress.moved(10);
  progress.connected({ status: 'ok' });
  expect(progress.state.movedAtMs).toBe(6_000);
});
