import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsModel } from './llm-answers.ts';
import type { LlmRequest } from './llm-request.ts';
import { overflowReply, type OverflowStyle } from './llm-overflow.ts';
import { sendAnswer, type Manner } from './llm-sending.ts';

/** Overrides the normal answer to a request. It is plain data, so that it can be sent to another process. */
export type LlmBehaviour = Manner & {
  /** Text that the messages of a request must contain for this behaviour. Other requests get the next behaviour. */
  only?: string;
  /** Text that replaces the answer of the model. */
  text?: string;
  /** Status that replaces the whole answer, together with `headers` and `body`. */
  status?: number;
  headers?: Record<string, string>;
  /** Body that is sent with `status`. A string is sent unchanged. */
  body?: string | object;
  isReset?: boolean;
  /** If true, the server never sends anything, not even headers. */
  isMute?: boolean;
};

export type LlmServerOptions = {
  key?: string;
  model?: string;
  /** Limit for question and answer together, tokens. A larger request is refused. */
  contextTokens?: number;
  overflow?: OverflowStyle;
  /** Fields that the server refuses with `refusalStatus`. */
  refuses?: readonly ('json_schema' | 'json_object' | 'stream_options')[];
  refusalStatus?: 400 | 422;
  tokenMs?: number;
  charsPerToken?: number;
  tellsUsage?: boolean;
  answer?: (request: LlmRequest) => string;
};

export type LlmServer = {
  /** Address of the server without `/v1`. */
  readonly url: string;
  readonly requests: LlmRequest[];
  /** Number of requests for the list of models. */
  looks(): number;
  /**
   * Sets the behaviour of the next requests, once each, in order, or a rule for all requests. If the rule returns null,
   * the model answers normally.
   */
  script(next: readonly LlmBehaviour[] | ((request: LlmRequest, index: number) => LlmBehaviour | null)): void;
  close(): Promise<void>;
};

/** Starts a server of the chat completions protocol (OpenAI; also llama.cpp, vLLM, Ollama). The caller closes it. */
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
      // Real servers repeat the key in the message.
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
