import { proxy } from 'valtio';
import { resultEventSchema } from '#api/contract/result-event.ts';
import { type EventStreamOptions, toJson } from '#web/lib/event-stream.ts';
import { createScope } from '#web/lib/scope.ts';
import { sleep, type Timings } from '#web/lib/time.ts';
import { afterEvent } from './stream.rules.ts';

export type ResultStreamState = {
  /** The text so far; null before the first event. */
  text: string | null;
  /** True while the stream is connected. Null before the first attempt to connect has ended. */
  isLinked: boolean | null;
};
export type ResultStream = Disposable & { readonly state: ResultStreamState };

type ResultStreamDeps = {
  url: string;
  follow(options: EventStreamOptions): Promise<'ended' | 'refused' | 'aborted'>;
  /** Called when the result is done, failed or cancelled. It fetches the session, which has the details. */
  onEnd(): Promise<unknown>;
  timings: Pick<Timings, 'streamDrawMs' | 'sessionPollMs'>;
};

/**
 * Streams the text of one result in progress. If the server cannot stream it, the text comes with the polls of the
 * session.
 */
export function createResultStream({ url, follow, onEnd, timings }: ResultStreamDeps): ResultStream {
  const scope = createScope();
  const { signal } = scope;
  const state = proxy<ResultStreamState>({ text: null, isLinked: null });
  let text: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  scope.defer(() => clearTimeout(timer));
  const draw = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!signal.aborted) state.text = text;
  };

  const onData = (data: string): boolean => {
    const event = resultEventSchema.safeParse(toJson(data)).data;
    if (!event) return false;
    text = afterEvent(text, event);
    if (event.event === 'more') timer ??= setTimeout(draw, timings.streamDrawMs);
    else draw();
    return event.event === 'end';
  };
  const onLinked = (isLinked: boolean) => {
    if (!signal.aborted) state.isLinked = isLinked;
  };

  const run = async () => {
    // The screen disposes of the stream when the session reports the end. Until then the stream connects again.
    while ((await follow({ url, signal, onData, onLinked })) === 'ended') {
      await onEnd().catch(() => {});
      await sleep(timings.sessionPollMs, signal);
    }
    onLinked(false);
  };
  run().catch(() => {});
  return { state, [Symbol.dispose]: () => scope[Symbol.dispose]() };
}
