import { expect, it } from 'vitest';
import { segmentSchema } from '#api/contract/transcript.ts';
import { composeMeeting, longMeeting } from './long-transcript.ts';

it('is a whole meeting: all words, all people, times that ascend, texts that are their words', () => {
  const segments = composeMeeting(longMeeting);
  const words = segments.flatMap((segment) => segment.words);
  expect(words).toHaveLength(longMeeting.words);
  expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(longMeeting.speakers);
  expect(segments.length).toBeGreaterThan(1_500);
  expect(words.every(({ start }, index) => index === 0 || start > words[index - 1]!.start)).toBe(true);
  expect(segments.every(({ text, words: own }) => text === own.map((word) => word.text).join(' '))).toBe(
    true,
  );
  expect(segments.at(-1)!.end).toBeLessThanOrEqual(longMeeting.lengthS);
  expect(segments.slice(0, 50).every((segment) => segmentSchema.safeParse(segment).success)).toBe(true);
});

it('is the same every time', () => {
  const size = { words: 300, lengthS: 120, speakers: 3 };
  expect(composeMeeting(size)).toEqual(composeMeeting(size));
});
