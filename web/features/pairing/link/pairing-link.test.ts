import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import type { PairingEvent } from '#api/contract/pairing.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { LinkDeps, LinkState } from './pairing-link.ts';
import { openPairingLink } from './pairing-link.ts';
import { pairingFixture } from './pairing-fixture.ts';

// The calls of the page need a browser. The link gets its own.
vi.mock('#web/lib/http.ts', () => ({ apiHeaders: null }));

type Answer = (request: Request) => Response | Promise<Response>;

/** Longer than any test: what waits for that does not happen. */
const neverMs = 3_600_000;
const timings: LinkDeps['timings'] = {
  streamRetryMs: 1,
  streamRetryAtMostMs: 4,
  pairingFirstByteMs: neverMs,
  pairingPollMs: 1,
  pairingStreamAgainMs: neverMs,
  pairingStreamAgainAtMostMs: neverMs,
  pairingSilentMs: neverMs,
  pairingAnswerMs: neverMs,
};

let asked: Request[] = [];
let events: PairingEvent[] = [];
let states: LinkState[] = [];
let ends: unknown[] = [];
let links: Disposable[] = [];
let network: EventTarget;
beforeEach(() => {
  [asked, events, states, ends, links] = [[], [], [], [], []];
  network = new EventTarget();
});
afterEach(() => {
  for (const link of links) link[Symbol.dispose]();
});

/** Opens a link to a server that gives these answers, one after the other. After them there is no connection. */
function open(
  answers: Answer[],
  change: Partial<LinkDeps['timings']> = {},
  now: () => number = () => 0,
  headers: LinkDeps['headers'] = async (refused) => ({
    authorization: refused ? 'Bearer new' : 'Bearer old',
  }),
) {
  const link = openPairingLink(
    {
      pairingId: 'p1',
      side: 'desktop',
      onEvent: (event) => void events.push(event),
      onState: (state) => void states.push(state),
      onEnd: (error) => void ends.push(error),
    },
    {
      async fetch(request) {
        asked.push(request);
        const answer = answers.shift();
        if (!answer) throw new TypeError('no connection');
        return answer(request);
      },
      headers,
      timings: { ...timings, ...change },
      origin: 'http://localhost',
      now,
      network,
    },
  );
  links.push(link);
  return link;
}

