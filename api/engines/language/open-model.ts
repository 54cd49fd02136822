import type { Log } from '#api/lib/log.ts';
import { createLanguageModel } from './chat-model.ts';
import type { LanguageModel } from './language-model.ts';

export type LanguageModelConfig = {
  llmUrl: string | null;
  llmKey: string | null;
  llmModel: string;
  llmContext: number;
};

/** Opens the configured language model, or returns null if none is configured. The caller closes it. */
export const openLanguageModel = (
  { llmUrl, llmKey, llmModel, llmContext }: LanguageModelConfig,
  log: Log,
): LanguageModel | null =>
  llmUrl === null
    ? null
    : createLanguageModel({ url: llmUrl, key: llmKey, model: llmModel, contextTokens: llmContext, log });
