import { beforeEach, describe, expect, it } from 'vitest';
import { followEvents, type EventStreamDeps } from './event-stream.ts';

type Answer = Response | (() => Response);

const timings = { streamRetryMs: 1, streamRetryAtMostMs: 4, streamSilentMs: 60_000 };

/** A body of these chunks; `open`: it does not end after them. */
function body(pieces: readonly string[], isOpen = false): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (!isOpen) controller.close();
    },
  });
}
const stream = (...pieces: string[]) => new Response(body(pieces));

let asked: Request[] = [];
let data: string[] = [];
let linked: boolean[] = [];
beforeEach(() => {
  asked = [];
  data = [];
  linked = [];
});

function follow(
  answers: Answer[],
  { signal = new AbortController().signal, ...more }: Partial<EventStreamDeps & { signal: AbortSignal }> = {},
) {
  const deps: EventStreamDeps = {
    fetch: async (request) => {
      asked.push(request);
      const answer = answers.shift();
      if (!answer) throw new TypeError('no connection');
      return typeof answer === 'function' ? answer() : answer;
    },
    headers: async (refused) => ({ authorization: refused ? 'Bearer new' : 'Bearer old' }),
    timings,
    ...more,
  };
  return followEvents(deps, {
    url: 'http://localhost/events',
    signal,
    onData: (one) => {
      data.push(one);
      return one === 'end';
    },
    onLinked: (isLinked) => void linked.push(isLinked),
  });
}

describe('Server-sent events', () => {
  it('are read as they come, cut anywhere, comments left out, until one ends it', async () => {
    const ended = await follow([
      stream('da', 'ta: ein\n', '\n: heartbeat\n\ndata: zw', 'ei ä\n\ndata: end\n\ndata: late\n\n'),
    ]);
    expect(ended).toBe('ended');
    expect(data).toEqual(['ein', 'zwei ä', 'end']);
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer old');
    expect(asked[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  it('are taken up anew where the connection breaks, or there is none, or the server fails', async () => {
    const noConnection = () => {
      throw new TypeError('offline');
    };
    const failing = Response.json({ detail: '', code: 'request.failed', request_id: '' }, { status: 500 });
    expect(await follow([stream('data: a\n\n'), noConnection, failing, stream('data: end\n\n')])).toBe(
      'ended',
    );
    expect(data).toEqual(['a', 'end']);
    expect(linked).toEqual([true, false, false, false, true]);
  });

  it('are asked for with a renewed token where the first is refused', async () => {
    expect(await follow([new Response(null, { status: 401 }), stream('data: end\n\n')])).toBe('ended');
    expect(asked.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });

  it('are given up where the server does not have them', async () => {
    const missing = Response.json({ detail: '', code: 'request.not_found', request_id: '' }, { status: 404 });
    expect(await follow([missing])).toBe('refused');
    expect(asked).toHaveLength(1);
  });

  it('that keep silent count as broken', async () => {
    const silent = () => {
      const { signal } = asked.at(-1)!;
      const held = body(['data: a\n\n'], true);
      const reader = held.getReader();
      return new Response(
        new ReadableStream({
          async pull(controller) {
            const ended = new Promise<never>((_, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason), { once: true });
            });
            const { value } = await Promise.race([reader.read(), ended]);
            if (value) controller.enqueue(value);
          },
        }),
      );
    };
    const ended = await follow([silent, stream('data: end\n\n')], {
      timings: { ...timings, streamSilentMs: 20 },
    });
    expect(ended).toBe('ended');
    expect(data).toEqual(['a', 'end']);
  });

  it('end with their owner, also while waiting', async () => {
    const owner = new AbortController();
    const following = follow([], {
      signal: owner.signal,
      timings: { ...timings, streamRetryMs: 60_000, streamRetryAtMostMs: 60_000 },
    });
    await Promise.resolve();
    setTimeout(() => owner.abort(), 5);
    expect(await following).toBe('aborted');
  });
});
