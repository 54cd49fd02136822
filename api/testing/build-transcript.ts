import type { Segment, Transcript, Word } from '#api/contract/transcript.ts';

const toMs = (s: number): number => Math.round(s * 1000) / 1000;

/** A segment of words that follow each other, each of the same length, s. `says`: words between spaces. */
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

/** A whole transcript of these segments; speakers as they appear, without names. */
export const buildTranscript = (segments: Segment[], rest: Partial<Transcript> = {}): Transcript => ({
  version: 1,
  engine: 'test',
  partial: false,
  speakers: Object.fromEntries(segments.map(({ speaker }) => [speaker, { name: '' }])),
  segments,
  unapplied: [],
  ...rest,
});

/** One segment a line, `A: text`, each beginning a second after the one before has ended. */
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

/** A transcript as it is read: one line a segment. */
export const linesOf = ({ speakers, segments }: Transcript): string[] =>
  segments.map(({ speaker, text }) => `${speakers[speaker]?.name || speaker}: ${text}`);
