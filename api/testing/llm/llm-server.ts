import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsModel } from './llm-answers.ts';
import type { LlmRequest } from './llm-request.ts';
import { overflowReply, type OverflowStyle } from './llm-overflow.ts';
import { sendAnswer, type Manner } from './llm-sending.ts';

/** What a request gets in place of what the server would answer by itself. Plain data, so that another process can be told. */
export type LlmBehaviour = Manner & {
  /** Only a request that has this in its messages; the others go by the next behaviour. */
  only?: string;
  /** Written in place of the model's answer. */
  text?: string;
  /** In place of any answer. */
  status?: number;
  headers?: Record<string, string>;
  /** With `status`; text is sent as it is. */
  body?: string | object;
  /** The connection is reset at once. */
  isReset?: boolean;
  /** Nothing is ever sent, not even a head. */
  isMute?: boolean;
};

export type LlmServerOptions = {
  /** Wants this key. */
  key?: string;
  model?: string;
  /** Question and answer together; above it the request is refused. */
  contextTokens?: number;
  overflow?: OverflowStyle;
  /** What it answers with 400 or 422. */
  refuses?: readonly ('json_schema' | 'json_object' | 'stream_options')[];
  refusalStatus?: 400 | 422;
  /** Between two tokens, ms. */
  tokenMs?: number;
  /** As it counts them. */
  charsPerToken?: number;
  /** Tells what it counted. */
  tellsUsage?: boolean;
  /** The model: text for a request. */
  answer?: (request: LlmRequest) => string;
};

export type LlmServer = {
  /** Without `/v1`. */
  readonly url: string;
  readonly requests: LlmRequest[];
  /** How often somebody asked for the models. */
  looks(): number;
  /** What the next requests get, each once, in order; or a rule for all of them (null: as the model would). */
  script(next: readonly LlmBehaviour[] | ((request: LlmRequest, index: number) => LlmBehaviour | null)): void;
  close(): Promise<void>;
};

/** A server that speaks the chat completions protocol (OpenAI's, as llama.cpp, vLLM and Ollama do); the caller closes it. */
export async function startLlmServer(options: LlmServerOptions = {}, port = 0): Promise<LlmServer> {
  const { model = 'fixture', charsPerToken = 4, answer = answerAsModel, refusalStatus = 400 } = options;
  const requests: LlmRequest[] = [];
  const waiting: LlmBehaviour[] = [];
  let rule: ((request: LlmRequest, index: number) => LlmBehaviour | null) | null = null;
  let looks = 0;
  const countTokens = (text: string) => Math.ceil(text.length / charsPerToken);

  const behaviourFor = (request: LlmRequest): LlmBehaviour => {
    if (rule) return rule(request, requests.length - 1) ?? {};
    const said = request.body.messages.map(({ content }) => content).join('\n');
    const at = waiting.findIndex(({ only }) => only === undefined || said.includes(only));
    return (at === -1 ? undefined : waiting.splice(at, 1)[0]) ?? {};
  };

  const refusalOf = ({ body, authorization }: LlmRequest): [status: number, body: object] | null => {
    if (options.key !== undefined && authorization !== `Bearer ${options.key}`)
      // real servers do repeat the key
      return [401, complaint(`Incorrect API key provided: ${authorization}`, { code: 'invalid_api_key' })];
    if (body.model !== model)
      return [404, complaint(`The model '${body.model}' does not exist`, { code: 'model_not_found' })];
    const format = body.response_format?.type;
    const asked = new Set([format, body.stream_options ? 'stream_options' : undefined]);
    const refused = options.refuses?.find((each) => asked.has(each));
    if (refused) return [refusalStatus, complaint(`${refused} is not supported here`, { param: refused })];
    const prompt = countTokens(body.messages.map(({ content }) => content).join('\n'));
    const { contextTokens = Infinity, overflow = 'llama.cpp' } = options;
    if (prompt + (overflow === 'llama.cpp' ? 0 : (body.max_tokens ?? 0)) > contextTokens)
      return overflowReply(overflow, { prompt, answer: body.max_tokens ?? 0, context: contextTokens });
    return null;
  };

  const chat = async (request: LlmRequest, response: ServerResponse, gone: AbortSignal): Promise<void> => {
    const behaviour = behaviourFor(request);
    if (behaviour.isReset) return void response.socket?.resetAndDestroy();
    if (behaviour.isMute) return void (await once(gone, 'abort'));
    if (behaviour.status !== undefined) {
      const { status, headers, body = '' } = behaviour;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      return void response.end(typeof body === 'string' ? body : JSON.stringify(body));
    }
    const refusal = refusalOf(request);
    if (refusal) return reply(response, ...refusal);
    const text = behaviour.text ?? answer(request);
    await sendAnswer(response, text, {
      tokenMs: options.tokenMs ?? 0,
      ...behaviour,
      model,
      countTokens,
      gone,
      promptTokens: countTokens(request.body.messages.map(({ content }) => content).join('\n')),
      isStreamed: request.body.stream === true,
      maxTokens: request.body.max_tokens ?? Infinity,
      hasUsage: options.tellsUsage !== false && request.body.stream_options?.include_usage === true,
    });
  };

  const take = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (incoming.method === 'GET' && incoming.url === '/v1/models') {
      looks += 1;
      return reply(response, 200, { object: 'list', data: [{ id: model, object: 'model' }] });
    }
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions')
      return reply(response, 404, { detail: 'Not Found' });
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request: LlmRequest = {
      path: incoming.url,
      authorization: incoming.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as LlmRequest['body'],
      isAborted: false,
    };
    requests.push(request);
    const gone = new AbortController();
    response.on('close', () => {
      request.isAborted = !response.writableEnded;
      gone.abort();
    });
    await chat(request, response, gone.signal);
  };

  const server = createServer((incoming, response) => {
    take(incoming, response).catch((error: unknown) => {
      if (!response.headersSent && !response.destroyed) reply(response, 500, { error: String(error) });
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    looks: () => looks,
    script(next) {
      rule = typeof next === 'function' ? next : null;
      waiting.splice(0, waiting.length, ...(typeof next === 'function' ? [] : next));
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

const complaint = (message: string, rest: Record<string, string>): object => ({
  error: { message, type: 'invalid_request_error', ...rest },
});

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
