import type { SpokenSegment } from './report-source.ts';

/** What one person says without a long pause: a paragraph of a document. */
export type Turn = {
  /** null: whoever spoke before goes on. */
  name: string | null;
  atS: number;
  text: string;
};

export type Speaker = {
  name: string;
  /** 0 to 1 of what is spoken. */ share: number;
  spokenS: number;
  firstAtS: number;
};

/** A pause that begins a new paragraph, and how long one gets before the next sentence begins another, s. */
const pauseS = 3;
const paragraphS = 90;

const endsSentence = (text: string): boolean => /[.?!…]["'»”’)\]]*$/.test(text);
const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Paragraphs of a transcript: neighbours by the same person are joined, long speeches get a time every minute and a half. */
export function turnsOf(
  segments: readonly SpokenSegment[],
  nameOf: (key: string) => string,
  nothingHeard: string,
): Turn[] {
  const turns: Turn[] = [];
  let last: SpokenSegment | null = null;
  for (const segment of segments) {
    const text = tidy(segment.text) || (segment.isMissing ? nothingHeard : '');
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

/** Who speaks, in the order of their first words. */
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
