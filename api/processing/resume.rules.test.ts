import { describe, expect, it } from 'vitest';
import { isResumable, type Attempt, type Recipe } from './resume.rules.ts';

const attempt: Attempt = {
  version: { version: 2, engine: 'whisper-base', language: 'de', partial: 1 },
  stopped: { id: 'j', payload: {}, checkpoint: { version: 2, seq: 7, upToS: 61.5 } },
  participants: null,
};
const wanted: Recipe = { engine: 'whisper-base', language: 'de', participants: null, boost: 1 };

describe('an attempt that did not come to its end', () => {
  it('goes on where it would come out the same from the beginning', () => {
    expect(isResumable(attempt, wanted)).toBe(true);
  });

  it.each<[string, Partial<Recipe>]>([
    ['engine', { engine: 'whisper-small' }],
    ['language', { language: 'fr' }],
    ['number of participants', { participants: 2 }],
    ['amplification', { boost: 2 }],
  ])('begins anew with another %s', (_, change) => {
    expect(isResumable(attempt, { ...wanted, ...change })).toBe(false);
  });

  it.each<[string, Partial<Attempt>]>([
    ['it never began a version', { version: undefined }],
    ['its version is whole', { version: { ...attempt.version!, partial: 0 } }],
    ['another version came after it', { version: { ...attempt.version!, version: 3 } }],
    ['nobody knows where it stopped', { stopped: { id: 'j', payload: {}, checkpoint: null } }],
    ['there was none', { stopped: null }],
  ])('begins anew where %s', (_, change) => {
    expect(isResumable({ ...attempt, ...change }, wanted)).toBe(false);
  });
});
