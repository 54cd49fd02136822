import { describe, expect, it } from 'vitest';
import { putDomainSchema } from './admin-domain.ts';
import { editsPatchSchema } from './edits.ts';
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

  it('of a host has the fields of a host only', () => {
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
    expect(isTaken({ options: [option], tags: ['roles'] })).toBe(true);
    expect(isTaken({ options: [option], colour: 'red' })).toBe(false);
    expect(isTaken({ options: [{ ...option, colour: 'red' }] })).toBe(false);
  });

  it.each<[boolean, string, object]>([
    [true, 'a wildcard', { host: '*.example.ch' }],
    [true, 'a name in a private network', { host: 'my_server' }],
    [true, 'an address', { names: ['[::1]', '10.0.0.1'] }],
    [false, 'a port', { host: 'example.ch:8080' }],
    [false, 'capitals', { host: 'Example.ch' }],
    [false, 'a star in the middle', { names: ['a.*.ch'] }],
    [false, 'a star alone', { host: '*' }],
    [false, 'an address without https', { links: { chat_app: 'http://a.ch', support_desk: null } }],
    [true, 'shallow JSON', { config: { a: [{ b: 1 }] }, survey: [[1]] }],
    [false, 'a large survey', { survey: 'x'.repeat(20_000) }],
  ])('is taken as a host: %s, %s', (isTaken, _what, body) => {
    expect(putDomainSchema.safeParse(body).success).toBe(isTaken);
  });

  it.each(['config', 'survey'])('of a host is refused if its %s is nested very deeply', (field) => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    const body = { [field]: field === 'config' ? { deep } : deep };
    expect(putDomainSchema.safeParse(body).error?.issues).toHaveLength(1);
  });
});
