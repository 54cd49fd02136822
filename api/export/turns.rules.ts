import type { SpokenSegment } from './report-source.ts';

/** A paragraph of a document: what one person says without a long pause. */
export type Turn = {
  /** Name of the speaker. Null if the previous speaker continues. */
  name: string | null;
  atS: number;
  text: string;
};

export type Speaker = {
  name: string;
  /** Share of the spoken time, 0 to 1. */ share: number;
  spokenS: number;
  firstAtS: number;
};

/**
 * Pause that begins a new paragraph, s, and length of a paragraph after which the next sentence begins a new one, s.
 */
const pauseS = 3;
const paragraphS = 90;

const endsSentence = (text: string): boolean => /[.?!…]["'»”’)\]]*$/.test(text);
const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Divides a transcript into paragraphs: joins neighbouring segments of a person, and splits long speeches at the ends
 * of sentences, every minute and a half.
 */
export function turnsOf(
  segments: readonly SpokenSegment[],
  nameOf: (key: string) => string,
  notTranscribed: string,
): Turn[] {
  const turns: Turn[] = [];
  let last: SpokenSegment | null = null;
  for (const segment of segments) {
    const text = tidy(segment.text) || (segment.isMissing ? notTranscribed : '');
    if (text === '') continue;
    const turn = turns.at(-1);
    const isSame = last !== null && last.speaker === segment.speaker;
    const goesOn =
      turn &&
      isSame &&
      segment.start - last!.end < pauseS &&
      !(segment.start - turn.atS >= paragraphS && endsSentence(turn.text));
    if (goesOn) turn.text += ` ${text}`;
    else turns.push({ name: isSame ? null : nameOf(segment.speaker), atS: segment.start, text });
    last = segment;
  }
  return turns;
}

/** Returns the speakers in the order of their first words. */
export function speakersOf(segments: readonly SpokenSegment[], nameOf: (key: string) => string): Speaker[] {
  const byKey = new Map<string, Omit<Speaker, 'share'>>();
  for (const { speaker, start, end, text } of segments) {
    if (text.trim() === '') continue;
    const known = byKey.get(speaker) ?? { name: nameOf(speaker), spokenS: 0, firstAtS: start };
    known.spokenS += Math.max(0, end - start);
    byKey.set(speaker, known);
  }
  const speakers = [...byKey.values()];
  const totalS = speakers.reduce((sum, { spokenS }) => sum + spokenS, 0);
  return speakers.map((speaker) => ({ ...speaker, share: totalS > 0 ? speaker.spokenS / totalS : 0 }));
}
