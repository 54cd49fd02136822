import type { Context, Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from './app-env.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { AppError } from '#api/lib/error.ts';

/** How large a body a route takes, and who reads it. */
export type BodyRule = {
  maxBytes: number;
  /** The error of a larger body; absent: `request.too_large`. */
  code?: ErrorCode;
  /** True: the route reads the body as a stream. Else the whole body is read before the route begins. */
  isStreamed?: boolean;
  /** True: the route counts the bytes itself, and only a stated length is checked here. */
  isCounted?: boolean;
};

/** How long a body may be without a new byte, how long it may take in all, and how long if it is streamed. */
export type BodyTimes = { idleMs: number; totalMs: number; streamedMs: number };

const minuteMs = 60_000;
// the largest upload in one request takes this long over a slow line
export const bodyTimes: BodyTimes = {
  idleMs: minuteMs,
  totalMs: 5 * minuteMs,
  streamedMs: 120 * minuteMs,
};

/** The rule of a route without one of its own; more than any of our forms needs. */
const defaultRule: BodyRule = { maxBytes: 64_000 };

const rules = new WeakMap<object, BodyRule>();

/** Middleware that gives a route a rule of its own. It does nothing itself; `boundBodies` finds its rule. */
export function bodyOf(rule: BodyRule): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = (_c, next) => next();
  rules.set(mark, rule);
  return mark;
}

const ruleOf = (c: Context<AppEnv>): BodyRule =>
  matchedRoutes(c)
    .map(({ handler }) => rules.get(handler as Handler))
    .find((rule) => rule !== undefined) ?? defaultRule;

/** Limits size and time of every body before its route begins, with a stated length or in chunks. */
export const boundBodies =
  (times: BodyTimes = bodyTimes): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const request = c.req.raw;
    const { url, method, headers, signal, body } = request;
    if (!body) return next();
    const rule = ruleOf(c);
    const refusal = new AppError(rule.code ?? 'request.too_large');
    if (Number(headers.get('content-length') ?? 0) > rule.maxBytes) throw refusal;
    const bounded = boundedStream(body, {
      maxBytes: rule.isCounted ? Infinity : rule.maxBytes,
      refusal,
      idleMs: times.idleMs,
      totalMs: rule.isStreamed ? times.streamedMs : times.totalMs,
      onRefusal: (error) => c.set('bodyFailure', error),
    });
    const content = rule.isStreamed ? bounded : await readWhole(bounded);
    const isEmpty = content instanceof Uint8Array && content.byteLength === 0;
    c.req.raw = new Request(url, {
      method,
      headers,
      signal,
      duplex: 'half',
      ...(isEmpty ? {} : { body: content }),
    } as RequestInit);
    return next();
  };

type Bounds = {
  maxBytes: number;
  refusal: AppError;
  idleMs: number;
  totalMs: number;
  onRefusal(error: AppError): void;
};

/**
 * Returns a stream of the same bytes, which never reads ahead. It fails before the first byte too many, or if bytes come too
 * slowly.
 */
function boundedStream(
  body: ReadableStream<Uint8Array>,
  { maxBytes, refusal, idleMs, totalMs, onRefusal }: Bounds,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const endsAt = performance.now() + totalMs;
  let bytes = 0;

  // one timer for each read, so that none is left of a body that nobody reads any more
  const next = async () => {
    const late = Promise.withResolvers<never>();
    const leftMs = Math.min(idleMs, Math.max(0, endsAt - performance.now()));
    const timer = setTimeout(() => late.reject(new AppError('request.timeout')), leftMs);
    try {
      return await Promise.race([reader.read(), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  const end = (why: unknown) => void reader.cancel(why).catch(() => {});
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await next();
          if (done) return controller.close();
          bytes += value.byteLength;
          if (bytes > maxBytes) throw refusal;
          controller.enqueue(value);
        } catch (error) {
          end(error);
          if (error instanceof AppError) onRefusal(error);
          throw error;
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

/** Reads a whole body. @throws AppError; `request.invalid` if the client has gone */
async function readWhole(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.invalid', { cause });
  }
  return Buffer.concat(chunks);
}
