import { array, assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agglomerate, condense, type Merging } from './ahc.ts';

type Place = { sum: number; count: number };
const meanOf = ({ sum, count }: Place) => sum / count;
/** Places on a line: clusters more than 1 apart stay separate. */
const merging: Merging<Place> = {
  costOf: (a, b) => Math.abs(meanOf(a) - meanOf(b)) - 1,
  join: (a, b) => ({ sum: a.sum + b.sum, count: a.count + b.count }),
};
const clustersOf = (places: readonly number[]) =>
  places.map((place, index) => ({ voice: { sum: place, count: 1 }, members: [index] }));
const isApart = (cost: number) => cost > 0;

describe('clusters', () => {
  it('joins what is near and leaves what is far', () => {
    const found = agglomerate(clustersOf([0, 5, 0.2, 5.3, 0.4, 9]), merging, isApart);
    expect(found.map(({ members }) => members.toSorted())).toEqual([[0, 2, 4], [1, 3], [5]]);
  });

  it('always joins the two that cost the least, and keeps every item once', () => {
    const places = array(
      integer({ min: 0, max: 400 }).map((tenth) => tenth / 10),
      { minLength: 1, maxLength: 25 },
    );
    assert(
      property(places, integer({ min: 1, max: 5 }), (places, wanted) => {
        const found = agglomerate(clustersOf(places), merging, (_, left) => left <= wanted);
        expect(found).toHaveLength(Math.min(wanted, places.length));
        expect(found.flatMap(({ members }) => members).toSorted((a, b) => a - b)).toEqual(
          places.map((_, i) => i),
        );
        expect(found.map(({ voice }) => voice)).toEqual(slowly(places, wanted));
      }),
    );
  });

  it('compares a long recording block by block: the number of comparisons stays far below each with each', () => {
    let comparisons = 0;
    const counting = { ...merging, costOf: (a: Place, b: Place) => (comparisons++, merging.costOf(a, b)) };
    const places = Array.from({ length: 4_000 }, (_, i) => (i % 3) * 10 + (i % 7) / 10);
    const found = condense(clustersOf(places), counting);
    expect(found.length).toBeLessThanOrEqual(320);
    expect(found.flatMap(({ members }) => members)).toHaveLength(4_000);
    expect(comparisons).toBeLessThan(4_000 * 300);
  });
});

/** Reference that compares every pair in every step. */
function slowly(places: readonly number[], wanted: number): Place[] {
  const all = clustersOf(places).map(({ voice }) => voice);
  while (all.length > wanted) {
    let best = { a: 0, b: 1, cost: Infinity };
    for (let a = 0; a < all.length; a++) {
      for (let b = a + 1; b < all.length; b++) {
        const cost = merging.costOf(all[a]!, all[b]!);
        if (cost < best.cost) best = { a, b, cost };
      }
    }
    all[best.a] = merging.join(all[best.a]!, all[best.b]!);
    all.splice(best.b, 1);
  }
  return all;
}
