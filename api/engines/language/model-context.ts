import type { Log } from '#api/lib/log.ts';
import type { ChatRequest } from './language-model.ts';
import { createTokenCount } from './token-count.ts';

export type ModelContext = ReturnType<typeof createModelContext>;

/**
 * Creates the state of the model's context in tokens: its size, and the count for a text. What the server answers
 * corrects both.
 */
export function createModelContext(configuredTokens: number, log: Log) {
  const count = createTokenCount();
  let sizeTokens = configuredTokens;
  let hasWarned = false;

  return {
    sizeTokens: () => sizeTokens,
    countTokens: count.of,

    /** Corrects `countTokens` by the server's count of a prompt. `tokens` is null if the server sent no count. */
    learnCount({ messages }: ChatRequest, tokens: number | null): void {
      if (tokens === null || tokens <= 0) return;
      const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
      if (count.learn(chars, tokens) || hasWarned) return;
      hasWarned = true;
      log.warn(
        { chars, tokens },
        'llm: the server counts far fewer tokens than were sent; is its context as large as LLM_CONTEXT?',
      );
    },

    /** From now on, uses the smaller size that the server stated. `tokens` is null if the server stated none. */
    learnSize(tokens: number | null): void {
      if (tokens === null || tokens >= sizeTokens) return;
      log.warn({ tokens }, 'llm: the context of the server is smaller than LLM_CONTEXT');
      sizeTokens = tokens;
    },
  };
}
