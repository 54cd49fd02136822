import type { Segment, Transcript, Word } from '#api/contract/transcript.ts';

const toMs = (s: number): number => Math.round(s * 1000) / 1000;

/** Returns a segment of consecutive words of equal length, s. `says` are the words, separated by spaces. */
export function buildSegment(
  id: string,
  says: string,
  { speaker = 'A', start = 0, wordS = 0.4, ...rest }: Partial<Segment> & { wordS?: number } = {},
): Segment {
  const texts = says.split(' ').filter((text) => text !== '');
  const words = texts.map((text, index): Word => {
    const from = start + index * wordS;
    return { text, start: toMs(from), end: toMs(from + wordS), confidence: 0.5 };
  });
  const end = toMs(start + Math.max(1, words.length) * wordS);
  return { id, speaker, start, end, text: texts.join(' '), words, doubt: null, ...rest };
}

/**
 * Returns a complete transcript of these segments. Its speakers are in the order of their appearance and have no names.
 */
export const buildTranscript = (segments: Segment[], rest: Partial<Transcript> = {}): Transcript => ({
  version: 1,
  engine: 'test',
  partial: false,
  speakers: Object.fromEntries(segments.map(({ speaker }) => [speaker, { name: '' }])),
  segments,
  unapplied: [],
  ...rest,
});

/** Returns a transcript with one segment per line, `A: text`. Each begins 1 s after the end of the one before. */
export function buildDialogue(lines: readonly string[], rest: Partial<Transcript> = {}): Transcript {
  let start = 0;
  const segments = lines.map((line, index) => {
    const [speaker, text = ''] = line.split(': ');
    const segment = buildSegment(`s${index + 1}`, text, { speaker: speaker!, start });
    start = toMs(segment.end + 1);
    return segment;
  });
  return buildTranscript(segments, rest);
}

export const linesOf = ({ speakers, segments }: Transcript): string[] =>
  segments.map(({ speaker, text }) => `${speakers[speaker]?.name || speaker}: ${text}`);
