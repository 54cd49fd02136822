import { expect, it } from 'vitest';
import type { PairingEvent } from '#api/contract/pairing.ts';
import { ranMsOf } from '#api/lib/clock.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { createTestLater } from '#api/testing/test-later.ts';
import { createCommandList } from './command-list.ts';

function openList() {
  const clock = testClock();
  const time = createTestLater(clock);
  const told: string[] = [];
  const tell = (event: PairingEvent) => {
    if (event.event === 'command') told.push(event.outcome);
  };
  const list = createCommandList({ ranMs: ranMsOf(clock), later: time.later, tell });
  return { list, time, told };
}

it('A command that a phone has taken and does not answer is refused after 20 s, so that others can follow', () => {
  const { list, time, told } = openList();
  list.send({ id: 'a', command: 'pause', ageMs: 0 });
  expect(list.take('a').answer).toBe('go');
  time.pass(19_999);
  expect(told).toEqual(['sent', 'taken']);
  time.pass(1);
  expect(told.at(-1)).toBe('refused');
  expect(list.recent()).toMatchObject([{ id: 'a', problem: 'pairing.command_lost' }]);
  expect(time.count()).toBe(0);

  // The phone was only slow.
  list.settle('a', null);
  expect(told.at(-1)).toBe('done');
  list.settle('a', 'pairing.command_unfit');
  expect(told.at(-1)).toBe('done');
});

it('An answer in time ends the wait', () => {
  const { list, time, told } = openList();
  list.send({ id: 'a', command: 'pause', ageMs: 0 });
  list.take('a');
  list.settle('a', null);
  time.pass(60_000);
  expect(told).toEqual(['sent', 'taken', 'done']);
});

it('A command that is too old when it arrives is told as late only, and is never taken', () => {
  const { list, time, told } = openList();
  list.send({ id: 'a', command: 'pause', ageMs: 10_000 });
  expect(list.take('a').answer).toBe('late');
  expect(told).toEqual(['late']);
  expect(time.count()).toBe(0);
});

it('The time in which a command can be taken began when the person gave it', () => {
  const { list, time, told } = openList();
  list.send({ id: 'a', command: 'pause', ageMs: 9_000 });
  list.send({ id: 'b', command: 'mark', ageMs: 9_000 });
  time.pass(999);
  // If the answer takes longer than this, the phone does not carry out the command.
  expect(list.take('a')).toEqual({ answer: 'go', left_ms: 1 });
  time.pass(1);
  expect(list.take('b').answer).toBe('late');
  expect(told).toEqual(['sent', 'sent', 'taken', 'late']);
});
