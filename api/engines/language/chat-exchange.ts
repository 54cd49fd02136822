import { createParser } from 'eventsource-parser';
import { openReply, readText, type Reply } from '#api/engines/http/exchange.ts';
import { retryAfterToMs } from '#api/engines/http/retry.rules.ts';
import { outcomeOf, type Outcome } from './chat-outcome.rules.ts';
import { parsePiece, type Piece } from './chat-stream.rules.ts';
import type { ChatAnswer } from './language-model.ts';
import { createThoughtFilter } from './thought-filter.ts';

export type Try =
  | (ChatAnswer & { kind: 'answered'; promptTokens: number | null })
  /**
   * The response ended before it was complete (`isStalled` is false), or no further token came in time (`isStalled` is
   * true).
   */
  | { kind: 'broken'; isStalled: boolean }
  /** No token arrived within `firstTokenMs`. */
  | { kind: 'silent' }
  /** The model refused to answer. */
  | { kind: 'withheld' }
  | Exclude<Outcome, { kind: 'answered' }>;

type TryRequest = {
  url: URL;
  headers: Record<string, string>;
  body: string;
  firstTokenMs: number;
  betweenTokensMs: number;
  /** Largest length of an answer, in characters. A longer stream is cut off. */
  mostChars: number;
  signal: AbortSignal;
  onText(delta: string): void;
};

/** Limit for the token count and the end of the stream, ms, which follow directly after the last token. */
const lastWordMs = 5_000;

/** Sends a request once and reads the response. @throws the signal's reason */
export async function tryOnce(wanted: TryRequest): Promise<Try> {
  const { url, headers, body, signal } = wanted;
  signal.throwIfAborted();
  const watch = createWatch(wanted.firstTokenMs);
  let reply: Reply | null = null;
  let isCallersError = false;
  const onText = (delta: string): void => {
    try {
      wanted.onText(delta);
    } catch (error) {
      isCallersError = true;
      throw error;
    }
  };
  try {
    reply = await openReply({
      url,
      method: 'POST',
      body: [Buffer.from(body)],
      headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, watch.signal]),
    });
    return await read(reply, { ...wanted, onText }, watch);
  } catch (error) {
    signal.throwIfAborted();
    if (isCallersError) throw error;
    if (watch.signal.aborted)
      return watch.isAlive() ? { kind: 'broken', isStalled: true } : { kind: 'silent' };
    if (reply !== null) return { kind: 'broken', isStalled: false };
    return { kind: 'later', code: 'processing.model_unreachable', retryAfterMs: 0 };
  } finally {
    watch.close();
  }
}

async function read(
  reply: Reply,
  { onText, betweenTokensMs, mostChars }: TryRequest,
  watch: Watch,
): Promise<Try> {
  const { status, contentType, retryAfter } = reply;
  const toOutcome = (failure: { status: number; body: string }): Try => {
    const outcome = outcomeOf({ ...failure, retryAfterMs: retryAfterToMs(retryAfter, Date.now()) });
    return outcome.kind === 'answered' ? { kind: 'failed', code: 'processing.model_unreachable' } : outcome;
  };
  if (status < 200 || status > 299) return toOutcome({ status, body: await readText(reply.body) });
  const isStream = contentType.startsWith('text/event-stream');
  if (!isStream && !contentType.startsWith('application/json'))
    return { kind: 'failed', code: 'processing.model_unreachable' };

  const filter = createThoughtFilter();
  const answer = { text: '', finish: null as Piece['finish'], promptTokens: null as number | null };
  const end = { isDone: false, isGarbled: false, failure: null as Piece['failure'] };
  const show = (delta: string): void => {
    const shown = answer.text === '' ? delta.trimStart() : delta;
    if (shown === '') return;
    answer.text += shown;
    onText(shown);
  };
  const take = (data: string): void => {
    if (end.isDone || end.isGarbled || end.failure || answer.text.length > mostChars) return;
    const piece = data === '[DONE]' ? null : parsePiece(data);
    if (!piece) {
      end.isDone = data === '[DONE]' || answer.finish !== null;
      end.isGarbled = !end.isDone;
      return;
    }
    if (piece.isAlive) watch.alive(betweenTokensMs);
    if (piece.text !== '') show(filter.feed(piece.text));
    end.failure ??= piece.failure;
    answer.promptTokens = piece.promptTokens ?? answer.promptTokens;
    answer.finish ??= piece.finish;
    // If the text is that long, the server ignores `max_tokens`.
    if (answer.text.length > mostChars) answer.finish = 'length';
    if (answer.finish !== null) watch.alive(lastWordMs);
  };

  if (isStream) {
    const parser = createParser({ onEvent: ({ data }) => take(data) });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of reply.body) {
        parser.feed(decoder.decode(chunk, { stream: true }));
        if (end.isDone || end.isGarbled || end.failure || answer.finish === 'length') break;
      }
    } catch (error) {
      // After the finish reason the answer is complete, so a broken connection does no harm.
      if (answer.finish === null) throw error;
    }
    parser.feed(`${decoder.decode()}\n\n`);
  } else {
    take(await readText(reply.body));
    end.isDone = answer.finish !== null || answer.text !== '';
  }
  if (end.failure) return toOutcome(end.failure);
  if (end.isGarbled || (answer.finish === null && !end.isDone)) return { kind: 'broken', isStalled: false };
  if (answer.finish === 'refused') return { kind: 'withheld' };
  show(filter.end());
  const { text, finish, promptTokens } = answer;
  return { kind: 'answered', text, finish: finish ?? 'stop', promptTokens };
}

type Watch = {
  signal: AbortSignal;
  alive(nextMs: number): void;
  isAlive(): boolean;
  close(): void;
};

function createWatch(firstMs: number): Watch {
  const ending = new AbortController();
  let timer = setTimeout(() => ending.abort(), firstMs);
  let isAlive = false;
  return {
    signal: ending.signal,
    alive(nextMs) {
      isAlive = true;
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(), nextMs);
    },
    isAlive: () => isAlive,
    close: () => clearTimeout(timer),
  };
}
