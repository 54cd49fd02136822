import type { LanguageModel } from '#api/engines/language/language-model.ts';
import type { Said, TextTask } from '#api/engines/text/text-engine.ts';
import { margin, type Prompt } from './ask.ts';
import { type BlockKind, createNonce, defuse, defuseLine, toBlock } from './data-block.ts';
import { fitText } from './fit-text.rules.ts';
import type { Line } from './lines.rules.ts';
import { closing, type Stage, type SystemOptions, systemPrompt } from './prompts.ts';
import type { SegmentIds } from './segment-ids.ts';
import { splitLines } from './split.rules.ts';
import type { Words } from './words.ts';

export type Run = {
  task: TextTask;
  model: LanguageModel;
  ids: SegmentIds;
  words: Words;
  bordersOf(segments: readonly Said[]): readonly number[];
};

export type Request = {
  form: SystemOptions['form'];
  stage: Stage;
  /** The block that the request is about. */
  main: { kind: BlockKind; lines: readonly Line[] };
  /** Turns of the transcript that are sent with `main`, in a block of their own. */
  turns?: readonly Line[];
  part?: { number: number; of: number } | null;
};

/** Largest shares of the context for hints and notes, so that they leave room for the transcript. */
const hintsShare = 0.12;
const notesShare = 0.18;
const minRoom = 96;
const answerTokens = { least: 256, most: 8_192 };

export const answerRoom = ({ model }: Run): number =>
  Math.round(Math.min(answerTokens.most, Math.max(answerTokens.least, model.contextTokens / 4)));

/** Whether the notes accompany the request instead of being its subject. */
const takesNotes = ({ task }: Run): boolean => !(task.form === 'prompt' && task.about.kind === 'notes');

export function toPrompt(run: Run, { form, stage, main, turns, part }: Request): Prompt {
  const { task, model, words } = run;
  const nonce = createNonce();
  const text = main.lines.map((line) => line.text).join('\n');
  const room = (share: number) => Math.floor(model.contextTokens * share);
  const along = (kind: BlockKind, body: string, share: number) => {
    const fitting = fitText(body, { room: room(share), sizeOf: model.countTokens, relevantTo: text });
    return fitting ? [toBlock(kind, nonce, fitting)] : [];
  };
  const title = defuseLine(task.title).slice(0, 200);
  const isPrompt = task.form === 'prompt';
  const body = main.kind === 'DATA' && title ? `Title: ${title}\n${text}` : text;
  return {
    system: systemPrompt({ form, stage, words, prompt: task.prompt }),
    user: [
      ...along('HINTS', task.hints, hintsShare),
      ...(takesNotes(run) && form !== 'translation' ? along('NOTES', task.notes, notesShare) : []),
      ...(turns && turns.length > 0
        ? [toBlock('DATA', nonce, turns.map((line) => line.text).join('\n'))]
        : []),
      toBlock(main.kind, nonce, body),
      closing(stage, part ?? null, isPrompt ? defuse(task.prompt).trim() : ''),
    ].join('\n\n'),
  };
}

/** Returns the number of tokens that are available for the main block of a request. */
export function roomFor(
  run: Run,
  request: Omit<Request, 'main'> & { kind: BlockKind },
  answer: number,
): number {
  const { model, task } = run;
  const { system, user } = toPrompt(run, { ...request, main: { kind: request.kind, lines: [] } });
  const count = (text: string) => model.countTokens(text);
  // Which lines of the notes are sent depends on the main block, so their size is only estimated here.
  const along = Math.min(count(task.notes), model.contextTokens * notesShare) * (takesNotes(run) ? 0.1 : 0);
  const left = model.contextTokens - count(system) - count(user) - along - answer - margin;
  return Math.max(minRoom, Math.floor(left));
}

export const splitFor = (run: Run, lines: readonly Line[], room: number): Line[][] =>
  splitLines(lines, { room, sizeOf: run.model.countTokens, bordersOf: run.bordersOf });
