import { describe, expect, it } from 'vitest';
import { segmentFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { cutsOf } from './cuts.rules.ts';
import { mergeSpans, speakerAt, transcriptToSaid } from './speech-lanes.rules.ts';

const people = (keys: readonly string[]) =>
  transcriptFixture(0, {
    speakers: Object.fromEntries(keys.map((key) => [key, { name: key === 'A' ? ' Präsidentin ' : '' }])),
    segments: keys.map((speaker, index) => segmentFixture(index, { speaker })),
  });

describe('what the ruler shows of a text', () => {
  it('is a lane for each who speaks, named as people named them, in the colour of the text', () => {
    const { lanes } = transcriptToSaid(people(['A', 'B', 'A', 'B']));
    expect(lanes.map(({ key, name, share, tone }) => [key, name, share, tone])).toEqual([
      ['A', 'Präsidentin', 0.5, 1],
      ['B', '', 0.5, 2],
    ]);
    expect(lanes[1]?.spans).toEqual([
      [4, 8],
      [12, 16],
    ]);
  });

  it('joins the turns of one who goes on', () => {
    expect(transcriptToSaid(people(['A', 'A', 'B', 'A'])).lanes[0]?.spans).toEqual([
      [0, 8],
      [12, 16],
    ]);
  });

  it('has eight lanes at most: those who say least share the last one', () => {
    const keys = [...'ABCDEFGHIJ'];
    const { lanes } = transcriptToSaid(people([...keys, ...keys.slice(0, 7)]));
    expect(lanes.map(({ key, tone }) => [key, tone])).toEqual([
      ...[...'ABCDEFG'].map((key, index) => [key, index + 1]),
      ['', 0],
    ]);
    expect(lanes.at(-1)?.spans).toEqual([[28, 40]]);
    expect(lanes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(transcriptToSaid(people([...'ABCDEFGH'])).lanes).toHaveLength(8);
  });

  it('has no lane for somebody who speaks alone', () => {
    expect(transcriptToSaid(people(['A', 'A'])).lanes).toEqual([]);
  });

  it('tells doubtful stretches, neighbours as one', () => {
    const transcript = people(['A', 'A', 'A', 'A', 'A']);
    const doubted = [1, 2, 4].map((index) => segmentFixture(index, { speaker: 'A', doubt: 'unsure' }));
    for (const [at, segment] of [1, 2, 4].map((index, i) => [index, doubted[i]!] as const)) {
      transcript.segments[at] = segment;
    }
    expect(transcriptToSaid(transcript).doubts).toEqual([
      [4, 12],
      [16, 20],
    ]);
  });

  it('says who speaks at a time, and that nobody does', () => {
    const { segments } = people(['A', 'B']);
    expect([0, 3.9, 4, 7, 9].map((timeS) => speakerAt(segments, timeS))).toEqual(['A', 'A', 'B', 'B', null]);
    expect(speakerAt([], 1)).toBeNull();
  });

  it('keeps spans that lie within others', () => {
    expect(
      mergeSpans([
        [0, 10],
        [2, 3],
        [20, 21],
      ]),
    ).toEqual([
      [0, 10],
      [20, 21],
    ]);
  });
});

describe('what was left out before a recording was sent', () => {
  it('stands where it joins in what is stored', () => {
    expect(
      cutsOf([
        [0, 12.5],
        [301.2, 330],
      ]),
    ).toEqual([
      { atS: 0, lengthS: 12.5 },
      { atS: 301.2, lengthS: expect.closeTo(16.3) },
    ]);
  });

  it('is nothing where only frames were rounded', () => {
    expect(
      cutsOf([
        [0, 0.02],
        [10, 10.04],
      ]),
    ).toEqual([]);
    expect(cutsOf([])).toEqual([]);
  });
});
