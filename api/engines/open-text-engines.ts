import { openLanguageModel, type LanguageModelConfig } from '#api/engines/language/open-model.ts';
import { createExtractEngine } from '#api/engines/text/extract/extract-engine.ts';
import { createLlmEngine } from '#api/engines/text/llm/llm-engine.ts';
import type { Log } from '#api/lib/log.ts';

/** Opens the engines that make results. `languageModel` and `llm` are null without LLM_URL. */
export function openTextEngines(config: LanguageModelConfig, log: Log) {
  const languageModel = openLanguageModel(config, log);
  const extract = createExtractEngine();
  return {
    languageModel,
    engines: { extract, llm: languageModel && createLlmEngine(languageModel) },
    async close(): Promise<void> {
      await Promise.all([extract.close(), languageModel?.close()]);
    },
  };
}