const level = (at: number): PairingEvent => ({
  event: 'report',
  report: { kind: 'level', at, peaks: [0.5], level_dbfs: -20 },
});
const text = (event: PairingEvent, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`;

/** A stream with these pieces. `isOpen`: it does not end after them, until the reader leaves it. */
function stream(pieces: readonly string[], isOpen = false): Answer {
  return ({ signal }) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          if (!isOpen) return controller.close();
          signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
        },
      }),
    );
}
const openStream = (...pieces: string[]) => stream(pieces, true);
const polled =
  (lastId: string, ...told: PairingEvent[]): Answer =>
  () =>
    Response.json({ last_id: lastId, events: told });
const refused =
  (status: number, code: string): Answer =>
  () =>
    Response.json({ detail: '', code, request_id: '' }, { status });

/** Gives no answer, as a network that was lost without a word. */
const never: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const accepts = () => asked.map((request) => request.headers.get('accept'));
const lastIds = () => asked.map((request) => request.headers.get('last-event-id'));

describe('The link of a pairing', () => {
  it('tells each event of its side, and that it is open', async () => {
    open([openStream(text(level(1), '1'), ': still here\n\n', text(level(2), '2'))]);
    await eventually(() => expect(events).toEqual([level(1), level(2)]));
    expect(states).toEqual(['connecting', 'open']);
    expect(asked[0]?.url).toBe('http://localhost/api/v1/pairings/p1/events?side=desktop');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer old');
    expect(accepts()).toEqual(['text/event-stream']);
    expect(lastIds()).toEqual([null]);
  });

  it('goes on after the last event that came', async () => {
    // The first stream has lived long enough to count as one that works.
    let nowMs = 0;
    open(
      [
        stream([text(level(1), '7'), text({ event: 'pairing', pairing: pairingFixture() })]),
        openStream(text(level(2), '8')),
      ],
      { pairingFirstByteMs: 1_000 },
      () => (nowMs += 10_000),
    );
    await eventually(() => expect(events).toHaveLength(3));
    expect(lastIds()).toEqual([null, '7']);
    // The server ends each stream after a while, and nobody needs to know.
    expect(states).toEqual(['connecting', 'open']);
  });

  it('is lost without a connection, and comes back', async () => {
    const broken: Answer = () => {
      throw new TypeError('no connection');
    };
    open([broken, refused(503, 'request.failed'), openStream(text(level(1), '1'))]);
    await eventually(() => expect(events).toHaveLength(1));
    expect(states).toEqual(['connecting', 'lost', 'open']);
  });

  it('is lost when an open stream falls silent, and goes on with the next one at once', async () => {
    open([openStream(text(level(1), '1')), openStream(text(level(2), '2'), text(level(3), '3'))], {
      pairingSilentMs: 20,
      // A pause would never end.
      streamRetryMs: neverMs,
      streamRetryAtMostMs: neverMs,
    });
    await eventually(() => expect(events.slice(0, 3)).toEqual([level(1), level(2), level(3)]));
    expect(states.slice(0, 4)).toEqual(['connecting', 'open', 'lost', 'open']);
    expect(lastIds().slice(0, 2)).toEqual([null, '1']);
  });

  it('does not count a stream as silent while heartbeats come', async () => {
    let beats = 0;
    const beating: Answer = ({ signal }) =>
      new Response(
        new ReadableStream<Uint8Array>({
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, 5));
            beats += 1;
            if (signal.aborted) controller.error(signal.reason);
            else controller.enqueue(new TextEncoder().encode(': still here\n\n'));
          },
        }),
      );
    open([beating], { pairingSilentMs: 1_000 });
    // All of them together take longer than the silence that is allowed.
    await eventually(() => expect(beats).toBeGreaterThan(250));
    expect(asked).toHaveLength(1);
    expect(states).toEqual(['connecting', 'open']);
  });

  it('is lost when neither a stream nor a question gets an answer, and comes back', async () => {
    open([openStream(text(level(1), '1')), never, never, polled('2', level(2))], {
      pairingFirstByteMs: 20,
      pairingSilentMs: 20,
      pairingAnswerMs: 5,
    });
    await eventually(() => expect(events).toEqual([level(1), level(2)]));
    expect(states.slice(0, 4)).toEqual(['connecting', 'open', 'lost', 'polling']);
  });

  it('is lost when the stream after one that has worked gets no answer, and does not ask then', async () => {
    let nowMs = 0;
    open(
      [stream([text(level(1), '7')]), never, openStream(text(level(2), '8'))],
      // The network is known to let streams through, so the second one is not taken for one that is held back.
      { pairingSilentMs: 20 },
      () => (nowMs += 2 * neverMs),
    );
    await eventually(() => expect(events).toEqual([level(1), level(2)]));
    expect(states.slice(0, 4)).toEqual(['connecting', 'open', 'lost', 'open']);
    expect(accepts().slice(0, 3)).toEqual(Array.from({ length: 3 }, () => 'text/event-stream'));
  });

  it('is lost when a token cannot be renewed in time', async () => {
    let calls = 0;
    const headers = async () => ((calls += 1) > 2 ? new Promise<never>(() => {}) : {});
    const timed = { pairingFirstByteMs: 5, pairingAnswerMs: 5 };
    open([openStream(), polled('1', level(1))], timed, undefined, headers);
    await eventually(() => expect(states).toEqual(['connecting', 'polling', 'lost']));
    expect(asked).toHaveLength(2);
  });

  it('renews a token that was refused', async () => {
    open([() => new Response(null, { status: 401 }), openStream(text(level(1), '1'))]);
    await eventually(() => expect(events).toHaveLength(1));
    expect(asked.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });

  it('asks for the events where the network holds the stream back', async () => {
    open([openStream(), polled('4', level(1)), polled('5', level(2))], { pairingFirstByteMs: 5 });
    await eventually(() => expect(events).toEqual([level(1), level(2)]));
    expect(accepts().slice(0, 3)).toEqual(['text/event-stream', 'application/json', 'application/json']);
    expect(asked[1]?.url).not.toContain('after=');
    expect(asked[2]?.url).toContain('after=4');
    expect(states.slice(0, 2)).toEqual(['connecting', 'polling']);
  });

  it('asks for the events where the network gives no answer to the stream', async () => {
    open([never, polled('4', level(1))], { pairingFirstByteMs: 5 });
    await eventually(() => expect(events).toEqual([level(1)]));
  });

  it('asks for the events where streams are cut twice in a row', async () => {
    open([stream([text(level(1), '1')]), stream([text(level(2), '2')]), polled('3', level(3))]);
    await eventually(() => expect(events).toEqual([level(1), level(2), level(3)]));
    expect(asked[2]?.url).toContain('after=2');
  });

  it('tries the stream again, after the last event that was asked for', async () => {
    open(
      [openStream(), polled('4', level(1)), openStream(text(level(2), '5'))],
      {
        pairingFirstByteMs: 5,
        pairingStreamAgainMs: 1,
      },
      () => performance.now(),
    );
    await eventually(() => expect(events).toContainEqual(level(2)));
    const again = asked.findLastIndex((request) => request.headers.get('accept') === 'text/event-stream');
    expect(again).toBeGreaterThan(0);
    expect(lastIds()[again]).toBe('4');
    expect(states.at(-1)).toBe('open');
  });

  it.each([
    [403, 'pairing.not_this_phone'],
    [404, 'pairing.not_found'],
    [410, 'pairing.expired'],
  ])('ends where the server answers %s', async (status, code) => {
    open([refused(status, code)]);
    await eventually(() => expect(ends).toHaveLength(1));
    expect(ends[0]).toBeInstanceOf(ApiError);
    expect(ends[0]).toMatchObject({ code, status });
    expect(asked).toHaveLength(1);
  });

  it('ends where the server answers so to a question', async () => {
    open([openStream(), polled('1'), refused(404, 'pairing.not_found')], { pairingFirstByteMs: 5 });
    await eventually(() => expect(ends).toHaveLength(1));
  });

  it.each<[string, (event: PairingEvent) => Answer[]]>([
    ['of a stream', (event) => [openStream(text(event)), openStream(text(level(9), '9'))]],
    ['of a question', (event) => [openStream(), polled('1', event), polled('2', level(9))]],
  ])('asks no more after an event %s that tells the end', async (_, answers) => {
    const over: PairingEvent = {
      event: 'pairing',
      pairing: pairingFixture({ state: 'expired', ended: 'finished' }),
    };
    const given = answers(over);
    const count = given.length;
    open(given, { pairingFirstByteMs: 5 });
    await eventually(() => expect(events).toEqual([over]));
    // Time for a question that must not come.
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(given).toHaveLength(1);
    expect(asked).toHaveLength(count - 1);
    expect(ends).toEqual([]);
  });

  it('leaves out what it does not know, and goes on', async () => {
    open([openStream('data: {"event":"later"}\n\n', 'data: {\n\n', text(level(1), '1'))]);
    await eventually(() => expect(events).toEqual([level(1)]));
  });

  it('connects at once when the network is back', async () => {
    open([openStream(text(level(1), '1')), openStream(text(level(2), '2'))], {
      streamRetryMs: neverMs,
      streamRetryAtMostMs: neverMs,
    });
    await eventually(() => expect(events).toHaveLength(1));
    network.dispatchEvent(new Event('offline'));
    await eventually(() => expect(states.at(-1)).toBe('lost'));
    network.dispatchEvent(new Event('online'));
    await eventually(() => expect(events).toHaveLength(2));
    expect(lastIds()).toEqual([null, '1']);
  });

  it('tells nothing after it was left', async () => {
    const link = open([openStream(text(level(1), '1'))]);
    await eventually(() => expect(events).toHaveLength(1));
    link[Symbol.dispose]();
    await eventually(() => expect(asked[0]?.signal.aborted).toBe(true));
    expect(states).toEqual(['connecting', 'open']);
    expect(asked).toHaveLength(1);
  });
});
