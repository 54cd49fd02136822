import { noAnswer, type SendAnswer, type SendRequest, type Transport } from './transport.ts';
import { meaningOf } from './tus.rules.ts';
import type { Meaning } from './tus.rules.ts';

type TusRequest = Pick<SendRequest, 'method' | 'url' | 'headers' | 'signal'> &
  Partial<Pick<SendRequest, 'body' | 'onProgress'>>;

/** Sends one request and interprets its answer. Rejects with the reason of the request's signal, or as `headers` does. */
export type TusClient = (request: TusRequest) => Promise<Meaning>;

/**
 * Creates a client that adds the authorization, which is renewed once if it is refused, and aborts requests without
 * progress for `stalledAfterMs`.
 */
export function createTusClient(options: {
  transport: Transport;
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
  stalledAfterMs: number;
  now(): number;
}): TusClient {
  const { transport, headers, stalledAfterMs, now } = options;

  async function send(request: TusRequest, auth: Record<string, string>): Promise<SendAnswer> {
    const stalled = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(new DOMException('Stalled.', 'TimeoutError')), stalledAfterMs);
    };
    watch();
    try {
      return await transport({
        ...request,
        body: request.body ?? null,
        headers: { ...auth, ...request.headers },
        signal: AbortSignal.any([request.signal, stalled.signal]),
        onProgress(bytes) {
          watch();
          request.onProgress?.(bytes);
        },
      });
    } catch (error) {
      if (!stalled.signal.aborted || request.signal.aborted) throw error;
      return noAnswer;
    } finally {
      clearTimeout(timer!);
    }
  }

  return async (request) => {
    let refused: Record<string, string> | undefined;
    for (;;) {
      const auth = await unlessAborted(headers(refused), request.signal);
      const meaning = meaningOf(request.method, await send(request, auth), now());
      if (meaning.type !== 'unauthorized') return meaning;
      const isSame = auth['authorization'] && refused?.['authorization'] === auth['authorization'];
      // The identity provider cannot be reached, or its clock differs from the server's. The person is still signed in,
      // so the request is tried again.
      if (refused && (isSame || meaning.code === 'auth.token_expired'))
        return { type: 'failed', retryAfterMs: 0, isBreak: false };
      if (refused) return meaning;
      refused = auth;
    }
  };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
