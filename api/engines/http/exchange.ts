import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The server sent no response: it was unreachable, the connection was lost, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly isTimeout: boolean;
  /** @param code system error code, such as ECONNREFUSED */
  constructor(code: string, isTimeout: boolean) {
    super(`The server gave no answer (${code}).`);
    this.isTimeout = isTimeout;
  }
}

type Exchange = { status: number; body: string; retryAfter: string | undefined };

/** A response whose body is not read yet. The caller must read it or abort the signal. */
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
  /** Pieces of the body in order. Content-Length is set, because some servers require it. */
  body?: readonly Uint8Array[];
  /** Aborts the request, even while the body of the response is read. */
  signal: AbortSignal;
};

type ExchangeRequest = ReplyRequest & { timeoutMs: number };

// Largest response that is read, bytes. An hour of speech with the tokens of every segment is 2 MB.
const mostAnswerBytes = 32e6;

/**
 * Sends a request and reads the response as text.
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

const toNoAnswer = (error: unknown): NoAnswer =>
  new NoAnswer((error as NodeJS.ErrnoException).code ?? 'broken', false);

/**
 * Sends a request and returns as soon as the response headers have come. It uses `node:http`, since `fetch` times out
 * if a response takes 5 minutes to begin. It opens a new connection each time, because minutes pass between requests.
 * Redirects are not followed, so that the key is sent to no other server. It throws system errors, and so does reading
 * the body.
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

/** Reads a body as text. @throws Error if the body is larger than `mostAnswerBytes` */
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
