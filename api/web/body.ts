import type { Context, Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from '#api/app-env.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { AppError } from '#api/lib/error.ts';

/** How much of a body a route takes, and within which time. */
export type BodyRule = {
  maxBytes: number;
  /** What a larger one answers. */
  code?: ErrorCode;
  /** The route reads the body itself as it comes; else it is read before the route begins. */
  isStreamed?: boolean;
  /** The route counts what comes; only a length that is stated is looked at here. */
  isCounted?: boolean;
};

/** Without a byte for so long, and until the last one: then a request is over. */
export type BodyTimes = { idleMs: number; totalMs: number; streamedMs: number };

const minuteMs = 60_000;
// the largest upload in one request over a slow line takes long
export const bodyTimes: BodyTimes = {
  idleMs: minuteMs,
  totalMs: 5 * minuteMs,
  streamedMs: 120 * minuteMs,
};

/** Of a route that says nothing: more than any form of ours holds. */
const defaultRule: BodyRule = { maxBytes: 64_000 };

const rules = new WeakMap<object, BodyRule>();

/** Beside a route: its own limit in place of the default one. */
export function bodyOf(rule: BodyRule): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = (_c, next) => next();
  rules.set(mark, rule);
  return mark;
}

const ruleOf = (c: Context<AppEnv>): BodyRule =>
  matchedRoutes(c)
    .map(({ handler }) => rules.get(handler as Handler))
    .find((rule) => rule !== undefined) ?? defaultRule;

/** Bounds every body before its route begins, however it is sent: with a length or in chunks, at once or drop by drop. */
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
      ...{ method, headers, signal, duplex: 'half' },
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

/** The same bytes; fails before the first one too many, and when they come too slowly. Nothing is read ahead. */
function boundedStream(
  body: ReadableStream<Uint8Array>,
  { maxBytes, refusal, idleMs, totalMs, onRefusal }: Bounds,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const endsAt = performance.now() + totalMs;
  let bytes = 0;

  // a timer for each read alone: what nobody reads any more leaves none behind
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

/** @throws AppError; `request.invalid` where the client has gone */
async function readWhole(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.invalid', { cause });
  }
  return Buffer.concat(chunks);
}
