import { describe, expect, it, vi } from 'vitest';
import type { Segment } from '#api/contract/transcript.ts';
import { contextOf, createFindIndex, findAll, firstFrom, fold, replaceHits } from './find.rules.ts';
import type { FindOptions } from './find.rules.ts';

const segment = (text: string, index = 0): Segment => ({
  id: `s${index}`,
  speaker: 'A',
  start: index,
  end: index + 1,
  text,
  words: [],
  doubt: null,
});
const plain: FindOptions = { text: '', isCaseKept: false, isWhole: false, areAccentsKept: false };
const hitsIn = (text: string, options: Partial<FindOptions>) =>
  createFindIndex()
    .hitsOf(segment(text), 0, { ...plain, ...options })
    .map(({ from, to }) => text.slice(from, to));

describe('what is sought', () => {
  it('is found without regard to case and accents, unless they count', () => {
    const text = 'Müller, MULLER und müller';
    expect(hitsIn(text, { text: 'muller' })).toEqual(['Müller', 'MULLER', 'müller']);
    expect(hitsIn(text, { text: 'Müller', isCaseKept: true })).toEqual(['Müller']);
    expect(hitsIn(text, { text: 'müller', areAccentsKept: true })).toEqual(['Müller', 'müller']);
  });

  it('as a whole word is no part of another', () => {
    const text = 'York, New-Yorker, l’York. Yorks york2 York';
    expect(hitsIn(text, { text: 'york', isWhole: true })).toEqual(['York', 'York', 'York']);
    expect(hitsIn(text, { text: 'york' })).toHaveLength(6);
    expect(hitsIn('àla à la', { text: 'la', isWhole: true })).toEqual(['la']);
  });

  it('is found in letters that are spelled in two ways, never in half of one', () => {
    expect(hitsIn('Die Straße, die Strasse', { text: 'strasse' })).toEqual(['Straße', 'Strasse']);
    expect(hitsIn('Straße', { text: 'stras' })).toEqual([]);
    expect(hitsIn('mon cœur', { text: 'coeur' })).toEqual(['cœur']);
    expect(hitsIn('l’eau', { text: "l'eau" })).toEqual(['l’eau']);
    // The same letter, precomposed and decomposed.
    expect(hitsIn('Mu\u0308ller', { text: 'Müller' })).toEqual(['Mu\u0308ller']);
  });

  it('stands where it stands among letters of other lengths', () => {
    const text = 'İstanbul 😀 Genève';
    expect(hitsIn(text, { text: 'geneve' })).toEqual(['Genève']);
    expect(hitsIn(text, { text: '😀' })).toEqual(['😀']);
  });

  it('that is nothing is nowhere', () => {
    expect(hitsIn('alles', { text: '  ' })).toEqual([]);
  });

  it('is a text, not a pattern', () => {
    expect(hitsIn('a.b a+b', { text: 'a.b' })).toEqual(['a.b']);
  });
});

describe('a search', () => {
  const segments = Array.from({ length: 2_500 }, (_, index) =>
    segment(`Der Rat bewilligt den Kredit Nummer ${index}.`, index),
  );

  it('finds all places of 2:30 h in order, and rests between slices', async () => {
    const rest = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const { signal } = new AbortController();
    const hits = await findAll(
      createFindIndex(),
      segments,
      { ...plain, text: 'kredit' },
      { signal, rest, sliceMs: 0 },
    );
    expect(hits).toHaveLength(2_500);
    expect(hits?.every(({ index }, at) => index === at)).toBe(true);
    expect(rest).toHaveBeenCalled();
  });

  it('ends when another one begins', async () => {
    const controller = new AbortController();
    const rest = () => Promise.resolve(controller.abort());
    const { signal } = controller;
    expect(
      await findAll(createFindIndex(), segments, { ...plain, text: 'kredit' }, { signal, rest, sliceMs: 0 }),
    ).toBeNull();
  });

  it('goes on from where somebody is', () => {
    const hits = [2, 5, 9].map((index) => ({ segment: `s${index}`, index, from: 0, to: 1 }));
    expect([0, 5, 6, 10].map((index) => firstFrom(hits, index))).toEqual([0, 1, 2, 0]);
    expect(firstFrom([], 3)).toBe(-1);
  });
});

describe('replacing', () => {
  const segments = [segment('work and work', 0), segment('nothing', 1), segment('works, Work', 2)];
  const all = (options: Partial<FindOptions>) => {
    const index = createFindIndex();
    return segments.flatMap((one, at) => index.hitsOf(one, at, { ...plain, text: 'work', ...options }));
  };

  it('changes each place and nothing else, and only those that are given', () => {
    expect(replaceHits(segments, all({ isWhole: true }), 'York')).toEqual([
      { segment: 's0', text: 'York and York' },
      { segment: 's2', text: 'works, York' },
    ]);
    expect(replaceHits(segments, all({ isWhole: true }).slice(1, 2), 'York')).toEqual([
      { segment: 's0', text: 'work and York' },
    ]);
  });

  it('leaves out what would stay the same', () => {
    expect(replaceHits(segments, all({ isCaseKept: true, isWhole: true }), 'work')).toEqual([]);
  });
});

it('what stands around a hit is cut between words', () => {
  const text = 'Der Gemeinderat bewilligt den Kredit für das neue Schulhaus im Dorf einstimmig.';
  const from = text.indexOf('Kredit');
  expect(contextOf(text, { from, to: from + 6 }, 12)).toEqual({
    before: '… den ',
    hit: 'Kredit',
    after: ' für das …',
  });
  expect(contextOf('Kredit', { from: 0, to: 6 })).toEqual({ before: '', hit: 'Kredit', after: '' });
});

it('a folded text without special letters keeps its places', () => {
  expect(fold('Zürich', plain)).toEqual({ text: 'zurich', at: null });
  expect(fold('Straße', plain).at).not.toBeNull();
});
