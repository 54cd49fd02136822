import { describe, expect, it } from 'vitest';
import type { Suggestion } from '#api/contract/suggestion.ts';
import { countShown, filterShown, placeAll, takeAll } from './suggestion.rules.ts';

let count = 0;
const suggest = (start: number, from: string, to: string, change: Partial<Suggestion> = {}): Suggestion => ({
  id: `x${++count}`,
  segment: 's1',
  at: 0,
  start,
  from,
  to,
  others: [],
  kind: 'spelling',
  state: 'open',
  ...change,
});
const placesIn = (text: string, ...all: Suggestion[]) => placeAll(all, () => text).map(({ place }) => place);

describe('the place of a proposal', () => {
  it('is where it was made', () => {
    expect(placesIn('Herr Meyer und Frau Meyer', suggest(20, 'Meyer', 'Meier'))).toEqual([20]);
  });
  it('moves with what was taken before it', () => {
    const taken = suggest(5, 'Meyer', 'Meierhans', { state: 'taken' });
    expect(placesIn('Herr Meierhans und die Frau die geht', taken, suggest(15, 'die', 'Die'))).toEqual([
      null,
      19,
    ]);
  });
  it('is found again where the words stand only once, and whole', () => {
    expect(placesIn('Ja, also Herr Meyer und Meyers', suggest(5, 'Meyer', 'Meier'))).toEqual([14]);
    expect(placesIn('Ja, also Meyer und Meyer', suggest(5, 'Meyer', 'Meier'))).toEqual([null]);
    expect(placesIn('Ja, also Meyers', suggest(9, 'Meyer', 'Meier'))).toEqual([null]);
    expect(placesIn('', suggest(0, 'Meyer', 'Meier'))).toEqual([null]);
  });
});

describe('proposals taken', () => {
  it('change a text once, all of them in place', () => {
    const text = 'guten Tag Herr Meyer';
    const all = placeAll([suggest(0, 'guten', 'Guten'), suggest(15, 'Meyer', 'Meierhans.')], () => text);
    expect(takeAll(all, () => text)).toEqual([{ segment: 's1', text: 'Guten Tag Herr Meierhans.' }]);
  });
  it('change nothing where their place is gone', () => {
    const all = placeAll([suggest(0, 'weg', 'da')], () => 'etwas anderes');
    expect(takeAll(all, () => 'etwas anderes')).toEqual([]);
  });
});

it('What is open is shown by kind, what is done by what became of it', () => {
  const all = [
    suggest(0, 'a', 'b', { kind: 'own' }),
    suggest(0, 'c', 'd'),
    suggest(0, 'e', 'f', { state: 'left' }),
    suggest(0, 'g', 'h', { state: 'taken' }),
  ];
  expect(countShown(all)).toEqual({
    open: 2,
    own: 1,
    model: 0,
    spelling: 1,
    punctuation: 0,
    taken: 1,
    left: 1,
  });
  expect(filterShown(all, 'left').map(({ from }) => from)).toEqual(['e']);
});
