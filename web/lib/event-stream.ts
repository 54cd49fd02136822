import { createParser } from 'eventsource-parser';
import { ApiError, responseToError } from './api-error.ts';
import { sleep, type Timings } from './time.ts';

export type ConnectionDeps = {
  fetch(request: Request): Promise<Response>;
  /** Returns headers with a fresh token (see `ApiFetch.headers`). */
  headers(refused?: Record<string, string>): Promise<Record<string, string>>;
};

export type EventStreamDeps = ConnectionDeps & {
  timings: Pick<Timings, 'streamRetryMs' | 'streamRetryAtMostMs' | 'streamSilentMs'>;
};

export type EventStreamOptions = {
  url: string;
  signal: AbortSignal;
  /** Receives the data of one event, and its id if it has one. Returning true ends the stream. */
  onData(data: string, id?: string): boolean;
  onLinked(isLinked: boolean): void;
};

export type ConnectionOptions = EventStreamOptions & {
  /** The stream goes on after the event with this id. */
  lastEventId?: string | undefined;
  /** Called when bytes have come, comments included. */
  onBytes(): void;
};

/**
 * Receives server-sent events by `fetch`, because `EventSource` cannot send request headers. If the connection breaks
 * or stays silent, it connects again after growing delays. It ends when `onData` returns true, when the server refuses
 * (`refused`), or when `signal` is aborted.
 */
export async function followEvents(
  deps: EventStreamDeps,
  options: EventStreamOptions,
): Promise<'ended' | 'refused' | 'aborted'> {
  const { signal, onLinked } = options;
  const { timings } = deps;
  for (let failures = 0; ; failures++) {
    const silence = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onBytes = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), timings.streamSilentMs);
    };
    try {
      onBytes();
      const hasEnded = await listen(deps, {
        ...options,
        signal: AbortSignal.any([signal, silence.signal]),
        onBytes,
        onData(data, id) {
          failures = 0;
          return options.onData(data, id);
        },
      });
      if (hasEnded) return 'ended';
    } catch (error) {
      if (!signal.aborted && error instanceof ApiError && isRefusal(error.status)) return 'refused';
    } finally {
      clearTimeout(timer);
    }
    if (signal.aborted) return 'aborted';
    onLinked(false);
    try {
      await sleep(streamPauseMs(timings, failures), signal);
    } catch {
      return 'aborted';
    }
  }
}

type PauseTimings = Pick<Timings, 'streamRetryMs' | 'streamRetryAtMostMs'>;

/** Returns the pause after this number of failures in a row, ms. */
export const streamPauseMs = (timings: PauseTimings, failures: number): number =>
  Math.min(timings.streamRetryAtMostMs, timings.streamRetryMs * 2 ** failures);

const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/**
 * Reads one connection to its end. Returns true if `onData` ended the stream, false if the connection broke. Throws
 * `ApiError` if the server refuses it. It has no time limit: the caller aborts `signal`.
 */
export async function listen(
  deps: ConnectionDeps,
  { url, signal, onData, onLinked, lastEventId, onBytes }: ConnectionOptions,
): Promise<boolean> {
  const over = new AbortController();
  try {
    const response = await ask(deps, url, AbortSignal.any([signal, over.signal]), {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    });
    onLinked(true);
    const seen = { end: false };
    const parser = createParser({
      onEvent: ({ data, id }) => {
        seen.end ||= onData(data, id);
      },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return false;
    try {
      while (!seen.end) {
        const { value, done } = await reader.read();
        if (done) return false;
        onBytes();
        parser.feed(value);
      }
      return true;
    } finally {
      // The connection is given up even if it cannot be cancelled.
      reader.cancel().catch(() => {});
    }
  } finally {
    over.abort();
  }
}

/** Sends a read with a fresh token, and once more if the token is refused. Throws `ApiError` for an answer that is no success. */
export async function ask(
  deps: ConnectionDeps,
  url: string,
  signal: AbortSignal,
  more: Record<string, string>,
): Promise<Response> {
  const send = (headers: Record<string, string>) =>
    deps.fetch(new Request(url, { headers: { ...headers, ...more }, signal, cache: 'no-store' }));
  const headers = await deps.headers();
  const first = await send(headers);
  const response = first.status === 401 ? await send(await deps.headers(headers)) : first;
  if (!response.ok) throw await responseToError(response);
  return response;
}

/** Parses the data of an event; null if it is not JSON. */
export function toJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
