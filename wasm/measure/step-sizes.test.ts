import { expect, it } from 'vitest';
import { createStepSizes } from './step-sizes.ts';

it('the step is known at levels that were heard, and bounded just above them', () => {
  const steps = createStepSizes();
  expect(steps.at(0.6)).toBe(Infinity);
  steps.raise(0.3);
  steps.add(0.02, 0.3);
  steps.add(0.01, 0.3);
  steps.add(0.05, 0.3);
  expect(steps.at(0.3)).toBe(0.01);
  expect(steps.at(0.6)).toBe(0.02);
});

it('a code whose steps double with each octave is seen as it is', () => {
  const steps = createStepSizes();
  steps.raise(1);
  for (const octave of [0, 1, 2, 3]) steps.add(2 ** -octave / 32, 0.7 * 2 ** -octave);
  expect(steps.at(0.9)).toBe(1 / 32);
  expect(steps.at(0.2)).toBe(1 / 128);
  expect(steps.bound()).toBe(1 / 32);
});
