import { afterEach, beforeEach, vi } from 'vitest';

/** What a call of the page is answered with: JSON, or a response of its own. */
export type TestAnswer = (body: unknown, url: URL) => unknown;

export type TestApi = {
  /** Answers calls like `GET /api/v1/health` from now on. */
  on(call: string, answer: TestAnswer): void;
  /** The calls so far, in order. */
  readonly calls: readonly { call: string; body: unknown; headers: Headers }[];
};

/** A refusal as the server words it (contract: error-body). */
export const refusal = (status: number, code: string, extra: object = {}): Response =>
  Response.json({ detail: '', code, request_id: 'test', ...extra }, { status });

/** Stands where the server stands, for the tests of the file that makes it; an unknown call answers 404. */
export function createTestApi(): TestApi {
  const answers = new Map<string, TestAnswer>();
  const calls: { call: string; body: unknown; headers: Headers }[] = [];
  beforeEach(() => {
    answers.clear();
    calls.length = 0;
    vi.stubGlobal('fetch', async (input: Request): Promise<Response> => {
      const call = `${input.method} ${new URL(input.url).pathname}`;
      const text = await input.text();
      const body: unknown = text === '' ? null : JSON.parse(text);
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
