import type { Segment, Transcript } from '#api/contract/transcript.ts';

type Speakers = Transcript['speakers'];

/** Number of speaker colours (web/ui/tokens.css). The letter distinguishes speakers of the same colour. */
export const speakerTones = 8;

/**
 * Returns the colour of a speaker, from 1. It depends on the key only, so that a new speaker does not change the
 * colours of the others.
 */
export function speakerTone(key: string): number {
  let sum = 0;
  for (const character of key) sum = sum * 26 + (character.codePointAt(0) ?? 0) - 64;
  return ((((sum - 1) % speakerTones) + speakerTones) % speakerTones) + 1;
}

/** Returns the name that a person has set; empty if there is none. */
export const givenName = (speakers: Speakers, key: string): string => speakers[key]?.name.trim() ?? '';

/** Returns the first unused key. The keys are A to Z, then AA, AB … */
export function freeSpeakerKey(speakers: Speakers): string {
  for (let number = 0; ; number++) {
    const key = toLetters(number);
    if (!(key in speakers)) return key;
  }
}

const toLetters = (number: number): string =>
  (number >= 26 ? toLetters(Math.floor(number / 26) - 1) : '') + String.fromCodePoint(65 + (number % 26));

type SpeakerShare = {
  key: string;
  /** Share of all speech, 0 to 1. */
  share: number;
  /** The turns of the speaker, s, ascending. */
  spans: (readonly [start: number, end: number])[];
};

/** Returns the speakers in order of appearance, without those who say nothing. */
export function speakerShares(segments: readonly Segment[]): SpeakerShare[] {
  const found = new Map<string, SpeakerShare & { s: number }>();
  let totalS = 0;
  for (const { speaker, start, end } of segments) {
    let one = found.get(speaker);
    if (!one) found.set(speaker, (one = { key: speaker, share: 0, spans: [], s: 0 }));
    one.spans.push([start, end]);
    one.s += end - start;
    totalS += end - start;
  }
  return [...found.values()].map(({ key, spans, s }) => ({ key, spans, share: totalS > 0 ? s / totalS : 0 }));
}
