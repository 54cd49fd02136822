import {
  type ChatMessage,
  ContextOverflow,
  type LanguageModel,
  ModelError,
} from '#api/engines/language/language-model.ts';
import { type AnswerForm, type AnswerOf, toJsonSchema } from './forms.ts';
import { createRecital, isLooping } from './guard.rules.ts';
import { goOn, mend } from './prompts.ts';
import { readAnswer, readPartial } from './read-answer.rules.ts';

export type Prompt = { system: string; user: string };

type AskOptions = { maxTokens: number; signal: AbortSignal };

/** Shortest interval between two updates of the shown text while the answer streams, ms. */
const showEveryMs = 120;
/** Number of repetitions at which an answer is aborted, because it would go on up to the token limit. */
const endlessRounds = 12;

const messagesOf = ({ system, user }: Prompt): ChatMessage[] => [
  { role: 'system', content: system },
  { role: 'user', content: user },
];

/**
 * Asks for a Markdown answer. An answer that is empty, recites the system prompt or loops is requested once more.
 * @returns `isCut`: the answer is incomplete even after the model was asked to continue
 * @throws ModelError, ContextOverflow, the reason of `signal`
 */
export async function askText(
  model: LanguageModel,
  prompt: Prompt,
  options: AskOptions & { onText(text: string): void },
): Promise<{ text: string; isCut: boolean }> {
  const messages = messagesOf(prompt);
  const recites = createRecital(prompt.system);
  const watch = { onText: (text: string) => options.onText(withoutFence(text)), recites };
  let { maxTokens } = options;
  for (const temperature of [0, 0.4]) {
    let { text, finish } = await stream(model, messages, { ...options, maxTokens, temperature, ...watch });
    // Reasoning used up all tokens, so the retry gets the rest of the context.
    if (finish === 'length' && text.trim() === '') maxTokens = roomLeft(model, messages, maxTokens);
    if (finish === 'length' && text.trim() !== '' && !isLooping(text.trimEnd())) {
      const more = [
        ...messages,
        { role: 'assistant' as const, content: text },
        { role: 'user' as const, content: goOn },
      ];
      const before = text;
      const onText = (next: string) => watch.onText(joined(before, next));
      const room = model.contextTokens - sizeOf(model, more) - margin;
      if (room >= minAnswer) {
        const most = Math.min(options.maxTokens, room);
        const next = await stream(model, more, {
          ...options,
          maxTokens: most,
          temperature,
          recites,
          onText,
        }).catch((error: unknown) => {
          if (error instanceof ContextOverflow) return null;
          throw error;
        });
        if (next) ({ text, finish } = { text: joined(before, next.text), finish: next.finish });
      }
    }
    if (text.trim() !== '' && !recites(text) && !isLooping(text.trimEnd()))
      return { text: unwrap(text), isCut: finish === 'length' };
    options.onText('');
  }
  throw new ModelError('processing.answer_unusable');
}

export const margin = 48;
const minAnswer = 64;

const roomLeft = (model: LanguageModel, messages: readonly ChatMessage[], least: number): number =>
  Math.max(least, model.contextTokens - sizeOf(model, messages) - margin);

const sizeOf = (model: LanguageModel, messages: readonly { content: string }[]): number =>
  messages.reduce((sum, { content }) => sum + model.countTokens(content) + 8, 0);

/** Joins an answer and its continuation. Models often repeat the last words when they continue; these are removed. */
function joined(before: string, next: string): string {
  for (let length = Math.min(200, before.length, next.length); length >= 8; length -= 1)
    if (before.endsWith(next.slice(0, length))) return before + next.slice(length);
  return before + next;
}

/** Removes the opening code fence while the answer streams. */
const withoutFence = (text: string): string => text.replace(/^\s*```(?:markdown|md)?[ \t]*(?:\n|$)/, '');

function unwrap(text: string): string {
  const [, body] = /^\s*```(?:markdown|md|text)?[ \t]*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? [];
  return (body !== undefined && !body.includes('```') ? body : text).trim();
}

type StreamOptions = AskOptions & {
  temperature: number;
  schema?: { name: string; schema: object };
  recites(text: string): boolean;
  onText(text: string): void;
};

async function stream(model: LanguageModel, messages: readonly ChatMessage[], options: StreamOptions) {
  const { maxTokens, signal, temperature, schema, recites, onText } = options;
  let text = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  const lost = new AbortController();
  const show = () => {
    shownAt = performance.now();
    if (!recites(text)) onText(text);
    if (isLooping(text.trimEnd(), endlessRounds)) lost.abort(new Error('The answer goes round in circles.'));
  };
  const asked = model.chat({
    messages,
    maxTokens,
    temperature,
    signal: AbortSignal.any([signal, lost.signal]),
    ...(schema && { schema }),
    onText(delta) {
      text += delta;
      if (performance.now() - shownAt >= showEveryMs) show();
    },
    onRestart() {
      text = '';
      show();
    },
  });
  const answer = await asked.catch((error: unknown) => {
    signal.throwIfAborted();
    // The loop was detected, so the rest of the answer is not needed.
    if (lost.signal.aborted) return { text, finish: 'length' as const };
    throw error;
  });
  signal.throwIfAborted();
  ({ text } = answer);
  show();
  return answer;
}

/**
 * Asks for JSON in one of the forms. The answer is parsed leniently. If it is still invalid, it is requested once more
 * with a description of the problem.
 * @returns null if the answer does not fit into `maxTokens`
 * @throws ModelError, ContextOverflow, the reason of `signal`
 */
export async function askForm<Form extends AnswerForm>(
  model: LanguageModel,
  prompt: Prompt,
  options: AskOptions & { form: Form; onAnswer(answer: AnswerOf<Form>): void },
): Promise<AnswerOf<Form> | null> {
  const { form, onAnswer } = options;
  const recites = createRecital(prompt.system);
  const schema = { name: form, schema: toJsonSchema(form) };
  const onText = (text: string) => onAnswer(readPartial(form, text));
  let messages: readonly ChatMessage[] = messagesOf(prompt);
  let { maxTokens } = options;
  for (const temperature of [0, 0.4]) {
    const { text, finish } = await stream(model, messages, {
      ...options,
      maxTokens,
      temperature,
      schema,
      recites,
      onText,
    });
    if (finish === 'length' && text.trim() === '') {
      maxTokens = roomLeft(model, messages, maxTokens);
      continue;
    }
    if (finish === 'length') {
      if (!isLooping(text.trimEnd())) return null;
      continue;
    }
    const read = readAnswer(form, text);
    const isRecital = recites(text);
    if (read.ok && !isRecital) return read.answer;
    const problem = read.ok || isRecital ? 'It is not about the blocks.' : read.problem;
    const again = [
      ...messagesOf(prompt),
      // A recital of the system prompt is not sent back to the model.
      { role: 'assistant' as const, content: isRecital || text.trim() === '' ? '{}' : text },
      { role: 'user' as const, content: mend(problem) },
    ];
    const fits = sizeOf(model, again) + options.maxTokens + margin <= model.contextTokens;
    messages = fits ? again : messagesOf(prompt);
  }
  return unusable();
}

function unusable(): never {
  throw new ModelError('processing.answer_unusable');
}
