import { expect, test } from 'vitest';
import { sentDraftSchema } from '#api/contract/draft.ts';
import { limits } from '#api/contract/limits.ts';
import { segmentOf } from './draft-doubles.ts';
import { type DraftPiece, toSentDraft } from './sent-draft.rules.ts';

const sent = (segments: readonly DraftPiece[], durationS = 60) =>
  toSentDraft({ engine: 'preview', model: 'tiny', language: 'de', segments }, durationS);

test('A draft is sent with its words, in the shape of the contract', () => {
  const draft = sent([segmentOf(1, 3, 'Guten Tag.')]);
  expect(draft).toEqual({
    engine: 'preview',
    model: 'tiny',
    language: 'de',
    segments: [
      {
        start: 1,
        end: 3,
        text: 'Guten Tag.',
        words: [
          { text: 'Guten', start: 1, end: 2, confidence: 0.9 },
          { text: 'Tag.', start: 2, end: 3, confidence: 0.9 },
        ],
      },
    ],
  });
  expect(sentDraftSchema.safeParse(draft).success).toBe(true);
});

test('What lies after the end of the audio is left out, and what is empty', () => {
  const pieces = [
    segmentOf(50, 70, 'vorher noch nachher weg'),
    segmentOf(60, 61, 'zu spät'),
    { start: 2, end: 1, text: 'verkehrt' },
    { start: 3, end: 4, text: '  ' },
  ];
  expect(sent(pieces)?.segments).toMatchObject([
    { start: 50, end: 60, text: 'vorher noch', words: [{ text: 'vorher' }, { text: 'noch', end: 60 }] },
    { start: 2, end: 2, text: 'verkehrt' },
  ]);
  expect(sent([{ start: 3, end: 4, text: '  ' }])).toBeNull();
});

test('Two and a half hours of the fastest speech fit, and only the words of the end are left out', () => {
  const text = 'Kreditfinanzierung und Immobiliengesellschaften '.repeat(4).trim();
  const pieces = Array.from({ length: 9_000 }, (_, at) => segmentOf(at, at + 1, text));
  const draft = sent(pieces, 9_000);
  expect(draft?.segments).toHaveLength(9_000);
  expect(new TextEncoder().encode(JSON.stringify(draft)).byteLength).toBeLessThanOrEqual(
    limits.maxDraftBytes,
  );
  expect(draft?.segments[0]?.words).toHaveLength(12);
  expect(draft?.segments.at(-1)?.words).toBeUndefined();
  expect(sentDraftSchema.safeParse(draft).success).toBe(true);
});
