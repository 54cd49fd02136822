import { expect, it } from 'vitest';
import { healthSchema } from '#api/contract/health.ts';
import { createLanguageModel } from '#api/engines/language/chat-model.ts';
import { silentLog } from '#api/lib/log.ts';
import { startLlmServer } from '#api/testing/llm/llm-server.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';

it('tells how the language model is, and never its address or key', async () => {
  const llm = await startLlmServer({ key: 'geheim' });
  const languageModel = createLanguageModel({
    url: llm.url,
    key: 'geheim',
    model: 'fixture',
    contextTokens: 8192,
    log: silentLog(),
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

it.each([
  [10e6, 503, { status: 'failed', code: 'storage.full' }],
  [1e9, 200, { status: 'low', code: 'storage.low' }],
  [1e12, 200, { status: 'ok' }],
])('says of a disk with %d bytes free what it is', async (free, status, storage) => {
  const { app } = await testApp({ freeBytes: async () => free });
  const response = await app.request('/api/v1/health');
  expect(response.status).toBe(status);
  expect(healthSchema.parse(await response.json()).parts.storage).toEqual(storage);
});

it('answers even if the data folder does not (a lost network drive), and reads its free space only once', async () => {
  let asked = 0;
  const freeBytes = () => {
    asked++;
    return new Promise<number>(() => {});
  };
  const { app } = await testApp({ freeBytes, healthWithinMs: 20 });
  for (let time = 0; time < 3; time++) {
    const response = await app.request('/api/v1/health');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    const { parts } = healthSchema.parse(await response.json());
    expect(parts.storage).toEqual({ status: 'failed', code: 'storage.failed' });
  }
  expect(asked).toBe(1);
});

it.each([
  ['SQLITE_CORRUPT', 'storage.damaged', '60'],
  ['SQLITE_NOTADB', 'storage.damaged', '60'],
  ['SQLITE_BUSY', 'storage.busy', '5'],
  ['SQLITE_LOCKED_SHAREDCACHE', 'storage.busy', '5'],
])('a call that meets %s is told %s and when to come again', async (sqlite, code, retryAfter) => {
  const progressOf = async () => {
    throw Object.assign(new Error('x'), { code: sqlite });
  };
  const { app, db, bearer } = await testApp({ progressOf });
  const user = await buildUser(db);
  const { id } = await buildSession(db, ownerOf(user), { status: 'transcribing' });
  const response = await app.request(`/api/v1/sessions/${id}`, { headers: bearer(user) });
  expect(await response.json()).toMatchObject({ code, retry_after_s: Number(retryAfter) });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, retryAfter]);
});
