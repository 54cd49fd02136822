import type { MadeText, Said } from '#api/engines/text/text-engine.ts';
import { askForm } from './ask.ts';
import { defuseLine } from './data-block.ts';
import { eachPart } from './each-part.ts';
import type { TranslatedTurn } from './forms.ts';
import type { Line } from './lines.rules.ts';
import { takeMarks } from './marks.rules.ts';
import { type Paragraph, renderTurns } from './render.ts';
import { answerRoom, roomFor, type Run, splitFor, toPrompt } from './run.ts';

/**
 * Estimated ratio of tokens in the answer to tokens in the request. The other language and the JSON syntax need more.
 */
const growth = 1.6;
/** Maximum length of a paragraph of one speaker, s. */
const paragraphS = 90;
const pauseS = 3;

/**
 * Translates turn by turn, in order. Turns that the model leaves out are requested once more, and then shown
 * untranslated.
 */
export async function writeTranslation(run: Run, lines: readonly Line[]): Promise<MadeText> {
  const { task } = run;
  const form = 'translation';
  const free = roomFor(run, { form, stage: 'final', kind: 'DATA' }, 0);
  const room = Math.min(Math.floor(free / (1 + growth)), answerRoom(run) * 2);
  const texts = new Map<string, string>();
  const keep = (part: readonly Line[], turns: readonly TranslatedTurn[], into: Map<string, string>) => {
    for (const [id, text] of byTurn(run, part, turns))
      into.set(id, [into.get(id), text].filter(Boolean).join(' '));
  };
  await eachPart(splitFor(run, lines, room), {
    async ask(main, part) {
      const request = (some: readonly Line[]) =>
        askForm(
          run.model,
          toPrompt(run, { form, stage: 'final', main: { kind: 'DATA', lines: some }, part }),
          {
            form,
            maxTokens: Math.ceil(sizeOf(run, some) * growth) + 64,
            signal: task.signal,
            onAnswer({ turns }) {
              const shown = new Map(texts);
              keep(some, turns, shown);
              task.onText(renderTurns(paragraphsOf(run, lines, shown, false)));
            },
          },
        );
      const answer = await request(main);
      if (!answer) return null;
      const found = byTurn(run, main, answer.turns);
      const missing = main.filter(({ said }) => !found.has(said!.id));
      const again = missing.length > 0 ? await request(missing).catch(giveUp) : null;
      keep(main, [...answer.turns, ...(again?.turns ?? [])], texts);
      return true;
    },
    onShare: task.onShare,
  });
  return renderTurns(paragraphsOf(run, lines, texts, true));
}

const giveUp = (error: unknown): null => {
  if (error instanceof Error && ['ModelError', 'ContextOverflow'].includes(error.name)) return null;
  throw error;
};

const sizeOf = ({ model }: Run, lines: readonly Line[]): number =>
  lines.reduce((sum, { text }) => sum + model.countTokens(text), 0);

/** Returns the translated texts by the id of their turn. Entries for turns outside of this part are ignored. */
function byTurn(run: Run, part: readonly Line[], turns: readonly TranslatedTurn[]): Map<string, string> {
  const here = new Set(part.map(({ said }) => said!.id));
  const found = new Map<string, string>();
  for (const { id, text } of turns) {
    const said = run.ids.find(id);
    const plain = takeMarks(text, run.ids).text;
    if (said && here.has(said.id) && plain !== '' && !found.has(said.id)) found.set(said.id, plain);
  }
  return found;
}

/**
 * Joins turns to paragraphs. While the answer streams (`isWhole` is false), turns that are not yet translated are
 * hidden.
 */
function paragraphsOf(
  { task, words }: Run,
  lines: readonly Line[],
  texts: ReadonlyMap<string, string>,
  isWhole: boolean,
): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let last: Said | null = null;
  for (const { said } of lines) {
    if (!said || said === last) continue;
    const text =
      texts.get(said.id) ??
      (isWhole ? `_${defuseLine(said.text.replaceAll('_', ' '))}_ ${words.notTranslated}` : null);
    if (text === null) continue;
    const name = defuseLine(task.speakers[said.speaker]?.name ?? '') || words.unnamed(said.speaker);
    const current = paragraphs.at(-1);
    const goesOn =
      current &&
      last?.speaker === said.speaker &&
      said.start - last.end < pauseS &&
      said.start - current.segments[0]!.start < paragraphS;
    if (goesOn) {
      current.text += ` ${text}`;
      current.segments.push(said);
    } else paragraphs.push({ name, segments: [said], text });
    last = said;
  }
  return paragraphs;
}
