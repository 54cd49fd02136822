import type { TextLanguage } from '#api/contract/option.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { ContextOverflow, ModelError, type LanguageModel } from '#api/engines/language/language-model.ts';
import { askText, margin } from '#api/engines/text/llm/ask.ts';
import { turnLines } from '#api/engines/text/llm/lines.rules.ts';
import { createSegmentIds } from '#api/engines/text/llm/segment-ids.ts';
import { words } from '#api/engines/text/llm/words.ts';
import { citeNotes, type CitedNotes } from './cite-notes.rules.ts';
import { findLoss, isLossless, type Loss } from './loss.rules.ts';
import { notesPrompt } from './notes-prompt.ts';
import { relevantTurns } from './relevant.rules.ts';

type NotesTask = {
  notes: string;
  transcript: Pick<Transcript, 'segments' | 'speakers'>;
  language: TextLanguage;
  signal: AbortSignal;
};

/** Shares of the context for the notes in the question, and for the longer notes in the answer. */
const notesShare = 0.22;
const answerShare = 0.4;
/** The limit of the answer is never below this number of tokens. */
const minAnswerTokens = 512;
/** How often the transcript is halved if the server's context is smaller than stated. */
const maxHalvings = 3;

/**
 * Lets a language model order notes and complete them from the transcript. Long notes are sent in parts, each with the
 * turns that it is about. The answer is compared with the notes: if a number, a name or a statement is lost, the model
 * is asked once more.
 * @throws ModelError (`processing.answer_unusable` if something is lost again), the reason of `signal`
 */
export async function writeNotes(model: LanguageModel, task: NotesTask): Promise<CitedNotes> {
  const parts: CitedNotes[] = [];
  for (const notes of splitNotes(task.notes, model)) parts.push(await writePart(model, { ...task, notes }));
  return {
    text: parts.map(({ text }) => text).join('\n\n'),
    links: parts.reduce((sum, { links }) => sum + links, 0),
    unsupported: parts.reduce((sum, { unsupported }) => sum + unsupported, 0),
  };
}

async function writePart(model: LanguageModel, task: NotesTask): Promise<CitedNotes> {
  const { notes, language } = task;
  let loss: Loss | null = null;
  // The second question names the losses of the first answer.
  for (let attempt = 0; attempt < 2; attempt++) {
    const { made, isCut } = await ask(model, task, loss);
    loss = findLoss(notes, made.text, language);
    if (!isCut && isLossless(loss)) return made;
  }
  throw new ModelError('processing.answer_unusable');
}

async function ask(
  model: LanguageModel,
  { notes, transcript, language, signal }: NotesTask,
  loss: Loss | null,
): Promise<{ made: CitedNotes; isCut: boolean }> {
  const { segments, speakers } = transcript;
  const ids = createSegmentIds(segments);
  const lines = turnLines(segments, { speakers, ids, words: words[language] });
  const said = lines.map((line) => ({ start: line.said?.start ?? 0, text: line.said?.text ?? '' }));
  const sizes = lines.map(({ text }) => model.countTokens(`${text}\n`));
  const promptWith = (turns: readonly string[]) =>
    notesPrompt(words[language].language, { notes, turns, loss });
  for (let share = 1, halvings = 0; ; share /= 2, halvings += 1) {
    const bare = promptWith([]);
    const taken = model.countTokens(bare.system) + model.countTokens(bare.user) + 2 * margin;
    const maxTokens = Math.max(
      minAnswerTokens,
      Math.min(Math.floor(model.contextTokens * answerShare), 3 * model.countTokens(notes) + minAnswerTokens),
    );
    const room = Math.max(0, model.contextTokens - taken - maxTokens) * share;
    const turns = relevantTurns(notes, said, { sizes, room }).map((index) => lines[index]!.text);
    try {
      const { text, isCut } = await askText(model, promptWith(turns), {
        maxTokens,
        signal,
        onText: () => {},
      });
      return { made: citeNotes(text, { notes, ids, language }), isCut };
    } catch (error) {
      if (!(error instanceof ContextOverflow)) throw error;
      if (halvings === maxHalvings) throw new ModelError('processing.context_too_small', { cause: error });
    }
  }
}

/** Splits notes so that transcript and answer fit beside them, preferably before headings and between paragraphs. */
function splitNotes(notes: string, model: LanguageModel): string[] {
  const room = Math.floor(model.contextTokens * notesShare);
  const parts: string[] = [];
  let part: string[] = [];
  let size = 0;
  const close = () => {
    if (part.some((line) => line.trim() !== '')) parts.push(part.join('\n').trim());
    part = [];
    size = 0;
  };
  for (const line of notes.split('\n').flatMap((each) => cutLine(each, room, model))) {
    const next = model.countTokens(`${line}\n`);
    if (size + next > room || (size > room * 0.6 && /^\s*$|^#/.test(line))) close();
    part.push(line);
    size += next;
  }
  close();
  return parts;
}

/** Cuts an overlong line between words. */
function cutLine(line: string, room: number, model: LanguageModel): string[] {
  if (model.countTokens(line) <= room) return [line];
  const middle = line.indexOf(' ', Math.floor(line.length / 2));
  const at = middle === -1 ? Math.floor(line.length / 2) : middle;
  return [...cutLine(line.slice(0, at), room, model), ...cutLine(line.slice(at).trimStart(), room, model)];
}
