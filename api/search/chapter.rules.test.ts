import { describe, expect, it } from 'vitest';
import { buildSegment } from '#api/testing/build-transcript.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { createChapters, fromChapterRow, toBody, toChapterRow, toFolded } from './chapter.rules.ts';

function toChapters(segments: readonly Segment[]) {
  const written = createChapters();
  for (const segment of segments) written.add(segment);
  return written.chapters();
}

const talk = (segments: number, change = new Map<number, string>()) =>
  Array.from({ length: segments }, (_, index) =>
    buildSegment(`s${index}`, change.get(index) ?? 'eins zwei drei vier fünf', {
      start: index * 2,
      wordS: 0.4,
    }),
  );

describe('chapters', () => {
  it('take ten minutes each, and repeat the beginning of the next one', () => {
    const chapters = toChapters(talk(700));
    expect(chapters.map(({ own }) => own)).toEqual([1_500, 1_500, 500]);
    expect(chapters.map(({ words }) => words.length)).toEqual([1_660, 1_660, 500]);
    expect(chapters[1]!.segments[0]).toEqual([0, 's300']);
    expect(chapters[1]!.startsMs[0]).toBe(600_000);
  });

  it('stay as they are where nobody changed anything, also behind a change that adds words', () => {
    const digests = (change?: Map<number, string>) =>
      toChapters(talk(900, change)).map((chapter) => toChapterRow(chapter).digest);
    const [before, after] = [digests(), digests(new Map([[50, 'eins und noch zwei und drei vier fünf']]))];
    expect(after.map((digest, place) => digest === before[place])).toEqual([false, true, true]);
  });

  it('are not endless where words have no times', () => {
    const chapters = toChapters([buildSegment('s1', 'wort '.repeat(9_000), { wordS: 0 })]);
    expect(chapters.map(({ own }) => own)).toEqual([4_000, 4_000, 1_000]);
  });

  it('are read as they were written', () => {
    const [chapter] = toChapters(talk(3));
    expect(fromChapterRow(toChapterRow(chapter!))).toEqual(chapter);
  });

  it('are indexed under the mark of their shelf, folded', () => {
    const [chapter] = toChapters([buildSegment('s1', 'Grüße, – an „Œuvre“ E-Mail İstanbul')]);
    expect(toBody(toFolded(chapter!), 12)).toBe('12xgrusse\n\n12xan\n12xoeuvre\n12xe 12xmail\n12xistanbul');
  });
});
