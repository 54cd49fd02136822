import { describe, expect, it } from 'vitest';
import { joinDrafts } from './join.rules.ts';
import { findOwn } from './own.rules.ts';
import { changesOf } from './rewrite-changes.rules.ts';
import type { Draft } from './draft.ts';

const told = (text: string, rewritten: string): string =>
  changesOf(text, rewritten)
    .map(({ start, from, to }) => {
      expect(text.slice(start, start + from.length)).toBe(from);
      return `${from} → ${to}`;
    })
    .join(' | ');

describe('a text that a language model has written anew', () => {
  it.each([
    ['ich glaube das stimmt', 'Ich glaube, das stimmt.', 'ich → Ich | glaube → glaube, | stimmt → stimmt.'],
    [
      'wir haben das auf einander abgestimmt',
      'wir haben das aufeinander abgestimmt',
      'auf einander → aufeinander',
    ],
    ['das ist vieleicht gut', 'das ist vielleicht gut', 'vieleicht → vielleicht'],
    ['er nimmt Metroprolol ein', 'er nimmt Metoprolol ein', 'Metroprolol → Metoprolol'],
    ['seid gestern', 'seit gestern', 'seid → seit'],
  ])('%s → %s is spelling', (text, rewritten, expected) => {
    expect(told(text, rewritten)).toBe(expected);
  });

  it.each([
    ['wir machen das morgen', 'wir erledigen das morgen'],
    ['das kostet zwanzig Franken', 'das kostet 20 Franken'],
    ['also ähm wir gehen', 'wir gehen'],
    ['wir gehen', 'wir gehen jetzt nach Hause'],
    ['die Kosten von 2024', 'die Kosten von 2025'],
    ['mit der neuen Schule', 'mit dem neuen Schule'],
    ['Er sagt «ja»', 'Er sagt „ja“'],
  ])('%s → %s changes nothing that may be changed', (text, rewritten) => {
    expect(told(text, rewritten)).toBe('');
  });

  it('keeps the good of a sentence of which it has changed the wording as well', () => {
    expect(told('wir müssen vieleicht halt noch warten', 'wir sollten vielleicht noch warten')).not.toContain(
      'sollten',
    );
  });
});

describe('words that the person has corrected before', () => {
  const turn = (text: string) => [{ id: 's1', speaker: 'A', start: 0, text, words: [] }];
  const own = [
    { original: 'Meyer', corrected: 'Meier' },
    { original: 'Meyer', corrected: 'Mayer' },
    { original: 'Bern Süd', corrected: 'Bern-Süd' },
    { original: 'Rat', corrected: 'Stiftungsrat Rat' },
    { original: 'E-Mail (a.b)', corrected: 'E-Mail' },
  ];
  it('are found as whole words, with all that they were corrected to', () => {
    const drafts = findOwn(own, turn('Meyer und Meyers, in Bern Süd (Meyer).'));
    expect(drafts.map(({ start, from, to, others }) => [start, from, to, others])).toEqual([
      [0, 'Meyer', 'Meier', ['Mayer']],
      [21, 'Bern Süd', 'Bern-Süd', []],
      [31, 'Meyer', 'Meier', ['Mayer']],
    ]);
  });
  it('may have signs in them', () => {
    const drafts = findOwn(own, turn('Die E-Mail (a.b) und E-Mail (axb).'));
    expect(drafts.map(({ start }) => start)).toEqual([4]);
  });
  it('are not found where it is right already', () => {
    expect(findOwn(own, turn('Der Stiftungsrat Rat tagt.'))).toEqual([]);
  });
});

describe('proposals of several kinds', () => {
  const draft = (segment: string, start: number, from: string, to: string, kind: Draft['kind']): Draft => ({
    segment,
    start,
    from,
    to,
    kind,
    at: 0,
    others: [],
  });
  it('are in the order of the transcript, one at a place, without what was left before', () => {
    const drafts = [
      draft('s2', 0, 'Meyer', 'Mayer', 'spelling'),
      draft('s2', 0, 'Meyer,', 'Meier,', 'own'),
      draft('s1', 5, 'und und', 'und', 'punctuation'),
      draft('s1', 0, 'guten', 'Guten', 'punctuation'),
      draft('gone', 0, 'a', 'b', 'own'),
      draft('s3', 0, 'naturlich', 'natürlich', 'spelling'),
    ];
    const left = [{ segment: 's3', from: 'naturlich', to: 'natürlich' }];
    expect(joinDrafts(drafts, ['s1', 's2', 's3'], left).map(({ to }) => to)).toEqual([
      'Guten',
      'und',
      'Meier,',
    ]);
  });
});
