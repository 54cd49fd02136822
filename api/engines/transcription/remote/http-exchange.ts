import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

/** No answer came: nobody there, the connection broke, or the time was over. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly isTimeout: boolean;
  /** @param code what the system calls it, such as ECONNREFUSED */
  constructor(code: string, isTimeout: boolean) {
    super(`The transcription server gave no answer (${code}).`);
    this.isTimeout = isTimeout;
  }
}

export type Exchange = { status: number; body: string; retryAfter: string | undefined };

export type ExchangeRequest = {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Pieces in order; their length is told, since some servers take no other. */
  body?: readonly Uint8Array[];
  timeoutMs: number;
  signal: AbortSignal;
};

// an hour of speech with the tokens of every segment is 2 MB
const mostAnswerBytes = 32e6;

/**
 * One request, its answer as text. On `node:http`, since `fetch` gives up when an answer takes 5 minutes to begin. A connection
 * of its own each time: minutes lie between two, and a kept one would be closed by then. Redirections are not followed, the
 * key goes nowhere else.
 * @throws NoAnswer, the signal's reason
 */
export async function exchange(wanted: ExchangeRequest): Promise<Exchange> {
  const { url, method, headers, body = [], timeoutMs, signal } = wanted;
  const bytes = body.reduce((sum, piece) => sum + piece.byteLength, 0);
  signal.throwIfAborted();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  const options: RequestOptions = {
    method,
    agent: false,
    headers: bytes > 0 ? { ...headers, 'content-length': String(bytes) } : headers,
    signal: AbortSignal.any([signal, deadline.signal]),
  };
  try {
    return await send(url, options, body);
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) throw new NoAnswer('time-out', true);
    throw new NoAnswer((error as NodeJS.ErrnoException).code ?? 'broken', false);
  } finally {
    clearTimeout(timer);
  }
}

function send(url: URL, options: RequestOptions, body: readonly Uint8Array[]): Promise<Exchange> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
  request.on('error', reject);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostAnswerBytes) request.destroy(new Error('endless'));
      else chunks.push(chunk);
    });
    response.on('error', reject);
    response.on('end', () =>
      resolve({
        status: response.statusCode ?? 0,
        body: Buffer.concat(chunks).toString('utf8'),
        retryAfter: response.headers['retry-after'],
      }),
    );
  });
  for (const piece of body) request.write(piece);
  request.end();
  return promise;
}
