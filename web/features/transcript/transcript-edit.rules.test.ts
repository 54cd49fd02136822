import { describe, expect, it } from 'vitest';
import { applyEdits } from '#api/contract/overlay.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { inverseOps, rebaseOps } from './transcript-edit.rules.ts';
import type { SpeakerOp } from './transcript-edit.rules.ts';

const segment = (id: string, speaker: string, start: number) => ({
  ...{ id, speaker, start, end: start + 1, text: id, words: [] },
  doubt: null,
});
const transcript: Transcript = {
  version: 2,
  engine: 'fixture',
  partial: false,
  speakers: { A: { name: 'Frau Rey' }, B: { name: '' } },
  segments: [segment('s1', 'A', 0), segment('s2', 'B', 1), segment('s3', 'A', 2)],
  unapplied: [{ id: 'u1', kind: 'text', start: 1, end: 2, text: 'neu', was: 'alt' }],
};
const rename: SpeakerOp = { op: 'speaker', key: 'B', name: 'Herr Meier' };
const assign: SpeakerOp = { op: 'assign', segment: 's2', speaker: 'A' };
const dismiss: SpeakerOp = { op: 'dismiss', unapplied: 'u1' };

describe('changes on the screen', () => {
  it('are the same when they lie on an answer that has them', () => {
    const ops = [rename, assign];
    const once = applyEdits(transcript, ops);
    expect(applyEdits(once, ops)).toEqual(once);
  });

  it('can be put back', () => {
    const ops = [rename, assign];
    const back = inverseOps(transcript, ops);
    expect(applyEdits(applyEdits(transcript, ops), back)).toEqual(transcript);
    const newcomer: SpeakerOp[] = [
      { op: 'speaker', key: 'C', name: '' },
      { op: 'assign', segment: 's2', speaker: 'C' },
    ];
    expect(inverseOps(transcript, newcomer)).toEqual([{ op: 'assign', segment: 's2', speaker: 'B' }]);
    expect(inverseOps(transcript, [dismiss])).toEqual([]);
  });
});

describe('after changes of others', () => {
  it('ours are sent again where theirs were about something else', () => {
    expect(
      rebaseOps(
        [rename, assign],
        [
          { op: 'speaker', key: 'A', name: 'Frau Rey-Blanc' },
          { op: 'text', segment: 's2', text: 'anders' },
          { op: 'assign', segment: 's1', speaker: 'B' },
          { op: 'merge', segments: ['s3', 's4'] },
        ],
      ),
    ).toEqual([rename, assign]);
  });

  it('what they did as well needs no sending', () => {
    expect(rebaseOps([rename, assign, dismiss], [rename, dismiss])).toEqual([assign]);
  });

  it.each([
    ['the same name', rename, { op: 'speaker', key: 'B', name: 'Frau Koch' }],
    ['the same segment', assign, { op: 'assign', segment: 's2', speaker: 'C' }],
    ['a segment that is part of another now', assign, { op: 'merge', segments: ['s1', 's2'] }],
    ['a segment that is two now', assign, { op: 'split', segment: 's2', at: 1.5 }],
  ] as const)('somebody has to look: %s', (_, mine, theirs) => {
    const other = 'segments' in theirs ? { ...theirs, segments: [...theirs.segments] } : theirs;
    expect(rebaseOps([mine], [other])).toBeNull();
  });
});
