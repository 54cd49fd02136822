import type { Config } from '#api/config.ts';
import type { Log } from '#api/lib/log.ts';
import { createLanguageModel } from './chat-model.ts';
import type { LanguageModel } from './language-model.ts';

/** The language model of the configuration; null where none is set up. The caller closes it. */
export const openLanguageModel = (
  { llmUrl, llmKey, llmModel, llmContext }: Pick<Config, 'llmUrl' | 'llmKey' | 'llmModel' | 'llmContext'>,
  log: Log,
): LanguageModel | null =>
  llmUrl === null
    ? null
    : createLanguageModel({ url: llmUrl, key: llmKey, model: llmModel, contextTokens: llmContext, log });
