import { z } from 'zod';
import {
  type PairingEvent,
  pairingEventSchema,
  pairingHeartbeatMs,
  type PairingSide,
} from '#api/contract/pairing.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { ask, type ConnectionDeps, listen, streamPauseMs, toJson } from '#web/lib/event-stream.ts';
import { apiHeaders } from '#web/lib/http.ts';
import { createScope } from '#web/lib/scope.ts';
import { sleep, type Timings, timings } from '#web/lib/time.ts';
import { afterStream, firstWay, isOver, isPolling, type StreamEnd } from './link-way.rules.ts';

/** `polling`: the events are fetched by one request after the other, because the network holds back streams. */
export type LinkState = 'connecting' | 'open' | 'polling' | 'lost';

export type LinkInput = {
  pairingId: string;
  side: PairingSide;
  /** Returns the header with the pass of a phone without a sign-in. It takes the place of the header of a signed-in person. */
  headers?(): Record<string, string>;
  onEvent(event: PairingEvent): void;
  onState(state: LinkState): void;
  /** Called once if the server has no such pairing for this side. The link is over then. */
  onEnd(error: unknown): void;
};

export type LinkDeps = ConnectionDeps & {
  timings: Pick<
    Timings,
    | 'streamRetryMs'
    | 'streamRetryAtMostMs'
    | 'pairingFirstByteMs'
    | 'pairingPollMs'
    | 'pairingStreamAgainMs'
    | 'pairingStreamAgainAtMostMs'
  > & {
    /** Time without a byte after which a stream counts as lost, ms. */
    pairingSilentMs: number;
    /** Longest time that one request for the events may take, ms. */
    pairingAnswerMs: number;
  };
  origin: string;
  now(): number;
  /** Target of the events `online` and `offline`: the window, or a double in tests. */
  network: EventTarget;
};

const ofPage = (headers: () => Record<string, string>): LinkDeps => ({
  fetch: (request) => globalThis.fetch(request),
  headers: (refused) => apiHeaders(refused, headers),
  timings: { ...timings, pairingSilentMs: 2 * pairingHeartbeatMs + 2_000, pairingAnswerMs: 10_000 },
  origin: location.origin,
  now: () => performance.now(),
  network: globalThis,
});

/**
 * Receives the events of a pairing until it is disposed of, or until an event tells that the pairing has ended. After a broken
 * connection it resumes after the last received event. If the network holds back streams, it polls, and tries a stream again later.
 */
export function openPairingLink(
  input: LinkInput,
  deps: LinkDeps = ofPage(() => input.headers?.() ?? {}),
): Disposable {
  const scope = createScope();
  void run(input, deps, scope.signal);
  return scope;
}

/** State that stream and polling share: the id of the last received event, and whether an event told the end of the pairing. */
type Position = { lastId: string | undefined; isOver: boolean };

async function run(input: LinkInput, deps: LinkDeps, signal: AbortSignal): Promise<void> {
  const at: Position = { lastId: undefined, isOver: false };
  const tell = teller(input, signal);
  const wake = wakener(deps.network, signal);
  let way = firstWay(deps.timings);
  let failures = 0;
  tell('connecting');
  while (!signal.aborted && !at.isOver) {
    // A change of the network aborts the request under way, because a dead connection is noticed late.
    const woken = wake.next();
    const turn = AbortSignal.any([signal, woken]);
    try {
      if (isPolling(way, deps.now())) {
        await poll(input, deps, at, turn);
        tell('polling');
        failures = 0;
        if (at.isOver) return;
        await sleep(deps.timings.pairingPollMs, turn);
        continue;
      }
      const onOpen = () => {
        tell('open');
        failures = 0;
      };
      const end = await stream(input, deps, at, { signal: turn, hasLived: way.hasLived, onOpen });
      if (at.isOver) return;
      way = afterStream(way, end, deps.now(), deps.timings);
      if (end === 'silent') tell('lost');
      // The server ends each stream after a while. The next stream resumes after the last event, so the state of the link stays.
      if (end !== 'cut') continue;
      tell('connecting');
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && isOver(error.status)) return input.onEnd(error);
      if (woken.reason === 'online') {
        // Another network may let streams through.
        way = firstWay(deps.timings);
        failures = 0;
        tell('connecting');
        continue;
      }
      tell('lost');
    }
    const pauseMs = streamPauseMs(deps.timings, failures++);
    await sleep(pauseMs, AbortSignal.any([signal, wake.next()])).catch(() => {});
  }
}

