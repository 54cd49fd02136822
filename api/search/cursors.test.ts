import { expect, it } from 'vitest';
import { createCursors, newest } from './cursors.ts';

it('A page begins where the one before ended, or at the nearest that is known before it', () => {
  const cursors = createCursors();
  cursors.set('budget', 2, 90);
  cursors.set('budget', 4, 70);
  expect(cursors.nearest('budget', 3)).toEqual({ page: 2, cursor: 90 });
  expect(cursors.nearest('budget', 4_000_000_000)).toEqual({ page: 4, cursor: 70 });
  expect(cursors.nearest('budget', 1)).toEqual({ page: 1, cursor: newest });
  expect(cursors.nearest('anderes', 9)).toEqual({ page: 1, cursor: newest });
});

it('The searches that were asked longest ago are forgotten', () => {
  const cursors = createCursors();
  for (let n = 0; n < 300; n++) {
    cursors.set(`s${n}`, 2, n);
    cursors.set('often', 2, 0);
  }
  expect(cursors.nearest('s0', 2).page).toBe(1);
  expect(cursors.nearest('s299', 2).page).toBe(2);
  expect(cursors.nearest('often', 2).page).toBe(2);
});
