import { ModelError } from '#api/engines/language/language-model.ts';
import type { MadeText } from '#api/engines/text/text-engine.ts';
import { askForm } from './ask.ts';
import { eachPart } from './each-part.ts';
import type { Minutes, Point } from './forms.ts';
import { defuse } from './data-block.ts';
import { type Line, toMark } from './lines.rules.ts';
import { takeMarks } from './marks.rules.ts';
import { mergeSame } from './merge.rules.ts';
import { type MinutesContent, renderMinutes, type Statement } from './render.ts';
import { answerRoom, roomFor, type Run, splitFor, toPrompt } from './run.ts';
import { toStatement } from './statement.ts';

/** Share of the progress for the parts. The rest is for the summary of all parts. */
const mapShare = 0.9;
const empty: MinutesContent = { summary: [], decisions: [], tasks: [], open: [] };

/** Writes minutes. Decisions, tasks and open points of all parts are merged, and one summary is written. */
export async function writeMinutes(run: Run, lines: readonly Line[]): Promise<MadeText> {
  const { task, model, words } = run;
  const room = roomFor(run, { form: 'minutes', stage: 'final', kind: 'DATA' }, answerRoom(run));
  let content = empty;
  const show = (made: MinutesContent, part: { number: number; of: number }) => {
    const { text, sources } = renderMinutes(made, words, false);
    const reading = part.of > 1 ? `_${words.reading(part.number, part.of)}_` : '';
    task.onText({ text: [text, reading].filter(Boolean).join('\n\n'), sources });
  };
  const parts = splitFor(run, lines, room);
  const made = await eachPart(parts, {
    async ask(main, part) {
      show(content, part);
      const prompt = toPrompt(run, {
        form: 'minutes',
        stage: 'final',
        main: { kind: 'DATA', lines: main },
        part,
      });
      const answer = await askForm(model, prompt, {
        form: 'minutes',
        maxTokens: answerRoom(run),
        signal: task.signal,
        onAnswer: (partial) => show(joined(content, toContent(run, partial)), part),
      });
      if (answer) content = joined(content, toContent(run, answer));
      return answer;
    },
    onShare: (share) => task.onShare(share * mapShare),
  });
  if (made.length > 1) content = { ...content, summary: await oneSummary(run, content.summary) };
  return renderMinutes(content, words, true);
}

const toPoints = (run: Run, points: readonly Point[]): Statement[] =>
  points.flatMap(({ text, segments }) => toStatement(run.ids, text, segments) ?? []);

const toContent = (run: Run, { summary, decisions, tasks, open }: Minutes): MinutesContent => ({
  summary: toPoints(run, summary),
  decisions: toPoints(run, decisions),
  tasks: tasks.flatMap(({ what, who, due, segments }) => {
    const statement = toStatement(run.ids, what, segments);
    const plain = (text: string) => takeMarks(text, run.ids).text;
    return statement ? [{ ...statement, who: plain(who), due: plain(due) }] : [];
  }),
  open: toPoints(run, open),
});

const same = (a: string, b: string) => a === '' || b === '' || a.toLowerCase() === b.toLowerCase();

const joined = (a: MinutesContent, b: MinutesContent): MinutesContent => ({
  summary: mergeSame(a.summary, b.summary),
  decisions: mergeSame(a.decisions, b.decisions),
  tasks: mergeSame(a.tasks, b.tasks, (stays, goes) =>
    same(stays.who, goes.who) && same(stays.due, goes.due)
      ? { ...stays, who: stays.who || goes.who, due: stays.due || goes.due }
      : null,
  ),
  open: mergeSame(a.open, b.open),
});

/** Makes one summary from the summaries of the parts. Returns those unchanged if the model writes none. */
async function oneSummary(run: Run, points: Statement[], from = mapShare): Promise<Statement[]> {
  const { task, model, ids } = run;
  const lines = points.map(({ text, segments }) => ({
    text: `- ${defuse(text)} ${toMark(segments, ids)}`,
    said: null,
    pauseS: 0,
  }));
  const room = roomFor(run, { form: 'summary', stage: 'final', kind: 'PARTS' }, answerRoom(run));
  const groups = splitFor(run, lines, room);
  try {
    const made = await eachPart(groups, {
      async ask(group) {
        const prompt = toPrompt(run, {
          form: 'summary',
          stage: 'final',
          main: { kind: 'PARTS', lines: group },
        });
        const answer = await askForm(model, prompt, {
          form: 'summary',
          maxTokens: answerRoom(run),
          signal: task.signal,
          onAnswer: () => undefined,
        });
        return answer && toPoints(run, answer.summary);
      },
      onShare: (share) => task.onShare(from + (share * (1 - from)) / (groups.length > 1 ? 2 : 1)),
    });
    const shorter = made.flat();
    if (shorter.length === 0) return points;
    const isAgain = groups.length > 1 && shorter.length < points.length * 0.8;
    return isAgain ? await oneSummary(run, shorter, (1 + from) / 2) : shorter;
  } catch (error) {
    const isOurs = error instanceof ModelError;
    if (
      isOurs &&
      ['processing.answer_unusable', 'processing.answer_cut', 'processing.context_too_small'].includes(
        error.code,
      )
    )
      return points;
    throw error;
  }
}
