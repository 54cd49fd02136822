import { describe, expect, it, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import type { ResultEvent } from '#api/contract/result-event.ts';
import type { EventStreamOptions } from '#web/lib/event-stream.ts';
import { createResultStream } from './result-stream.state.ts';

/** A stream whose events the test sends. */
function setUp() {
  const follows: EventStreamOptions[] = [];
  const onEnd = vi.fn<() => Promise<void>>(async () => {});
  const ends: ((how: 'ended' | 'refused' | 'aborted') => void)[] = [];
  const stream = createResultStream({
    url: '/events',
    follow: (options) => {
      follows.push(options);
      options.signal.addEventListener('abort', () => ends.at(-1)?.('aborted'));
      return new Promise((resolve) => ends.push(resolve));
    },
    onEnd,
    timings: { streamDrawMs: 1, sessionPollMs: 1 },
  });
  const send = (event: ResultEvent) => {
    if (follows.at(-1)?.onData(JSON.stringify(event))) ends.at(-1)?.('ended');
  };
  return { stream, send, follows, ends, onEnd };
}

describe('the stream of a result', () => {
  it('gathers what comes word by word, and asks for the session at the end', async () => {
    const { stream, send, follows, onEnd } = setUp();
    follows[0]?.onLinked(true);
    send({ event: 'text', text: 'Der' });
    expect(stream.state).toEqual({ text: 'Der', isLinked: true });
    send({ event: 'more', text: ' Rat' });
    send({ event: 'more', text: ' tagt' });
    expect(stream.state.text).toBe('Der');
    await eventually(() => expect(stream.state.text).toBe('Der Rat tagt'));
    send({ event: 'more', text: '.' });
    send({ event: 'end' });
    expect(stream.state.text).toBe('Der Rat tagt.');
    await eventually(() => expect(onEnd).toHaveBeenCalledTimes(1));
    stream[Symbol.dispose]();
  });

  it('is taken up again where the session is not at its end', async () => {
    const { stream, send, follows } = setUp();
    send({ event: 'end' });
    await eventually(() => expect(follows).toHaveLength(2));
    send({ event: 'text', text: 'Neu' });
    expect(stream.state.text).toBe('Neu');
    stream[Symbol.dispose]();
  });

  it('leaves what is no event, and says when it cannot be followed', async () => {
    const { stream, follows, ends, onEnd } = setUp();
    expect(follows[0]?.onData('{')).toBe(false);
    expect(follows[0]?.onData('{"event":"other"}')).toBe(false);
    expect(stream.state.text).toBeNull();
    ends[0]?.('refused');
    await eventually(() => expect(stream.state.isLinked).toBe(false));
    expect(onEnd).not.toHaveBeenCalled();
    stream[Symbol.dispose]();
  });

  it('ends with its owner, and draws nothing after that', async () => {
    const { stream, send, follows } = setUp();
    send({ event: 'text', text: 'Der' });
    send({ event: 'more', text: ' Rat' });
    stream[Symbol.dispose]();
    expect(follows[0]?.signal.aborted).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(stream.state.text).toBe('Der');
  });
});
