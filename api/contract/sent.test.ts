import { describe, expect, it } from 'vitest';
import { editsPatchSchema } from './edits.ts';
import { putDomainSchema } from './option.ts';
import { recordingMetadataSchema } from './recording.ts';

describe('what a client sends', () => {
  it.each<[boolean, [number, number][]]>([
    [true, []],
    [
      true,
      [
        [0, 1],
        [1, 2],
      ],
    ],
    [true, [[3, 3]]],
    [false, [[5, 1]]],
    [
      false,
      [
        [3, 4],
        [1, 2],
      ],
    ],
    [
      false,
      [
        [0, 2],
        [1, 3],
      ],
    ],
  ])('is taken: %s, for regions of speech %j', (isTaken, speech) => {
    expect(recordingMetadataSchema.safeParse({ duration: 5, speech }).success).toBe(isTaken);
  });

  it.each([
    [true, 20, 21],
    [true, 20, 20],
    [false, 21, 20],
  ])('is taken: %s, for a turn from %d to %d', (isTaken, start, end) => {
    const op = { op: 'insert', id: 'n1', after: null, speaker: 'A', start, end, text: 'Ja.' };
    expect(editsPatchSchema.safeParse({ base: 0, version: 1, ops: [op] }).success).toBe(isTaken);
  });

  it('of a host has its options only', () => {
    const option = {
      label: 'letter',
      names: { de: 'B', en: 'L', fr: 'L', it: 'L' },
      enabled_by_default: false,
      form: 'text',
      target: null,
      prompt: 'Write it.',
      roles: [],
    };
    const isTaken = (body: object) => putDomainSchema.safeParse(body).success;
    expect(isTaken({ options: [option] })).toBe(true);
    expect(isTaken({ options: [option], tags: ['roles'] })).toBe(false);
    expect(isTaken({ options: [{ ...option, colour: 'red' }] })).toBe(false);
  });
});
