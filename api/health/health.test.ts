import { expect, it } from 'vitest';
import { healthSchema } from '#api/contract/health.ts';
import { createLanguageModel } from '#api/engines/language/chat-model.ts';
import { silentLog } from '#api/lib/log.ts';
import { startLlmServer } from '#api/testing/llm-server.ts';
import { testApp } from '#api/testing/test-app.ts';

it('tells how the language model is, and never its address or key', async () => {
  const llm = await startLlmServer({ key: 'geheim' });
  const languageModel = createLanguageModel({
    ...{ url: llm.url, key: 'geheim', model: 'fixture', contextTokens: 8192, log: silentLog() },
    times: { lookAgain: 0, retryDelays: [] },
  });
  const { app } = await testApp({ languageModel });
  const part = async () => {
    const text = await (await app.request('/api/v1/health')).text();
    expect(text).not.toMatch(/geheim|127\.0\.0\.1/);
    return healthSchema.parse(JSON.parse(text)).parts.language_model;
  };
  await expect.poll(part).toEqual({ status: 'ok', name: 'fixture' });
  await llm.close();
  const { signal } = new AbortController();
  await expect(languageModel.chat({ messages: [], maxTokens: 1, signal })).rejects.toThrow('unreachable');
  expect(await part()).toEqual({ status: 'failed', name: 'fixture', code: 'processing.model_unreachable' });
  await languageModel.close();
});
