import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

/** No answer came: nobody there, the connection broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly isTimeout: boolean;
  /** @param code what the system calls it, such as ECONNREFUSED */
  constructor(code: string, isTimeout: boolean) {
    super(`The server gave no answer (${code}).`);
    this.isTimeout = isTimeout;
  }
}

export type Exchange = { status: number; body: string; retryAfter: string | undefined };

/** An answer whose body is still to come. Whoever opened it reads it, or aborts its signal. */
export type Reply = {
  status: number;
  contentType: string;
  retryAfter: string | undefined;
  body: AsyncIterable<Buffer>;
};

type ReplyRequest = {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Pieces in order; their length is told, since some servers take no other. */
  body?: readonly Uint8Array[];
  /** Ends the request, also while the body comes. */
  signal: AbortSignal;
};

type ExchangeRequest = ReplyRequest & { timeoutMs: number };

// an hour of speech with the tokens of every segment is 2 MB
const mostAnswerBytes = 32e6;

/**
 * One request, its answer as text.
 * @throws NoAnswer, the signal's reason
 */
export async function exchange(wanted: ExchangeRequest): Promise<Exchange> {
  const { timeoutMs, signal } = wanted;
  signal.throwIfAborted();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const reply = await openReply({ ...wanted, signal: AbortSignal.any([signal, deadline.signal]) });
    return { status: reply.status, body: await readText(reply.body), retryAfter: reply.retryAfter };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) throw new NoAnswer('time-out', true);
    throw toNoAnswer(error);
  } finally {
    clearTimeout(timer);
  }
}

/** What a broken connection is called. */
const toNoAnswer = (error: unknown): NoAnswer =>
  new NoAnswer((error as NodeJS.ErrnoException).code ?? 'broken', false);

/**
 * One request, up to the head of its answer. On `node:http`, since `fetch` gives up when an answer takes 5 minutes to begin. A
 * connection of its own each time: minutes lie between two, and a kept one would be closed by then. Redirections are not
 * followed, the key goes nowhere else. Errors are the system's, also while the body is read.
 */
export async function openReply({ url, method, headers, body = [], signal }: ReplyRequest): Promise<Reply> {
  const bytes = body.reduce((sum, piece) => sum + piece.byteLength, 0);
  const options: RequestOptions = {
    method,
    agent: false,
    headers: bytes > 0 ? { ...headers, 'content-length': String(bytes) } : headers,
    signal,
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
  request.on('error', reject);
  request.on('response', resolve);
  for (const piece of body) request.write(piece);
  request.end();
  const response = await promise;
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    retryAfter: response.headers['retry-after'],
    body: response as AsyncIterable<Buffer>,
  };
}

/** A body as text. @throws when it does not end */
export async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) throw new Error('endless');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
