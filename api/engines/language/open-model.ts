import type { Log } from '#api/lib/log.ts';
import { createLanguageModel } from './chat-model.ts';
import type { LanguageModel } from './language-model.ts';

/** Settings of the language model (`api/config.ts`). `llmUrl` null: there is none. */
export type LanguageModelConfig = {
  llmUrl: string | null;
  llmKey: string | null;
  llmModel: string;
  llmContext: number;
};

/** The language model of the configuration; null where none is set up. The caller closes it. */
export const openLanguageModel = (
  { llmUrl, llmKey, llmModel, llmContext }: LanguageModelConfig,
  log: Log,
): LanguageModel | null =>
  llmUrl === null
    ? null
    : createLanguageModel({ url: llmUrl, key: llmKey, model: llmModel, contextTokens: llmContext, log });
