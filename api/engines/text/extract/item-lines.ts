import type { TextTask } from '#api/engines/text/text-engine.ts';
import type { Extracted, Quote } from './extract.ts';
import { asSaid, createCiter, lasting, moment, trimFillers } from './quoting.rules.ts';
import { createWordSense } from './words.rules.ts';
import { wordings } from './wording.ts';

export type LinesTask = Pick<TextTask, 'language' | 'segments' | 'speakers'>;

/** A sentence with all dates in it. */
export type DatedSentence = { dates: string[]; segment: string; at: number; sentence: string };

export type ItemLines = ReturnType<typeof createItemLines>;

/**
 * Creates functions that write an extracted item as a line of Markdown, which ends with its source. A source gets its
 * number when its first line is written. Therefore only lines that will be shown may be written.
 */
export function createItemLines({ language, segments, speakers }: LinesTask) {
  const words = wordings[language];
  const { cite, sources } = createCiter(segments);
  const { fillers } = createWordSense(language);
  const [before, behind] = words.quote;

  const nameOf = (key: string) => asSaid(speakers[key]?.name.trim() || words.unnamed(key));
  const quoted = (text: string) => `${before}${asSaid(trimFillers(text, fillers))}${behind}`;
  const said = ({ speaker, text }: Quote) => `${nameOf(speaker)}: ${quoted(text)}`;

  const quote = (one: Quote) => `- ${said(one)} ${cite(one)}`;
  /** Writes the accepted proposal and then the decision, because "Let's do that" alone is unclear. */
  const accepted = (decision: Quote, about: Quote) =>
    `- ${said(about)} ${cite(about)} – ${said(decision)} ${cite(decision)}`;

  return {
    /** Sources that were cited so far, in the order of their numbers. */
    sources,
    quote,
    accepted,
    decision: (one: Extracted['decisions'][number]) => (one.about ? accepted(one, one.about) : quote(one)),
    task(one: Extracted['tasks'][number]) {
      const due = one.due === null ? '' : ` (${words.by(asSaid(one.due))})`;
      const isSpeaker = segments.some(({ speaker }) => speaker === one.who);
      const who = one.who === null ? words.nobody : isSpeaker ? nameOf(one.who) : asSaid(one.who);
      return `- [ ] **${who}:** ${quoted(one.text)}${due} ${cite(one)}`;
    },
    dates: (one: DatedSentence) =>
      `- **${asSaid(one.dates.join(', '))}:** ${quoted(one.sentence)} ${cite(one)}`,
    topic({ title, from, start, end }: Extracted['topics'][number], index: number) {
      const name = asSaid(capital(title.join(', ')) || words.untitled(index + 1));
      return `- **${name}** ${moment(start)}–${moment(end)} ${cite({ segment: from, at: start })}`;
    },
    /** Writes the share of a speaker. `totalS` is the speaking time of all speakers, s. */
    share({ speaker, seconds, first, at }: Extracted['shares'][number], totalS: number) {
      const share = words.share(Math.round((seconds / totalS) * 100), lasting(seconds));
      return `- ${nameOf(speaker)}: ${share} ${cite({ segment: first, at })}`;
    },
  };
}

export const capital = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
