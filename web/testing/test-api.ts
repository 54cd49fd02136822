import { afterEach, beforeEach, vi } from 'vitest';
import { localStore } from '#web/lib/browser-storage.ts';
import { lastConfigKey } from '#web/lib/domain-config-query.ts';
import { domainConfigFixture } from './domain-config-fixture.ts';

/** The answer to a call: JSON, or a `Response`. */
export type TestAnswer = (body: unknown, url: URL) => unknown;

export type TestApi = {
  on(call: string, answer: TestAnswer): void;
  readonly calls: readonly { call: string; body: unknown; headers: Headers }[];
};

/** Returns an error response in the server's format (contract: error-body). */
export const refusal = (status: number, code: string, extra: object = {}): Response =>
  Response.json({ detail: '', code, request_id: 'test', ...extra }, { status });

/**
 * Replaces the server in the tests of a file. Unknown calls are answered with 404. The host has the functions of one without a
 * list of tags, and nothing is known of it when a test begins.
 */
export function createTestApi(): TestApi {
  const answers = new Map<string, TestAnswer>();
  const calls: { call: string; body: unknown; headers: Headers }[] = [];
  beforeEach(() => {
    answers.clear();
    calls.length = 0;
    localStore.removeItem(lastConfigKey(location.hostname));
    answers.set('GET /api/v1/domain-config', () => domainConfigFixture());
    vi.stubGlobal('fetch', async (input: Request): Promise<Response> => {
      const call = `${input.method} ${new URL(input.url).pathname}`;
      const text = await input.text();
      // A form is no JSON.
      const isForm = input.headers.get('content-type')?.startsWith('multipart/');
      const body: unknown = isForm ? text : text === '' ? null : JSON.parse(text);
      calls.push({ call, body, headers: input.headers });
      const answer = answers.get(call);
      if (!answer) return refusal(404, 'request.not_found');
      const given = await answer(body, new URL(input.url));
      return given instanceof Response ? given : Response.json(given);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return { on: (call, answer) => void answers.set(call, answer), calls };
}
