import type { MadeText, TextTask } from '#api/engines/text/text-engine.ts';
import type { Extracted, Quote } from './extract.ts';
import {
  capital,
  createItemLines,
  type DatedSentence,
  type ItemLines,
  type LinesTask,
} from './item-lines.ts';
import { asSaid, joinSections } from './quoting.rules.ts';
import { wordings, type Wording } from './wording.ts';

export type RenderTask = LinesTask & Pick<TextTask, 'form' | 'label'>;

/** Largest number of lines in a section. Further items can be found in the transcript. */
const mostLines = 40;
const mostDates = 25;

/**
 * Writes the extracted results as Markdown in the language of the session. Each line that quotes the recording ends
 * with its source. An empty section contains a sentence that says so.
 */
export function render(task: RenderTask, found: Extracted): MadeText {
  const words = wordings[task.language];
  const lines = createItemLines(task);
  if (task.form === 'claims') return renderClaims(found, lines, words);
  if (task.form === 'minutes') return renderMinutes(found, lines, words);
  if (task.label === 'analysis') return renderAnalysis(found, lines, words);
  if (task.label === 'consultation_note') return renderConsultationNote(found, lines, words);
  return renderSummary(found, lines, words);
}

function renderClaims({ claims }: Extracted, lines: ItemLines, words: Wording): MadeText {
  const list = joinSections([section(words, 'claims', claims, lines.quote)], lines.sources);
  return claims.length > 0 ? { ...list, text: `${words.unchecked}\n\n${list.text}` } : list;
}

const renderMinutes = (found: Extracted, lines: ItemLines, words: Wording): MadeText =>
  joinSections(
    [
      section(words, 'decisions', shownDecisions(found), lines.decision),
      section(words, 'tasks', found.tasks, lines.task),
      section(words, 'open', openQuestions(found), lines.quote),
      section(words, 'dates', datesBySentence(found), lines.dates, mostDates),
    ],
    lines.sources,
  );

function renderAnalysis(found: Extracted, lines: ItemLines, words: Wording): MadeText {
  const totalS = found.shares.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  const made = joinSections(
    [
      { title: words.topics, lines: found.topics.map(lines.topic), none: words.none.summary },
      {
        title: words.talk,
        lines: found.shares.map((one) => lines.share(one, totalS)),
        none: words.none.summary,
      },
      section(words, 'open', openQuestions(found), lines.quote),
    ],
    lines.sources,
  );
  return { ...made, text: `${made.text}\n\n${words.unjudged}` };
}

function renderConsultationNote(found: Extracted, lines: ItemLines, words: Wording): MadeText {
  const agreed = new Set([...acceptedProposals(found), ...[...found.decisions, ...found.tasks].map(placeOf)]);
  const statements = found.key.map(toQuote).filter((quote) => !agreed.has(placeOf(quote)));
  const stated = new Set(statements.map(placeOf));
  const figures = found.figures.filter((quote) => !agreed.has(placeOf(quote)) && !stated.has(placeOf(quote)));
  return joinSections(
    [
      section(words, 'statements', statements, lines.quote),
      section(words, 'figures', figures, lines.quote),
      section(words, 'agreed', [...shownDecisions(found), ...found.tasks], (one) =>
        'who' in one ? lines.task(one) : lines.decision(one),
      ),
      section(words, 'open', openQuestions(found), lines.quote),
    ],
    lines.sources,
  );
}

function renderSummary(found: Extracted, lines: ItemLines, words: Wording): MadeText {
  const shown = new Set(found.key.map((one) => placeOf(toQuote(one))));
  const topics = keyByTopic(found).map(({ title, quotes }, index) => {
    const list = quotes.map((quote) => {
      const about = found.decisions.find((one) => placeOf(one) === placeOf(quote))?.about;
      return about && !shown.has(placeOf(about)) ? lines.accepted(quote, about) : lines.quote(quote);
    });
    return `### ${asSaid(title || words.untitled(index + 1))}\n\n${list.join('\n')}`;
  });
  return { text: topics.length > 0 ? topics.join('\n\n') : words.none.summary, sources: lines.sources };
}

function section<T>(
  words: Wording,
  title: keyof Wording['none'],
  items: readonly T[],
  toLine: (item: T) => string,
  most = mostLines,
) {
  const lines = items.slice(0, most).map((item) => toLine(item));
  if (items.length > most) lines.push('', words.more(items.length - most));
  return { title: words[title], lines, none: words.none[title] };
}

const openQuestions = ({ questions }: Extracted) => questions.filter(({ isOpen }) => isOpen);

/** Returns the places of the proposals that decisions accept. */
const acceptedProposals = ({ decisions }: Extracted): Set<string> =>
  new Set(decisions.flatMap(({ about }) => (about ? [placeOf(about)] : [])));

/** Returns the decisions to list. A proposal is shown with the decision that accepts it, and not again on its own. */
function shownDecisions(found: Extracted) {
  const accepted = acceptedProposals(found);
  return found.decisions.filter((one) => one.about !== null || !accepted.has(placeOf(one)));
}

function datesBySentence({ dates }: Extracted): DatedSentence[] {
  const sentences: DatedSentence[] = [];
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

/** Groups the key sentences by topic. Topics without a key sentence are left out. */
function keyByTopic(found: Extracted): { title: string; quotes: Quote[] }[] {
  const starts = found.topics.map(({ start }) => start);
  const groups = new Map<number, Quote[]>();
  for (const one of found.key) {
    const index = Math.max(
      0,
      starts.findLastIndex((start) => start <= one.at + 1e-6),
    );
    groups.set(index, [...(groups.get(index) ?? []), toQuote(one)]);
  }
  return [...groups].map(([index, quotes]) => ({
    title: capital(found.topics[index]?.title.join(', ') ?? ''),
    quotes,
  }));
}
