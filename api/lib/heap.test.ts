import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHeap } from './heap.ts';

it('gives the least of what is in it, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer())), (steps) => {
      const heap = createHeap<number>((a, b) => a - b);
      const kept: number[] = [];
      for (const step of steps) {
        if (step !== null) {
          heap.push(step);
          kept.push(step);
          kept.sort((a, b) => a - b);
        }
        const [taken, least] = step === null ? [heap.shift(), kept.shift()] : [];
        expect([taken, heap.size(), heap.first()]).toEqual([least, kept.length, kept[0]]);
      }
    }),
  );
});
