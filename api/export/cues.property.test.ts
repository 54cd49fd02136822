import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Segment } from '#api/contract/transcript.ts';
import { buildSegment } from '#api/testing/build-transcript.ts';
import { cueLimits, cuesOf } from './cues.rules.ts';

const word = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('ja', 'und', 'Sitzung,', 'Protokoll.', 'wirklich?', '–', 'Überprüfung'),
  },
  {
    weight: 1,
    arbitrary: fc.string({ minLength: 1, maxLength: 70 }).map((text) => text.replace(/\s/g, 'x')),
  },
);

/** Segments in the order of a transcript; they may overlap, lack the times of words, or be empty. */
const segments = fc
  .array(
    fc.record({
      words: fc.array(word, { maxLength: 40 }),
      speaker: fc.constantFrom('A', 'B', 'C'),
      gapS: fc.double({ min: -2, max: 12, noNaN: true }),
      wordS: fc.double({ min: 0, max: 1.5, noNaN: true }),
      isTimed: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  .map((made): Segment[] => {
    let start = 0;
    return made.map(({ words, speaker, gapS, wordS, isTimed }, index) => {
      start = Math.max(0, start + gapS);
      const segment = buildSegment(`s${index}`, words.join(' '), { speaker, start, wordS });
      start = segment.end;
      return isTimed ? segment : { ...segment, words: [] };
    });
  });

const said = (all: readonly Segment[]): string =>
  all
    .map(({ text }) => text.normalize('NFC').trim())
    .filter(Boolean)
    .join(' ')
    .replace(/\s+/g, ' ');

test('Subtitles say every word once and in order, on at most two lines of 42 characters', () => {
  fc.assert(
    fc.property(segments, (all) => {
      const cues = [...cuesOf(all)];
      expect(cues.flatMap(({ lines }) => lines).join(' ')).toBe(said(all));
      for (const { lines } of cues) {
        expect(lines.length).toBeLessThanOrEqual(cueLimits.lines);
        // A single word may be longer.
        const long = lines.filter((line) => line.includes(' ') && line.length > cueLimits.lineLength);
        expect(long).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test('Subtitles stand one after the other, each for a while and none for longer than 7 s', () => {
  fc.assert(
    fc.property(segments, (all) => {
      const cues = [...cuesOf(all)];
      cues.forEach(({ startMs, endMs }, index) => {
        expect(endMs).toBeGreaterThan(startMs);
        expect(endMs - startMs).toBeLessThanOrEqual(cueLimits.maxMs);
        expect(cues[index + 1]?.startMs ?? Infinity).toBeGreaterThanOrEqual(endMs);
      });
    }),
    { numRuns: 300 },
  );
});

test('A subtitle is of one person, and there when its words are said', () => {
  const all = [
    buildSegment('s1', 'Guten Tag, ich eröffne die Sitzung.', { speaker: 'A', start: 1 }),
    buildSegment('s2', 'Danke. Zum Protokoll habe ich drei Bemerkungen, die ich gern vorlesen möchte.', {
      speaker: 'B',
      start: 5,
    }),
  ];
  expect([...cuesOf(all)]).toEqual([
    { startMs: 1000, endMs: 3400, speaker: 'A', lines: ['Guten Tag, ich eröffne die Sitzung.'] },
    {
      startMs: 5000,
      endMs: 9800,
      speaker: 'B',
      lines: ['Danke. Zum Protokoll habe ich drei', 'Bemerkungen, die ich gern vorlesen möchte.'],
    },
  ]);
});

test('Long speech is cut where a sentence ends', () => {
  const says =
    'Das erste Traktandum ist abgeschlossen und verabschiedet. Wir kommen jetzt zum zweiten und damit zum Kredit.';
  const lines = [...cuesOf([buildSegment('s1', says, { start: 0, wordS: 0.3 })])].map((cue) =>
    cue.lines.join(' '),
  );
  expect(lines).toEqual([
    'Das erste Traktandum ist abgeschlossen und verabschiedet.',
    'Wir kommen jetzt zum zweiten und damit zum Kredit.',
  ]);
});

test('A short word stays long enough to be read, unless somebody else speaks', () => {
  const alone = [...cuesOf([buildSegment('s1', 'Ja.', { start: 2, wordS: 0.2 })])];
  expect(alone[0]).toMatchObject({ startMs: 2000, endMs: 2000 + cueLimits.minMs });
  const both = [
    ...cuesOf([
      buildSegment('s1', 'Ja.', { start: 2, wordS: 0.2 }),
      buildSegment('s2', 'Nein.', { speaker: 'B', start: 2.5, wordS: 0.2 }),
    ]),
  ];
  expect(both[0]).toMatchObject({ startMs: 2000, endMs: 2500 });
});
