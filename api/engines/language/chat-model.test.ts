import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '#api/lib/log.ts';
import { overflowStyles } from '#api/testing/llm/llm-overflow.ts';
import { startLlmServer, type LlmServerOptions } from '#api/testing/llm/llm-server.ts';
import { createLanguageModel, type LanguageModelOptions } from './chat-model.ts';
import { ContextOverflow, ModelError, type ChatRequest } from './language-model.ts';

const answer = 'Grüsse aus Zürich: der Kredit über 12’000 Franken 💶 ist bewilligt.';
const quick = {
  firstToken: 60_000,
  betweenTokens: 60_000,
  retryDelays: [1, 1, 1],
  longestRetryAfter: 120_000,
};

async function setup(server: LlmServerOptions = {}, changes: Partial<LanguageModelOptions> = {}) {
  const llm = await startLlmServer({ answer: () => answer, ...server });
  const waits: number[] = [];
  const model = createLanguageModel({
    url: llm.url,
    key: null,
    model: 'fixture',
    contextTokens: 8192,
    log: silentLog(),
    pause: async (ms) => void waits.push(ms),
    ...changes,
    times: { ...quick, ...changes.times },
  });
  onTestFinished(async () => {
    await model.close();
    await llm.close();
  });
  const shown = { text: '', restarts: 0 };
  const chat = (request: Partial<ChatRequest> = {}) =>
    model.chat({
      messages: [{ role: 'user', content: 'Fasse zusammen.' }],
      maxTokens: 1000,
      signal: new AbortController().signal,
      onText: (delta) => void (shown.text += delta),
      onRestart: () => {
        shown.text = '';
        shown.restarts += 1;
      },
      ...request,
    });
  const failing = async (): Promise<string> => {
    const error: unknown = await chat().catch((thrown: unknown) => thrown);
    if (!(error instanceof ModelError)) throw new Error('It did not fail as a model does.', { cause: error });
    return error.code;
  };
  return { llm, model, chat, failing, shown, waits };
}

const schema = { name: 'x', schema: { type: 'object', properties: {} } };

describe('an answer', () => {
  it('comes as it is written, with everything asked for in the request', async () => {
    const { llm, chat, shown } = await setup({ key: 'secret' }, { key: 'secret' });
    expect(await chat({ schema })).toEqual({ text: answer, finish: 'stop' });
    expect(shown).toEqual({ text: answer, restarts: 0 });
    expect(llm.requests).toMatchObject([
      {
        authorization: 'Bearer secret',
        body: {
          model: 'fixture',
          stream: true,
          max_tokens: 1000,
          temperature: 0,
          stream_options: { include_usage: true },
          response_format: { type: 'json_schema', json_schema: { name: 'x' } },
        },
      },
    ]);
  });

  it.each(['/v1', '/v1/', '/v1/chat/completions'])(
    'comes also where the address ends with %s',
    async (path) => {
      const { llm, shown } = await setup();
      const model = createLanguageModel({
        url: llm.url + path,
        key: null,
        model: 'fixture',
        contextTokens: 8192,
        log: silentLog(),
      });
      const { signal } = new AbortController();
      expect((await model.chat({ messages: [], maxTokens: 100, signal })).text).toBe(answer);
      expect(shown.text).toBe('');
      await model.close();
    },
  );

  it('is whole when lines and characters are cut anywhere', async () => {
    const { llm, chat, shown } = await setup();
    llm.script([{ isShredded: true, thinking: 'Hm …' }]);
    expect((await chat()).text).toBe(answer);
    expect(shown.text).toBe(answer);
  });

  it('says when it was cut at its limit', async () => {
    const { chat } = await setup();
    const cut = await chat({ maxTokens: 5 });
    expect(cut.finish).toBe('length');
    expect(answer.startsWith(cut.text)).toBe(true);
  });

  it('is cut by us where a server does not keep to the limit', async () => {
    // A server that counts millions of characters as one token.
    const { chat } = await setup({ charsPerToken: 10e6, answer: () => 'und so weiter '.repeat(20_000) });
    const { text, finish } = await chat({ maxTokens: 50 });
    expect(finish).toBe('length');
    expect(text.length).toBeLessThan(1_000);
  });

  it('is without what a reasoning model thinks before it, told apart or in the text', async () => {
    const { llm, chat, shown } = await setup();
    llm.script([
      { thinking: 'Erst einmal nachdenken.' },
      { text: `<think>\nHm. <b>\n</think>\n\n${answer}` },
    ]);
    expect((await chat()).text).toBe(answer);
    expect((await chat()).text).toBe(answer);
    expect(shown.text).toBe(answer + answer);
  });

  it('keeps such a mark in its middle', async () => {
    const { llm, chat } = await setup();
    llm.script([{ text: '<thought> und <think> bleiben </think>' }]);
    expect((await chat()).text).toBe('<thought> und <think> bleiben </think>');
  });
});

