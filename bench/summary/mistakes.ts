/** Prints what an engine missed and what it found wrongly, for the development set only. */
import type { Conversation } from './corpus.ts';
import type { Finder } from './finder.ts';
import { countDates, type Place } from './score.ts';

export async function printMistakes(finder: Finder, conversations: readonly Conversation[]): Promise<void> {
  for (const of of conversations.filter(({ set }) => set === 'dev')) {
    const found = await finder.find(of);
    const { marks, language } = of;
    const texts = new Map(of.segments.map(({ id, text }) => [id, text]));
    const tell = (what: string, segment: string, detail = '') =>
      console.log(`${of.name} ${what} ${segment}${detail && ` (${detail})`}: ${texts.get(segment) ?? ''}`);
    const compare = (what: string, places: readonly Place[], wanted: readonly Place[]) => {
      const at = (some: readonly Place[]) => new Set(some.flatMap(({ segments }) => segments));
      const [isFound, isWanted] = [at(places), at(wanted)];
      for (const { segments } of wanted)
        if (!segments.some((one) => isFound.has(one))) tell(`${what} missed`, segments[0]!);
      for (const segment of isFound) if (!isWanted.has(segment)) tell(`${what} wrong`, segment);
    };
    const each = (segments: readonly string[]) => segments.map((segment) => ({ segments: [segment] }));
    compare('key', each(found.key), each(marks.key));
    compare('decision', found.decisions, marks.decisions);
    compare('task', found.tasks, marks.tasks);
    compare('question', found.questions, each(marks.questionsOpen));
    for (const task of marks.tasks) {
      const got = found.tasks.filter(({ segments }) => segments.some((one) => task.segments.includes(one)));
      for (const { segments, who, due } of got)
        tell(
          'task',
          segments[0]!,
          `found ${who ?? '–'}, ${due ?? '–'}; marked ${task.who.join('/') || '–'}, ${task.due ?? '–'}`,
        );
    }
    for (const date of found.dates)
      if (countDates([date], marks.dates, language).found > 0)
        if (countDates([date], marks.dates, language).right === 0)
          tell('date wrong', date.segment, date.text);
    for (const mark of marks.dates.filter(({ isOptional }) => !isOptional))
      if (countDates(found.dates, [mark], language).hit === 0) tell('date missed', mark.segment, mark.text);
  }
}
