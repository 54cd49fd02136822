import { describe, expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { applyEdits } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { buildDialogue, buildSegment, buildTranscript, linesOf } from '#api/testing/build-transcript.ts';
import { carryOver } from './carry-over.rules.ts';

const old = buildDialogue([
  'A: Guten Tag Herr Meyer.',
  'B: Guten Tag zusammen.',
  'A: Wir fangen mit den Zahlen an.',
  'B: Einverstanden.',
]);
const newer = (segments: Segment[]): Transcript => buildTranscript(segments, { version: 2 });
/** The same words in other segments: `seams` are the indices of words that begin a segment. */
function resegmented(transcript: Transcript, seams: number[], speakers: string[] = []): Transcript {
  const words = transcript.segments.flatMap((segment) => segment.words);
  return newer(
    [0, ...seams].map((from, index) => {
      const own = words.slice(from, seams[index]);
      const text = own.map((word) => word.text).join(' ');
      const [start, end] = [own[0]!.start, own.at(-1)!.end];
      return {
        id: `n${index + 1}`,
        speaker: speakers[index] ?? 'A',
        start,
        end,
        text,
        words: own,
        doubt: null,
      };
    }),
  );
}
const changed = (transcript: Transcript, change: (segment: Segment) => Segment): Transcript =>
  newer(transcript.segments.map((segment) => change({ ...segment, id: segment.id.replace('s', 'n') })));
const later = (transcript: Transcript, s: number): Transcript =>
  changed(transcript, (segment) => ({
    ...segment,
    start: segment.start + s,
    end: segment.end + s,
    words: segment.words.map((word) => ({ ...word, start: word.start + s, end: word.end + s })),
  }));
function carried(ops: EditOp[], target: Transcript, from = old) {
  const result = carryOver(from, ops, target);
  return { ...result, lines: linesOf(applyEdits(target, result.ops)) };
}

describe('a text that a person wrote, in a newer version', () => {
  const ops: EditOp[] = [{ op: 'text', segment: 's1', text: 'Guten Tag, Herr Meier.' }];

  it('stands in the segment of the same time, also when that is placed a little otherwise', () => {
    const { lines, unapplied } = carried(ops, later(old, 0.3));
    expect(lines).toEqual(['A: Guten Tag, Herr Meier.', ...linesOf(old).slice(1)]);
    expect(unapplied).toEqual([]);
  });

  it('is nothing to do where the engine now writes the same', () => {
    const target = changed(old, (segment) =>
      segment.id === 'n1' ? { ...segment, text: 'Guten Tag, Herr Meier.' } : segment,
    );
    expect(carried(ops, target)).toMatchObject({ ops: [], unapplied: [] });
  });

  it('merges what the engine now has in several segments', () => {
    const { lines } = carried(ops, resegmented(old, [2, 4, 7, 13], ['A', 'A', 'B', 'A', 'B']));
    expect(lines).toEqual(['A: Guten Tag, Herr Meier.', ...linesOf(old).slice(1)]);
  });

  it('takes its part out of a segment that now holds more', () => {
    const { lines } = carried(ops, resegmented(old, [7, 13]));
    expect(lines[0]).toBe('A: Guten Tag, Herr Meier.');
    expect(lines[1]).toBe('A: Guten Tag zusammen.');
  });

  it('in the middle of a segment that now holds more leaves both ends as they are', () => {
    const { lines } = carried(
      [{ op: 'text', segment: 's2', text: 'Grüezi mitenand.' }],
      resegmented(old, [13]),
    );
    expect(lines).toEqual([
      'A: Guten Tag Herr Meyer.',
      'A: Grüezi mitenand.',
      'A: Wir fangen mit den Zahlen an.',
      'A: Einverstanden.',
    ]);
  });

  it('is listed where its end falls into words that nobody had heard before', () => {
    const [, ...rest] = old.segments;
    const words = 'Etwas völlig anderes ohne jede Pause gesagt und weiter und'
      .split(' ')
      .map((text, index) => ({
        text,
        start: index * 0.32,
        end: (index + 1) * 0.32,
        confidence: 0.5,
      }));
    const long = {
      ...buildSegment('n1', ''),
      end: 3.2,
      words,
      text: words.map(({ text }) => text).join(' '),
    };
    const target = newer([long, ...rest]);
    const { lines, unapplied } = carried(ops, target);
    expect(lines).toEqual(linesOf(target));
    expect(unapplied).toEqual([
      {
        id: '1-1',
        kind: 'text',
        start: 0,
        end: 1.6,
        text: 'Guten Tag, Herr Meier.',
        was: 'Guten Tag Herr Meyer.',
      },
    ]);
  });

  it('is listed where nothing is written any more', () => {
    const { unapplied } = carried(ops, newer(old.segments.slice(1)));
    expect(unapplied).toMatchObject([{ kind: 'text', text: 'Guten Tag, Herr Meier.' }]);
  });

  it('that was put back to what the engine had written does not hold a better one up', () => {
    const better = changed(old, (segment) =>
      segment.id === 'n1' ? { ...segment, text: 'Guten Tag, Herr Maier.' } : segment,
    );
    const back: EditOp[] = [...ops, { op: 'text', segment: 's1', text: 'Guten Tag Herr Meyer.' }];
    expect(carried(back, better)).toMatchObject({ ops: [], unapplied: [] });
  });

  it('that only says that a doubtful one is right does so again', () => {
    const doubted = { ...old, segments: old.segments.map((each) => ({ ...each, doubt: 'unsure' as const })) };
    const target = changed(doubted, (segment) => segment);
    const [, right] = old.segments;
    const { ops: again } = carried(
      [{ op: 'replace', segments: ['s2'], by: [{ ...right!, doubt: null }] }],
      target,
      doubted,
    );
    const after = applyEdits(target, again);
    expect(after.segments.map(({ doubt }) => doubt)).toEqual(['unsure', null, 'unsure', 'unsure']);
    expect(linesOf(after)).toEqual(linesOf(target));
  });

  it('that takes away what nobody said takes it away again', () => {
    const { lines, unapplied } = carried([{ op: 'text', segment: 's4', text: '' }], later(old, 0.05));
    expect(lines.at(-1)).toBe('B: ');
    expect(unapplied).toEqual([]);
    expect(
      carried([{ op: 'text', segment: 's4', text: '' }], newer(old.segments.slice(0, 3))).unapplied,
    ).toEqual([]);
  });
});

describe('turns that a person changed, in a newer version', () => {
  it('lose no word where the one between them was taken away before', () => {
    const ops: EditOp[] = [
      { op: 'replace', segments: ['s2'], by: [] },
      { op: 'merge', segments: ['s1', 's3'] },
    ];
    const { lines, unapplied } = carried(
      ops,
      changed(old, (segment) => segment),
    );
    expect(lines).toEqual(linesOf(applyEdits(old, ops)));
    expect(lines[0]).toBe('A: Guten Tag Herr Meyer. Wir fangen mit den Zahlen an.');
    expect(unapplied).toEqual([]);
  });

  it('are merged again, also when the text is another', () => {
    const ops: EditOp[] = [{ op: 'merge', segments: ['s1', 's2'] }];
    const target = changed(later(old, 0.1), (segment) =>
      segment.id === 'n2' ? { ...segment, text: 'Guten Tag allerseits.' } : segment,
    );
    const { lines } = carried(ops, target);
    expect(lines[0]).toBe('A: Guten Tag Herr Meyer. Guten Tag allerseits.');
    expect(lines).toHaveLength(3);
  });

  it('are split again at the same word, and nothing is to be done where the engine does so itself', () => {
    const ops: EditOp[] = [{ op: 'split', segment: 's3', at: old.segments[2]!.words[2]!.start }];
    const { lines } = carried(ops, later(old, 0.15));
    expect(lines.slice(2, 4)).toEqual(['A: Wir fangen', 'A: mit den Zahlen an.']);
    expect(carried(ops, resegmented(old, [4, 7, 9, 13]))).toMatchObject({ ops: [], unapplied: [] });
  });

  it('are split again between words that only a person wrote, and listed where those have no time of their own', () => {
    const before = buildTranscript([buildSegment('s1', 'Meyer'), buildSegment('s2', 'ja', { start: 0.4 })]);
    const rewritten: EditOp[] = [
      { op: 'text', segment: 's1', text: 'Sitzung wir' },
      { op: 'split', segment: 's1', at: 0.267 },
    ];
    const words = before.segments.flatMap((segment) => segment.words);
    const target = newer([{ ...buildSegment('n1', 'Meyer ja'), words }]);
    const again = carried(rewritten, target, before);
    expect(again.lines).toEqual(['A: Sitzung', 'A: wir', 'A: ja']);
    expect(again.unapplied).toEqual([]);

    const inserted: EditOp[] = [
      { op: 'text', segment: 's1', text: '' },
      { op: 'text', segment: 's1', text: 'Meyer ja' },
      { op: 'split', segment: 's1', at: 0.267 },
    ];
    const lost = carried(inserted, target, before);
    expect(lost.lines).toEqual(['A: Meyer ja', 'A: ja']);
    expect(lost.unapplied).toMatchObject([{ kind: 'split', text: 'ja' }]);
  });

  it('are listed where the seam is not there any more', () => {
    const ops: EditOp[] = [{ op: 'split', segment: 's3', at: old.segments[2]!.words[2]!.start }];
    const target = changed(old, (segment) =>
      segment.id === 'n3' ? buildSegment('n3', 'Ein Wort', { start: segment.start, wordS: 1.2 }) : segment,
    );
    expect(carried(ops, target).unapplied).toMatchObject([
      { kind: 'split', text: 'mit den Zahlen an.', was: 'mit den Zahlen an.' },
    ]);
  });

  it('are given to the same person, whatever they are called now', () => {
    const ops: EditOp[] = [{ op: 'assign', segment: 's4', speaker: 'A' }];
    const swapped = changed(old, (segment) => ({ ...segment, speaker: segment.speaker === 'A' ? 'B' : 'A' }));
    expect(carried(ops, swapped).ops).toEqual([{ op: 'assign', segment: 'n4', speaker: 'B' }]);
  });

  it('are listed where the person is not told apart any more', () => {
    const ops: EditOp[] = [
      { op: 'speaker', key: 'B', name: 'Frau Ott' },
      { op: 'assign', segment: 's3', speaker: 'B' },
    ];
    const { unapplied } = carried(
      ops,
      changed(old, (segment) => ({ ...segment, speaker: 'A' })),
    );
    expect(unapplied).toMatchObject([
      { kind: 'speaker', text: 'Frau Ott', was: '' },
      { kind: 'assign', text: 'Frau Ott', was: 'A' },
    ]);
  });

  it('of a person whom the engine does not know get a key that is free', () => {
    const ops: EditOp[] = [
      { op: 'speaker', key: 'C', name: 'Dritter' },
      { op: 'assign', segment: 's4', speaker: 'C' },
    ];
    const target = changed(old, (segment) => (segment.id === 'n3' ? { ...segment, speaker: 'C' } : segment));
    const after = applyEdits(target, carried(ops, target).ops);
    expect(linesOf(after).map((line) => line.split(':')[0])).toEqual(['A', 'B', 'C', 'Dritter']);
  });

  it('of a person whom the engine has found meanwhile are theirs', () => {
    const ops: EditOp[] = [
      { op: 'speaker', key: 'X', name: 'Dritter' },
      { op: 'assign', segment: 's4', speaker: 'X' },
    ];
    const target = changed(old, (segment) => (segment.id === 'n4' ? { ...segment, speaker: 'C' } : segment));
    expect(carried(ops, target).ops).toEqual([{ op: 'speaker', key: 'C', name: 'Dritter' }]);
  });
});

describe('turns that a person took away or added, in a newer version', () => {
  const gone: EditOp[] = [{ op: 'replace', segments: ['s2'], by: [] }];
  const added: EditOp[] = [
    { op: 'insert', id: 'i1', after: 's2', speaker: 'B', start: 3.6, end: 4.4, text: 'Moment bitte.' },
  ];

  it('stay away where the engine says the same again, also with other commas', () => {
    const target = changed(later(old, 0.1), (segment) =>
      segment.id === 'n2' ? { ...segment, text: 'Guten Tag, zusammen.' } : segment,
    );
    const { lines, unapplied } = carried(gone, target);
    expect(lines).toEqual(linesOf(old).toSpliced(1, 1));
    expect(unapplied).toEqual([]);
  });

  it('stay away as a part of what the engine now writes as one', () => {
    expect(carried(gone, resegmented(old, [])).lines.join(' ')).not.toContain('zusammen');
  });

  it('come back where it says something else, and that is listed', () => {
    const other = changed(old, (segment) =>
      segment.id === 'n2'
        ? {
            ...segment,
            text: 'Guten Abend zusammen.',
            words: segment.words.map((word, index) => ({
              ...word,
              text: ['Guten', 'Abend', 'zusammen.'][index]!,
            })),
          }
        : segment,
    );
    const { lines, unapplied } = carried(gone, other);
    expect(lines).toEqual(linesOf(other));
    expect(unapplied).toMatchObject([{ kind: 'replace', text: '', was: 'Guten Tag zusammen.' }]);
  });

  it('and put back are no change', () => {
    const back: EditOp[] = [
      ...gone,
      { op: 'insert', id: 's2', after: 's1', speaker: 'B', start: 2.6, end: 3.8, text: '' },
      { op: 'replace', segments: ['s2'], by: [old.segments[1]!] },
    ];
    expect(carried(back, later(old, 0.1))).toMatchObject({ ops: [], unapplied: [] });
  });

  it('are in the same pause, of the same person', () => {
    const swapped = changed(later(old, 0.1), (segment) => ({
      ...segment,
      speaker: segment.speaker === 'A' ? 'B' : 'A',
    }));
    const { lines, unapplied } = carried(added, swapped);
    expect(lines[2]).toBe('A: Moment bitte.');
    expect(unapplied).toEqual([]);
  });

  it('need no place where the engine has heard them meanwhile, and are listed where it has heard something else', () => {
    const heard = (text: string) => {
      const [one, two, ...rest] = old.segments.map((each) => ({ ...each, id: `n${each.id}` }));
      const start = two!.end + 0.1;
      return newer([one!, two!, buildSegment('new', text, { speaker: 'B', start, wordS: 0.3 }), ...rest]);
    };
    expect(carried(added, heard('Moment, bitte!'))).toMatchObject({ ops: [], unapplied: [] });
    const { unapplied } = carried(added, heard('Moment mal.'));
    expect(unapplied).toMatchObject([{ kind: 'insert', text: 'Moment bitte.' }]);
  });
});

describe('names of speakers, in a newer version', () => {
  const ops: EditOp[] = [{ op: 'speaker', key: 'A', name: 'Präsidentin' }];

  it('go to whom most of the time is in common with', () => {
    const swapped = changed(old, (segment) => ({ ...segment, speaker: segment.speaker === 'A' ? 'B' : 'A' }));
    expect(carried(ops, swapped).ops).toEqual([{ op: 'speaker', key: 'B', name: 'Präsidentin' }]);
  });

  it('go to a voice that is now two people only if they were most of it', () => {
    const before = buildTranscript([
      buildSegment('s1', 'a b c d', { speaker: 'A' }),
      buildSegment('s2', 'e f g h i j', { speaker: 'B', start: 2 }),
    ]);
    const target = newer(before.segments.map((segment) => ({ ...segment, speaker: 'X' })));
    const named: EditOp[] = [...ops, { op: 'speaker', key: 'B', name: 'Frau Ott' }];
    expect(carried(named, target, before)).toMatchObject({
      ops: [{ op: 'speaker', key: 'X', name: 'Frau Ott' }],
      unapplied: [{ kind: 'speaker', text: 'Präsidentin' }],
    });
  });

  it('are listed where a person is now two, of equal length', () => {
    const target = newer([
      buildSegment('n1', 'a b c d e', { start: 0, speaker: 'A' }),
      buildSegment('n2', 'f g h i j', { start: 10, speaker: 'B' }),
      buildSegment('n3', 'k l m n o', { start: 20, speaker: 'C' }),
    ]);
    const before = buildTranscript(target.segments.map((segment) => ({ ...segment, speaker: 'A' })));
    expect(carried(ops, target, before)).toMatchObject({
      ops: [],
      unapplied: [{ id: '1-1', kind: 'speaker', text: 'Präsidentin', was: '', start: 0, end: 2 }],
    });
  });
});

describe('what was listed before', () => {
  const item = { id: '1-1', kind: 'text' as const, start: 2, end: 3, text: 'Ja', was: 'Nein' };
  const listed = { ...old, version: 2, unapplied: [item, { ...item, id: '1-2' }] };

  it('stays listed until somebody dismisses it, after what is new by time', () => {
    const ops: EditOp[] = [
      { op: 'dismiss', unapplied: '1-1' },
      { op: 'text', segment: 's1', text: 'Hallo.' },
    ];
    const { unapplied } = carried(ops, newer(old.segments.slice(1)), listed);
    expect(unapplied.map(({ id }) => id)).toEqual(['2-1', '1-2']);
    expect(carried(ops, later(old, 0), listed).unapplied.map(({ id }) => id)).toEqual(['1-2']);
  });
});

describe('what is settled in the newer version', () => {
  it('is not changed by what an older one says, which is listed', () => {
    const ops: EditOp[] = [
      { op: 'text', segment: 's1', text: 'alt' },
      { op: 'speaker', key: 'A', name: 'Alt' },
    ];
    const target = changed(old, (segment) => segment);
    const result = carryOver(old, ops, target, new Set(['n1', '@A']));
    expect(result.ops).toEqual([]);
    expect(result.unapplied.map(({ text }) => text).toSorted()).toEqual(['Alt', 'alt']);
  });
});