describe('what a server does not know is left out from then on:', () => {
  it.each([
    [['json_schema'], 'json_object', true, 400],
    [['json_schema', 'json_object'], undefined, true, 422],
    [['stream_options'], 'json_schema', false, 400],
  ] as const)('%j', async (refuses, format, hasUsage, refusalStatus) => {
    const { llm, chat } = await setup({ refuses, refusalStatus });
    await chat({ schema });
    const asked = llm.requests.length;
    expect((await chat({ schema })).text).toBe(answer);
    expect(llm.requests.length).toBe(asked + 1);
    const { response_format, stream_options } = llm.requests.at(-1)?.body ?? {};
    expect([response_format?.type, stream_options !== undefined]).toEqual([format, hasUsage]);
  });

  it('the old name of the limit, a temperature of its own', async () => {
    const { llm, chat } = await setup();
    const unsupported = (param: string) => ({
      status: 400,
      body: { error: { message: 'Unsupported', param } },
    });
    llm.script([unsupported('max_tokens'), unsupported('temperature')]);
    await chat();
    expect(llm.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 1000 });
    expect(llm.requests.at(-1)?.body).not.toHaveProperty('max_tokens');
    expect(llm.requests.at(-1)?.body).not.toHaveProperty('temperature');
  });

  it('an answer at once in place of a stream is read too', async () => {
    const { llm, chat, shown } = await setup();
    const message = { role: 'assistant', content: [{ type: 'text', text: answer }] };
    llm.script([{ status: 200, body: { choices: [{ message, finish_reason: 'stop' }] } }]);
    expect((await chat()).text).toBe(answer);
    expect(shown.text).toBe(answer);
  });
});

