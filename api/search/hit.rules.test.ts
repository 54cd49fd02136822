import Sqlite from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildSegment } from '#api/testing/build-transcript.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { createChapters, toBody, toFolded, type Chapter } from './chapter.rules.ts';
import { findMoments, toHit } from './hit.rules.ts';
import { parseQuery, toMatch } from './query.rules.ts';

function chapterOf(...segments: Segment[]): Chapter {
  const written = createChapters();
  for (const segment of segments) written.add(segment);
  return written.chapters()[0]!;
}
const momentsIn = (chapter: Chapter, query: string) =>
  findMoments({ folded: toFolded(chapter), own: chapter.own }, parseQuery(query));
const find = (says: string, query: string) => {
  const chapter = chapterOf(buildSegment('s1', says));
  return momentsIn(chapter, query).map((moment) => toHit(chapter, moment));
};
const shown = (says: string, query: string) =>
  find(says, query).map(({ text, marks }) =>
    marks
      .toReversed()
      .reduce((all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, text),
  );
const filler = (count: number) => Array.from({ length: count }, (_, index) => `wort${index}`).join(' ');

describe('a moment', () => {
  it('shows what was said with the words marked, without the signs around them', () => {
    expect(shown('Wir haben das „Budget“, wie gesagt, geändert.', 'budget geand')).toEqual([
      'Wir haben das „[Budget]“, wie gesagt, [geändert].',
    ]);
  });

  it('tells segment and second of its first word', () => {
    const chapter = chapterOf(
      buildSegment('s1', 'eins zwei', { start: 3 }),
      buildSegment('s2', 'drei vier', { start: 10 }),
    );
    const [moment] = momentsIn(chapter, 'vier');
    expect(toHit(chapter, moment!)).toMatchObject({ segment: 's2', at: 10.4 });
  });

  it('is about 120 characters long, however long the words before and behind it', () => {
    const [hit] = find(`${filler(200)} Ziel ${'x'.repeat(500)} ${filler(200)}`, 'ziel');
    expect(hit!.text.length).toBeGreaterThan(60);
    expect(hit!.text.length).toBeLessThanOrEqual(130);
    expect(hit!.text).toContain('Ziel');
  });

  it('leaves out what lies between words that are far from each other', () => {
    const [text] = shown(`${filler(30)} Anfang ${filler(35)} Ende ${filler(30)}`, 'anfang ende');
    expect(text).toContain('[Anfang]');
    expect(text).toContain(' … [Ende]');
    expect(text!.length).toBeLessThanOrEqual(140);
  });

  it('is none where the words are further from each other than that', () => {
    expect(find(`Anfang ${filler(40)} Ende`, 'anfang ende')).toHaveLength(1);
    expect(find(`Anfang ${filler(41)} Ende`, 'anfang ende')).toHaveLength(0);
  });

  it('is one where the same is said again in the same breath, another one later', () => {
    expect(find(`ja ja ja ${filler(30)} ja`, 'ja')).toHaveLength(2);
  });

  it('is of whole words, but for the last', () => {
    expect(find('Das Protokollbuch', 'protokoll')).toHaveLength(1);
    expect(find('Das Protokollbuch', 'protokoll das')).toHaveLength(0);
    expect(find('Das Protokollbuch', '"protokoll"')).toHaveLength(0);
    expect(find('Das Handprotokoll', 'protokoll')).toHaveLength(0);
  });
});

it('FTS5 finds a chapter where, and only where, there is a moment in it', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  db.exec("create virtual table t using fts5 (body, tokenize = 'unicode61 remove_diacritics 2')");
  const insert = db.prepare('insert or replace into t (rowid, body) values (1, ?)');
  const count = db.prepare('select count(*) from t where t match ?').pluck();
  const word = fc.constantFrom('ja', 'nein', 'Äpfel', 'apfelsaft', 'E-Mail', '–', 'ß', 'so,', filler(38));
  const query = fc
    .array(
      fc.constantFrom('ja', 'nein', 'apfel', 'mail', 'ss', '"ja nein"', '"so so"', 'e-mail', 'n', 'a', '"'),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), query, (says, asked) => {
      const phrases = parseQuery(asked);
      fc.pre(phrases.length > 0);
      const chapter = chapterOf(buildSegment('s1', says.join(' ')));
      insert.run(toBody(toFolded(chapter), 4));
      const isFound = count.get(toMatch(phrases, [4])) === 1;
      expect(momentsIn(chapter, asked).length > 0).toBe(isFound);
    }),
    { numRuns: 500 },
  );
});

it('whatever is typed is a question that FTS5 understands', () => {
  const db = new Sqlite(':memory:');
  onTestFinished(() => void db.close());
  db.exec("create virtual table t using fts5 (body, tokenize = 'unicode61 remove_diacritics 2')");
  const count = db.prepare('select count(*) from t where t match ?').pluck();
  const signs = fc.constantFrom(...'"*-()^:{}+%\\\'„“«» NEAR AND OR NOT body x 1'.split(''));
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(signs).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const phrases = parseQuery(text);
      fc.pre(phrases.length > 0);
      expect(count.get(toMatch(phrases, [1, 2]))).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});
