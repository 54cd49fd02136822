import type { Segment, Word } from '#api/contract/transcript.ts';
import { createRandom } from '../quality/degrade.ts';
import { grammars, sentences } from '../wer/sentences.ts';

export type MeetingSize = { words: number; lengthS: number; speakers: number };

/** Size of the longest recording (§9), at 167 words a minute. */
export const longMeeting: MeetingSize = { words: 25_000, lengthS: 8_990, speakers: 8 };

const unsureShare = 0.02;
const doubtShare = 0.01;
/** Share of the sentences that continue the turn of the same speaker. */
const goesOnShare = 0.6;

const toMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** Makes segments of one or two sentences with word times. The same size gives the same segments. */
export function composeMeeting({ words: count, lengthS, speakers }: MeetingSize): Segment[] {
  const random = createRandom(7);
  const perWordS = lengthS / count;
  const segments: Segment[] = [];
  let said = 0;
  let speaker = 0;
  const next = sentences(grammars['de']!, random);
  while (said < count) {
    let text = next.next().value;
    if (random() < 0.4) text += ` ${next.next().value}`;
    const spoken = text.split(' ').slice(0, count - said);
    const words = spoken.map((word, index): Word => {
      const start = (said + index) * perWordS;
      const confidence = random() < unsureShare ? 0.3 : 0.9;
      return { text: word, start: toMs(start), end: toMs(start + perWordS * 0.85), confidence };
    });
    if (random() > goesOnShare) speaker = Math.floor(random() * speakers);
    segments.push({
      id: `s${segments.length + 1}`,
      speaker: String.fromCodePoint(65 + speaker),
      start: words[0]!.start,
      end: words.at(-1)!.end,
      text: spoken.join(' '),
      words,
      doubt: random() < doubtShare ? 'unsure' : null,
    });
    said += spoken.length;
  }
  return segments;
}
