import type { MadeText, TextTask } from '#api/engines/text/text-engine.ts';
import type { Extracted, Quote } from './extract.ts';
import { asSaid, createCiter, joinSections, lasting, moment, trimFillers } from './quoting.rules.ts';
import { createWordSense } from './words.rules.ts';
import { wordings } from './wording.ts';

export type RenderTask = Pick<TextTask, 'form' | 'label' | 'language' | 'segments' | 'speakers'>;

const mostLines = 40;
/** The list is limited; further dates are in the transcript. */
const mostDates = 25;

/**
 * Renders extracted results as Markdown in the session's language. Each line from the recording ends with its source;
 * an empty section says so in a sentence.
 */
export function render(task: RenderTask, found: Extracted): MadeText {
  const { form, label, language, segments, speakers } = task;
  const words = wordings[language];
  const { cite, sources } = createCiter(segments);
  const { fillers } = createWordSense(language);
  const [before, behind] = words.quote;

  const nameOf = (key: string) => asSaid(speakers[key]?.name.trim() || words.unnamed(key));
  const bare = (text: string) => `${before}${asSaid(trimFillers(text, fillers))}${behind}`;
  const said = ({ speaker, text }: Pick<Quote, 'speaker' | 'text'>) => `${nameOf(speaker)}: ${bare(text)}`;
  const line = (quote: Quote) => `- ${said(quote)} ${cite(quote)}`;
  const decided = (one: Quote, about: Quote) => `- ${said(about)} ${cite(about)} – ${said(one)} ${cite(one)}`;
  const toDecision = (one: Extracted['decisions'][number]) =>
    one.about ? decided(one, one.about) : line(one);
  const toTask = (one: Extracted['tasks'][number]) => {
    const due = one.due === null ? '' : ` (${words.by(asSaid(one.due))})`;
    const isSpeaker = segments.some(({ speaker }) => speaker === one.who);
    const who = one.who === null ? words.nobody : isSpeaker ? nameOf(one.who) : asSaid(one.who);
    return `- [ ] **${who}:** ${bare(one.text)}${due} ${cite(one)}`;
  };
  // A proposal is shown with its decision, not separately as well.
  const settled = new Set(found.decisions.flatMap(({ about }) => (about ? [placeOf(about)] : [])));
  const decisions = found.decisions.filter((one) => one.about !== null || !settled.has(placeOf(one)));
  const open = found.questions.filter(({ isOpen }) => isOpen);
  const toDates = (one: { dates: string[]; segment: string; at: number; sentence: string }) =>
    `- **${asSaid(one.dates.join(', '))}:** ${bare(one.sentence)} ${cite(one)}`;

  const summary = (): MadeText => {
    const shown = new Set(found.key.map(({ segment, sentence }) => placeOf({ segment, text: sentence })));
    const parts = keyByTopic(found).map(({ title, quotes }, index) => {
      const lines = quotes.map((quote) => {
        const about = found.decisions.find((one) => placeOf(one) === placeOf(quote))?.about;
        // "Let's do that" is unclear without the proposal.
        return about && !shown.has(placeOf(about)) ? decided(quote, about) : line(quote);
      });
      return `### ${asSaid(title || words.untitled(index + 1))}\n\n${lines.join('\n')}`;
    });
    return { text: parts.length > 0 ? parts.join('\n\n') : words.none.summary, sources };
  };
  // Only shown items get a source number.
  const section = <T>(
    title: keyof typeof words.none,
    items: readonly T[],
    toLine: (item: T) => string,
    most = mostLines,
  ) => {
    const lines = items.slice(0, most).map(toLine);
    if (items.length > most) lines.push('', words.more(items.length - most));
    return { title: words[title], lines, none: words.none[title] };
  };

  if (form === 'claims') {
    const list = joinSections([section('claims', found.claims, line)], sources);
    return found.claims.length > 0 ? { ...list, text: `${words.unchecked}\n\n${list.text}` } : list;
  }
  if (form === 'minutes')
    return joinSections(
      [
        section('decisions', decisions, toDecision),
        section('tasks', found.tasks, toTask),
        section('open', open, line),
        section('dates', datesBySentence(found), toDates, mostDates),
      ],
      sources,
    );
  if (label === 'analysis') {
    const total = found.shares.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
    const topics = found.topics.map(({ title, from, start, end }, index) => {
      const name = asSaid(capital(title.join(', ')) || words.untitled(index + 1));
      return `- **${name}** ${moment(start)}–${moment(end)} ${cite({ segment: from, at: start })}`;
    });
    const shares = found.shares.map(({ speaker, seconds, first, at }) => {
      const share = words.share(Math.round((seconds / total) * 100), lasting(seconds));
      return `- ${nameOf(speaker)}: ${share} ${cite({ segment: first, at })}`;
    });
    const made = joinSections(
      [
        { title: words.topics, lines: topics, none: words.none.summary },
        { title: words.talk, lines: shares, none: words.none.summary },
        section('open', open, line),
      ],
      sources,
    );
    return { ...made, text: `${made.text}\n\n${words.unjudged}` };
  }
  if (label === 'consultation_note') {
    const agreed = new Set([...settled, ...[...found.decisions, ...found.tasks].map(placeOf)]);
    const statements = found.key.map(toQuote).filter((quote) => !agreed.has(placeOf(quote)));
    const stated = new Set(statements.map(placeOf));
    return joinSections(
      [
        section('statements', statements, line),
        section(
          'figures',
          found.figures.filter((quote) => !agreed.has(placeOf(quote)) && !stated.has(placeOf(quote))),
          line,
        ),
        section('agreed', [...decisions, ...found.tasks], (one) =>
          'who' in one ? toTask(one) : toDecision(one),
        ),
        section('open', open, line),
      ],
      sources,
    );
  }
  return summary();
}

function datesBySentence({ dates }: Extracted) {
  const sentences: { dates: string[]; segment: string; at: number; sentence: string }[] = [];
  for (const { text, segment, at, sentence } of dates) {
    const last = sentences.at(-1);
    if (last?.segment === segment && last.at === at) last.dates.push(text);
    else sentences.push({ dates: [text], segment, at, sentence });
  }
  return sentences;
}

const toQuote = ({ segment, speaker, at, sentence }: Extracted['key'][number]): Quote => ({
  segment,
  speaker,
  at,
  text: sentence,
});

const placeOf = ({ segment, text }: Pick<Quote, 'segment' | 'text'>) => `${segment} ${text}`;

const capital = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

/** Groups central sentences by topic; topics without one are left out. */
function keyByTopic(found: Extracted): { title: string; quotes: Quote[] }[] {
  const starts = found.topics.map(({ start }) => start);
  const parts = new Map<number, Quote[]>();
  for (const one of found.key) {
    const index = Math.max(
      0,
      starts.findLastIndex((start) => start <= one.at + 1e-6),
    );
    parts.set(index, [...(parts.get(index) ?? []), toQuote(one)]);
  }
  return [...parts].map(([index, quotes]) => ({
    title: capital(found.topics[index]?.title.join(', ') ?? ''),
    quotes,
  }));
}
