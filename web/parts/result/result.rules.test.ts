import { describe, expect, it } from 'vitest';
import { segmentFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { changesSince, saidAt } from './result.rules.ts';

describe('what has changed since a result was made', () => {
  const from = { transcript: 1, edits: 2, notes: 3, option: 0 };
  const now = { transcript: transcriptFixture(1), edits: 2, notes: { text: '', rev: 3 } };

  it('is nothing where it is not stale', () => {
    expect(changesSince({ made_from: from, stale: false }, { ...now, edits: 9 })).toEqual([]);
  });

  it('is each of what it was made from', () => {
    const changed = { ...now, edits: 5, notes: { text: '', rev: 4 } };
    expect(changesSince({ made_from: from, stale: true }, changed)).toEqual([
      { kind: 'edits', count: 3 },
      { kind: 'notes' },
    ]);
  });

  it('is the transcript where there is a newer version, whose changes count anew', () => {
    const changed = { ...now, transcript: transcriptFixture(1, { version: 2 }), edits: 0 };
    expect(changesSince({ made_from: from, stale: true }, changed)).toEqual([{ kind: 'transcript' }]);
  });

  it('is the option where nothing else is another', () => {
    expect(changesSince({ made_from: from, stale: true }, now)).toEqual([{ kind: 'option' }]);
  });
});

describe('a source', () => {
  const segments = [segmentFixture(0), segmentFixture(1, { text: 'Wort '.repeat(100) })];

  it('is its segment, by its time where that is gone, else nothing', () => {
    expect(saidAt(segments, { segment: 's0', at: 99 })?.speaker).toBe('A');
    expect(saidAt(segments, { segment: 'weg', at: 5 })?.speaker).toBe('B');
    expect(saidAt(segments, { segment: 'weg', at: 99 })).toBeNull();
  });

  it('is shown in short', () => {
    expect(saidAt(segments, { segment: 's1', at: 4 })?.text.length).toBeLessThan(250);
  });
});
