import { afterAll, beforeAll } from 'vitest';
import { optionForms } from '#api/contract/option.ts';
import { createLanguageModel } from '#api/engines/language/chat-model.ts';
import type { LanguageModel } from '#api/engines/language/language-model.ts';
import { silentLog } from '#api/lib/log.ts';
import { type LlmServer, startLlmServer } from '#api/testing/llm/llm-server.ts';
import { describeTextEngine } from '#api/testing/suite/text-engine-suite.ts';
import { createExtractEngine } from '#api/engines/text/extract/extract-engine.ts';
import { createLlmEngine } from '#api/engines/text/llm/llm-engine.ts';

const extract = createExtractEngine();
let server: LlmServer;
let model: LanguageModel;

beforeAll(async () => {
  server = await startLlmServer({ contextTokens: 8192 });
  model = createLanguageModel({
    url: server.url,
    key: null,
    model: 'fixture',
    contextTokens: 8192,
    log: silentLog(),
  });
});

afterAll(async () => {
  await extract.close();
  await model.close();
  await server.close();
});

describeTextEngine('extraction', ['text', 'minutes', 'claims'], async () => extract);
describeTextEngine('language model', optionForms, async () => createLlmEngine(model));