/** Tells each change of the state once. */
function teller(input: LinkInput, signal: AbortSignal): (state: LinkState) => void {
  let told: LinkState | null = null;
  return (state) => {
    if (signal.aborted || state === told) return;
    told = state;
    input.onState(state);
  };
}

/** Returns signals that abort at the next event `online` or `offline`, with its name as the reason. */
function wakener(network: EventTarget, signal: AbortSignal): { next(): AbortSignal } {
  let current = new AbortController();
  for (const type of ['online', 'offline'])
    network.addEventListener(
      type,
      () => {
        const woken = current;
        current = new AbortController();
        woken.abort(type);
      },
      { signal },
    );
  return { next: () => current.signal };
}

const addressOf = ({ pairingId, side }: LinkInput, { origin }: LinkDeps, after?: string): string =>
  `${origin}/api/v1/pairings/${encodeURIComponent(pairingId)}/events?${new URLSearchParams({
    side,
    ...(after === undefined ? {} : { after }),
  })}`;

/** `hasLived`: as in `LinkWay`. `onOpen` is called with the first byte. */
type Turn = { signal: AbortSignal; hasLived: boolean; onOpen(): void };

/** Reads one stream until it ends or falls silent. Throws if there is no connection, or if the server refuses. */
async function stream(
  input: LinkInput,
  deps: LinkDeps,
  at: Position,
  { signal, hasLived, onOpen }: Turn,
): Promise<StreamEnd> {
  const { pairingFirstByteMs, pairingSilentMs } = deps.timings;
  const waited = new AbortController();
  const wait = (ms: number) => setTimeout(() => waited.abort(), ms);
  let timer = wait(hasLived ? pairingSilentMs : pairingFirstByteMs);
  let firstByteMs: number | null = null;
  const onBytes = () => {
    clearTimeout(timer);
    timer = wait(pairingSilentMs);
    if (firstByteMs !== null) return;
    firstByteMs = deps.now();
    onOpen();
  };
  const end = (): StreamEnd => {
    if (waited.signal.aborted && (hasLived || firstByteMs !== null)) return 'silent';
    if (firstByteMs === null) return 'held';
    return deps.now() - firstByteMs < pairingFirstByteMs ? 'cut' : 'lived';
  };
  const turn = AbortSignal.any([signal, waited.signal]);
  try {
    const read = listen(deps, {
      url: addressOf(input, deps),
      signal: turn,
      lastEventId: at.lastId,
      onBytes,
      onData: (data, id) => {
        receive(input, at, toJson(data), signal);
        if (id !== undefined) at.lastId = id;
        return signal.aborted || at.isOver;
      },
      // The headers have arrived, so the wait for the first byte of the body starts anew.
      onLinked: () => {
        clearTimeout(timer);
        timer = wait(pairingFirstByteMs);
      },
    });
    await until(turn, read);
    return end();
  } catch (error) {
    if (waited.signal.aborted && !signal.aborted) return end();
    // A connection that breaks after the first byte counts as the end of the stream.
    if (firstByteMs !== null && !signal.aborted && !(error instanceof ApiError)) return end();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const pollSchema = z.object({ last_id: z.string(), events: z.array(z.unknown()) });

/** Asks once for the events after the last one. */
async function poll(input: LinkInput, deps: LinkDeps, at: Position, signal: AbortSignal): Promise<void> {
  const timed = AbortSignal.any([signal, AbortSignal.timeout(deps.timings.pairingAnswerMs)]);
  const asked = ask(deps, addressOf(input, deps, at.lastId), timed, { accept: 'application/json' });
  const response = await until(timed, asked);
  const body: unknown = await response.json();
  const whole = pollSchema.safeParse(body);
  if (!whole.success) throw new ApiError('network.unexpected', response.status);
  for (const event of whole.data.events) receive(input, at, event, signal);
  at.lastId = whole.data.last_id;
}

/** Resolves as `work` does, or rejects when `signal` is aborted. A request may wait for the renewal of a token, which takes no signal. */
function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason as Error);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}

function receive(input: LinkInput, at: Position, data: unknown, signal: AbortSignal): void {
  const { data: event } = pairingEventSchema.safeParse(data);
  // An event that a later version of the server sends is left out.
  if (!event || signal.aborted) return;
  at.isOver ||= event.event === 'pairing' && event.pairing.state === 'expired';
  input.onEvent(event);
}
