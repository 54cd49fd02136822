import type { IncomingMessage } from 'node:http';
import type { Context, Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from './app-env.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { minuteMs } from '#api/contract/time.ts';
import { AppError } from '#api/lib/error.ts';

/** Size limit of a route's body, and who reads it. */
type BodyRule = {
  maxBytes: number | ((c: Context<AppEnv>) => number);
  /** Error code of a larger body. Default `request.too_large`. */
  code?: ErrorCode;
  /** True if the route reads the body as a stream. Otherwise the whole body is read before the route begins. */
  isStreamed?: boolean;
  /** True if the route counts the bytes itself. Then only Content-Length is checked here. */
  isCounted?: boolean;
};

/** Time limits of a request body, ms: between two pieces, for a whole body, and for a streamed body. */
export type BodyTimes = { idleMs: number; totalMs: number; streamedMs: number };

// The largest upload in one request takes up to `streamedMs` over a slow connection.
const bodyTimes: BodyTimes = {
  idleMs: minuteMs,
  totalMs: 5 * minuteMs,
  streamedMs: 120 * minuteMs,
};

/** Rule of the routes that set none. It allows more than any of our forms needs. */
const defaultRule: BodyRule = { maxBytes: 64_000 };

const rules = new WeakMap<object, BodyRule>();

/** Returns middleware that sets the body rule of a route. It does nothing itself; `boundBodies` finds the rule. */
export function bodyOf(rule: BodyRule): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = (_c, next) => next();
  rules.set(mark, rule);
  return mark;
}

const ruleOf = (c: Context<AppEnv>): BodyRule =>
  matchedRoutes(c)
    .map(({ handler }) => rules.get(handler as Handler))
    .find((rule) => rule !== undefined) ?? defaultRule;

/**
 * Returns middleware that limits size and duration of every body, with Content-Length or chunked, before its route
 * runs.
 */
export const boundBodies =
  (times: BodyTimes = bodyTimes): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const rule = ruleOf(c);
    const maxBytes = typeof rule.maxBytes === 'number' ? rule.maxBytes : rule.maxBytes(c);
    // Made only when it is needed: the trace of an error takes longer than the rest of this.
    const refusal = () => new AppError(rule.code ?? 'request.too_large');
    const bounds: Bounds = {
      maxBytes: rule.isCounted ? Infinity : maxBytes,
      refusal,
      idleMs: times.idleMs,
      totalMs: rule.isStreamed ? times.streamedMs : times.totalMs,
      onRefusal: (error) => c.set('bodyFailure', error),
    };
    const sent = withoutBody.has(c.req.method) ? undefined : (c.env?.incoming as Incoming | undefined);
    // If the connection has ended already, `@hono/node-server` may still hold the whole body. Then it is read from the web stream.
    const incoming = rule.isStreamed || sent?.destroyed ? undefined : sent;
    const body = incoming ?? c.req.raw.body;
    if (!body) return next();
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw refusal();
    if (!(body instanceof ReadableStream)) {
      const whole = await readIncoming(body, bounds);
      if (whole.byteLength > 0) body.rawBody = whole;
      else c.req.raw = withBodyOf(c.req.raw, whole);
    } else {
      const bounded = boundedStream(body, bounds);
      const content = rule.isStreamed ? bounded : await readWhole(bounded);
      c.req.raw = withBodyOf(c.req.raw, content);
    }
    return next();
  };

/** Methods whose requests have no body (Fetch standard, 5.4; RFC 9110, 9.3.8). */
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/** A request as Node's server receives it. If `rawBody` is set, `@hono/node-server` uses it as the body and does not read the stream. */
type Incoming = IncomingMessage & { rawBody?: Buffer };

/** Returns a copy of the request with `body` as its body. If `body` has no bytes, the copy has no body. */
function withBodyOf(
  { url, method, headers, signal }: Request,
  body: ReadableStream<Uint8Array> | Uint8Array,
): Request {
  const isEmpty = body instanceof Uint8Array && body.byteLength === 0;
  const init = { method, headers, signal, duplex: 'half', ...(isEmpty ? {} : { body }) };
  return new Request(url, init as RequestInit);
}

type Bounds = {
  maxBytes: number;
  refusal(): AppError;
  idleMs: number;
  totalMs: number;
  onRefusal(error: AppError): void;
};

/**
 * Returns a stream of the same bytes without read-ahead. It fails with `refusal` before the first byte above the limit,
 * or with `request.timeout` if bytes arrive too slowly.
 */
function boundedStream(
  body: ReadableStream<Uint8Array>,
  { maxBytes, refusal, idleMs, totalMs, onRefusal }: Bounds,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const endsAt = performance.now() + totalMs;
  let bytes = 0;

  // Each read has a timer of its own, so that an abandoned body leaves none behind.
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
          if (bytes > maxBytes) throw refusal();
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

/**
 * Reads a whole body from the request of Node's server. To read it as a web stream takes several times as much processor time.
 * @throws AppError; `request.invalid` if the client has closed the connection
 */
function readIncoming(
  incoming: Incoming,
  { maxBytes, refusal, idleMs, totalMs, onRefusal }: Bounds,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const refuse = (error: AppError) => {
    end();
    incoming.pause();
    onRefusal(error);
    reject(error);
  };
  const onLate = () => refuse(new AppError('request.timeout'));
  const idle = setTimeout(onLate, idleMs);
  const total = setTimeout(onLate, totalMs);
  const onData = (chunk: Buffer) => {
    idle.refresh();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) refuse(refusal());
    else chunks.push(chunk);
  };
  const onEnd = () => {
    end();
    resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
  };
  const onCut = (cause?: unknown) => {
    end();
    reject(new AppError('request.invalid', { cause }));
  };
  const end = () => {
    clearTimeout(idle);
    clearTimeout(total);
    incoming.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
  };
  incoming.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  return promise;
}

/** Reads a whole body from a web stream. @throws AppError; `request.invalid` if the client has closed the connection */
async function readWhole(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('request.invalid', { cause });
  }
  return Buffer.concat(chunks);
}