describe('is asked again', () => {
  it.each([
    ['after 500', { status: 500, body: 'oops' }, 0],
    ['after 503 with a page of a proxy', { status: 503, body: '<html>503</html>' }, 0],
    ['after a reset', { isReset: true }, 0],
    ['when the answer ends in the middle', { endsAfter: 3 }, 1],
    ['when the connection breaks in the middle', { resetsAfter: 3 }, 1],
    ['when a chunk is no JSON', { isGarbled: true }, 1],
    [
      'when a failure is told in the stream',
      { failsAfter: { tokens: 2, error: { error: { code: 502 } } } },
      1,
    ],
    ['when that failure is not in an object', { failsAfter: { tokens: 2, error: { object: 'error' } } }, 1],
  ] as const)('%s', async (_, trouble, restarts) => {
    const { llm, chat, shown } = await setup();
    llm.script([trouble, trouble, trouble]);
    expect((await chat()).text).toBe(answer);
    expect(shown).toEqual({ text: answer, restarts: restarts * 3 });
    expect(llm.requests.length).toBe(4);
  });

  it('when it comes to a halt in the middle', async () => {
    const { llm, chat, shown } = await setup({}, { times: { betweenTokens: 500 } });
    llm.script([{ stallsAfter: 3 }]);
    expect((await chat()).text).toBe(answer);
    expect(shown.restarts).toBe(1);
  });

  it('not before Retry-After, as seconds or a date, and never later than agreed', async () => {
    const { llm, chat, waits } = await setup();
    const busy = (after: string) => ({ status: 429, headers: { 'retry-after': after } });
    llm.script([busy('7'), busy(new Date(Date.now() + 60_000).toUTCString()), busy('86400')]);
    await chat();
    expect(waits.map((ms) => Math.round(ms / 5_000) * 5)).toEqual([5, 60, 120]);
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
  });

  it('with growing waits that are not all the same', async () => {
    const { llm, chat, waits } = await setup({}, { times: { retryDelays: [1_000, 5_000, 20_000] } });
    llm.script([{ status: 502 }, { status: 502 }, { status: 502 }]);
    await chat();
    for (const [index, delay] of [1_000, 5_000, 20_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(delay);
      expect(waits[index]).toBeLessThanOrEqual(delay * 1.25);
    }
  });
});

describe('fails for good, with its reason:', () => {
  it.each([
    ['model_refused', { status: 401, body: 'nope' }, 1],
    ['model_refused', { status: 429, body: { error: { code: 'insufficient_quota' } } }, 1],
    [
      'model_unknown',
      { status: 404, body: { error: { message: 'model "fixture" not found, try pulling it' } } },
      1,
    ],
    ['model_unreachable', { status: 404, body: '<html>nginx</html>' }, 1],
    ['model_unreachable', { status: 302, headers: { location: 'http://elsewhere.invalid/' } }, 1],
    ['model_unreachable', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, 1],
    ['model_busy', { status: 429 }, 4],
    ['model_failed', { status: 500 }, 4],
    ['model_unreachable', { isReset: true }, 4],
    ['answer_cut', { endsAfter: 2 }, 4],
  ] as const)('%s after %j', async (code, trouble, tries) => {
    const { llm, model, failing, chat } = await setup();
    llm.script(() => trouble);
    expect(await failing()).toBe(`processing.${code}`);
    expect(llm.requests.length).toBe(tries);
    expect(model.state()).toEqual({ status: 'failed', name: 'fixture', code: `processing.${code}` });
    llm.script([]);
    await chat();
    expect(model.state()).toEqual({ status: 'ok', name: 'fixture' });
  });

  it('an answer that the server withholds, which says nothing against the server', async () => {
    const { llm, model, failing } = await setup();
    const withheld = { choices: [{ delta: {}, finish_reason: 'content_filter' }] };
    llm.script([{ failsAfter: { tokens: 1, error: withheld } }]);
    expect(await failing()).toBe('processing.answer_unusable');
    expect(model.state().status).not.toBe('failed');
  });

  it('nobody is there', async () => {
    const { llm, failing } = await setup();
    await llm.close();
    expect(await failing()).toBe('processing.model_unreachable');
  });

  it('no first word, before and after the head of the answer', async () => {
    const { llm, failing } = await setup({}, { times: { firstToken: 500 } });
    llm.script([{ isMute: true }, { firstTokenMs: 600_000 }]);
    expect(await failing()).toBe('processing.model_silent');
    expect(await failing()).toBe('processing.model_silent');
    expect(llm.requests.length).toBe(2);
  });

  it('a halt in the middle each time', async () => {
    const { llm, failing } = await setup({}, { times: { betweenTokens: 20 } });
    llm.script(() => ({ stallsAfter: 2 }));
    expect(await failing()).toBe('processing.model_silent');
    expect(llm.requests.length).toBe(4);
  });

  it('an answer that never ends', async () => {
    const { failing, llm } = await setup(
      { answer: () => 'x '.repeat(100_000), tokenMs: 1 },
      { times: { whole: 500 } },
    );
    expect(await failing()).toBe('processing.model_silent');
    expect(llm.requests.length).toBe(1);
  });
});

describe('what does not fit into the context', () => {
  it.each(overflowStyles)('is told apart in the words of %s', async (overflow) => {
    const { model, chat, llm } = await setup({ overflow, contextTokens: 1200 });
    const long = { messages: [{ role: 'user' as const, content: 'Wort '.repeat(2_000) }] };
    await expect(chat(long)).rejects.toBeInstanceOf(ContextOverflow);
    expect(llm.requests.length).toBe(1);
    expect(model.state().status).toBe('ok');
    // If the server states its context size, the next request uses it.
    expect(model.contextTokens).toBe(overflow === 'ollama' || overflow === 'tgi' ? 8192 : 1200);
  });

  it('is told apart also when the server calls it its own fault', async () => {
    const { chat, llm } = await setup();
    const error = { code: 500, type: 'exceed_context_size_error', n_ctx: 256 };
    llm.script([{ status: 500, body: { error } }, { failsAfter: { tokens: 0, error: { error } } }]);
    await expect(chat()).rejects.toBeInstanceOf(ContextOverflow);
    await expect(chat()).rejects.toBeInstanceOf(ContextOverflow);
  });
});

describe('who asked', () => {
  it('can go at any time, and the server knows', async () => {
    const { llm, chat } = await setup({ tokenMs: 5 });
    const leaving = new AbortController();
    const asked = chat({ signal: leaving.signal, onText: () => leaving.abort(new Error('enough')) });
    await expect(asked).rejects.toThrow('enough');
    await expect.poll(() => llm.requests[0]?.isAborted).toBe(true);
  });

  it('gets an error of its own, not another try', async () => {
    const { llm, chat } = await setup();
    const asked = chat({
      onText: () => {
        throw new TypeError('ours');
      },
    });
    await expect(asked).rejects.toThrow('ours');
    expect(llm.requests.length).toBe(1);
  });

  it('is let go when the server stops, also while it waits', async () => {
    const { llm, model, chat } = await setup();
    llm.script([{ isMute: true }]);
    const asked = chat().catch((error: unknown) => error);
    await expect.poll(() => llm.requests.length).toBe(1);
    await model.close();
    expect(await asked).toMatchObject({ message: 'The server is stopping.' });
  });
});

describe('tokens', () => {
  it('are counted with too many rather than too few, and learned from the server', async () => {
    const { model, chat } = await setup({ charsPerToken: 2 });
    const text = 'Der Kredit wird bewilligt. '.repeat(40);
    expect(model.countTokens(text)).toBe(Math.ceil(text.length / 3));
    await chat({ messages: [{ role: 'user', content: text }] });
    expect(model.countTokens(text)).toBeGreaterThanOrEqual(text.length / 2);
    expect(model.countTokens(text)).toBeLessThan((text.length / 2) * 1.1);
  });

  it('of a prompt that the server has cut off are not believed', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const { model, chat } = await setup({ charsPerToken: 12 }, { log });
    const text = 'Der Kredit wird bewilligt. '.repeat(40);
    await chat({ messages: [{ role: 'user', content: text }] });
    expect(model.countTokens(text)).toBe(Math.ceil(text.length / 3));
    expect(lines.join()).toContain('LLM_CONTEXT');
  });
});

