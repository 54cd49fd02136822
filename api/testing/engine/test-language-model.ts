import { expectSources } from '#api/testing/suite/text-engine-suite.ts';
import { taskOf } from './test-conversation.ts';
import type { TextTask } from '#api/engines/text/text-engine.ts';
import type { ChatAnswer, ChatRequest, LanguageModel } from '#api/engines/language/language-model.ts';
import { createLlmEngine } from '#api/engines/text/llm/llm-engine.ts';

export type Answer = string | { text: string; finish: 'length' } | Error;
export type Seen = ChatRequest & { system: string; user: string };

/** Creates a model that gives these answers, one per request. The last one is repeated. */
export function testModel(
  answers: readonly Answer[] | ((request: Seen, index: number) => Answer),
  contextTokens = 8192,
) {
  const seen: Seen[] = [];
  const model: LanguageModel = {
    name: 'test',
    contextTokens,
    countTokens: (text) => Math.ceil(text.length / 3),
    async chat(request): Promise<ChatAnswer> {
      const [system, user] = request.messages.map(({ content }) => content) as [string, string];
      seen.push({ ...request, system, user });
      const next = typeof answers === 'function' ? answers(seen.at(-1)!, seen.length - 1) : answers;
      const answer = Array.isArray(next) ? next[Math.min(seen.length, next.length) - 1]! : (next as Answer);
      if (answer instanceof Error) throw answer;
      const { text, finish } =
        typeof answer === 'string' ? { text: answer, finish: 'stop' as const } : answer;
      request.onText?.(text.slice(0, text.length / 2));
      request.onText?.(text.slice(text.length / 2));
      return { text, finish };
    },
    state: () => ({ status: 'ok' }) as ReturnType<LanguageModel['state']>,
    close: async () => undefined,
  };
  const make = async (changes: Partial<TextTask> = {}) => {
    const task = taskOf(changes);
    const made = await createLlmEngine(model).make(task);
    for (const shown of [...task.shown, made]) expectSources(shown, task.segments);
    return { ...made, task };
  };
  return { seen, make };
}

export const idsIn = (text: string): string[] =>
  [...text.matchAll(/^\[(\S+)\] \d\d:/gm)].map(([, id]) => id!);
export const blockOf = (user: string, kind: string): string =>
  new RegExp(`<<<${kind} (\\w+)\\n([\\s\\S]*?)\\n?<<<END \\1`).exec(user)?.[2] ?? '';
