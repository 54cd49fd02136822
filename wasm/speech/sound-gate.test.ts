import { expect, it } from 'vitest';
import { createSoundGate } from './sound-gate.ts';

const open = (levels: number[], probability = 0.5) => {
  const isSoundAt = createSoundGate(10);
  return levels.map((level) => isSoundAt(level, probability));
};

it('opens for what stands out of the room, and not for the room', () => {
  expect(open([-60, -60, -49, -60, -51, -61])).toEqual([false, false, true, false, false, false]);
});

it('does not take a dropout for the room', () => {
  expect(open([-40, -40, -120, -40, -39])).toEqual([false, false, false, false, false]);
});

it('stays open through a sentence, and closes when the room itself has become louder', () => {
  const gate = open([...Array<number>(10).fill(-60), ...Array<number>(400).fill(-40)]);
  expect(gate.slice(10, 10 + 120).every(Boolean)).toBe(true);
  expect(gate.at(-1)).toBe(false);
});

it('takes noise that comes and goes for the room where nobody speaks', () => {
  const comesAndGoes = Array.from({ length: 100 }, (_, i) => (i % 10 < 5 ? -60 : -46));
  expect(open(comesAndGoes, 0.02).slice(20)).not.toContain(true);
  expect(open(comesAndGoes, 0.5).slice(20)).toContain(true);
});

it('does not hear the noise of a converter', () => {
  expect(open([-120, -120, -72, -90, -60])).toEqual([false, false, false, false, true]);
});