describe('how it stands with the server', () => {
  it('is known before the first request', async () => {
    const { model, llm } = await setup();
    expect(model.state().status).toBe('loading');
    await expect.poll(() => model.state()).toEqual({ status: 'ok', name: 'fixture' });
    expect(llm.looks()).toBe(1);
  });

  it('is looked at again when it was lost and somebody asks', async () => {
    const { model, llm } = await setup({}, { times: { lookAgain: 0 } });
    const port = Number(new URL(llm.url).port);
    await llm.close();
    const lost = createLanguageModel({
      url: llm.url,
      key: null,
      model: 'fixture',
      contextTokens: 8192,
      log: silentLog(),
      times: { lookAgain: 0 },
    });
    await expect.poll(() => lost.state().code).toBe('processing.model_unreachable');
    const again = await startLlmServer({}, port);
    await expect.poll(() => lost.state().status).toBe('ok');
    await lost.close();
    await again.close();
    expect(model.name).toBe('fixture');
  });

  it('never writes the key, the prompt or the answer into the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const { llm, chat, failing } = await setup({ key: 'wrong' }, { log, key: 'geheim' });
    expect(await failing()).toBe('processing.model_refused');
    llm.script([
      { status: 500, body: `geheim ${answer}` },
      { status: 401, body: `geheim ${answer}` },
    ]);
    await chat({ messages: [{ role: 'user', content: 'Vertraulich' }] }).catch(() => undefined);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join()).not.toMatch(/geheim|Zürich|Vertraulich/);
  });
});
