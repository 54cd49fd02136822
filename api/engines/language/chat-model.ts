import { minuteMs } from '#api/contract/time.ts';
import { protocolBase } from '#api/engines/http/address.rules.ts';
import type { Log } from '#api/lib/log.ts';
import { pause as pauseFor } from '#api/lib/pause.ts';
import { createChatNegotiation } from './chat-negotiation.ts';
import { createChatRetries } from './chat-retries.ts';
import { ModelError, type ChatAnswer, type ChatRequest, type LanguageModel } from './language-model.ts';
import { createModelContext } from './model-context.ts';
import { createModelWatch } from './model-watch.ts';

/** Time limits and waits, ms. */
export type ChatTimes = {
  /** Limit until the first token. A local model takes long to read a long prompt. */
  firstToken: number;
  betweenTokens: number;
  /** Limit for a request with all its retries. */
  whole: number;
  /** Waits before tries 2, 3 and 4. A random time of up to a quarter of the wait is added. */
  retryDelays: readonly number[];
  longestRetryAfter: number;
  look: number;
  lookAgain: number;
};

export type LanguageModelOptions = {
  /** Address of the server (`LLM_URL`), with or without `/v1`. */
  url: string;
  /** API key, which is sent only to this server; null if the server needs none. */
  key: string | null;
  model: string;
  contextTokens: number;
  log: Log;
  times?: Partial<ChatTimes>;
  pause?(ms: number, signal: AbortSignal): Promise<void>;
};

const defaultTimes: ChatTimes = {
  firstToken: 5 * minuteMs,
  betweenTokens: minuteMs,
  whole: 60 * minuteMs,
  retryDelays: [1_000, 5_000, 20_000],
  longestRetryAfter: 2 * minuteMs,
  look: 5_000,
  lookAgain: 30_000,
};
const wholePath = '/chat/completions';

/**
 * Creates a language model that is reached by OpenAI's `POST /v1/chat/completions` (llama.cpp, Ollama, vLLM,
 * providers). Answers are streamed, and failed requests are repeated if that can help. Features that a server does not
 * support (JSON schemas, token counts) are detected once and then left out. Prompts and answers are never logged.
 */
export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { key, model, log, pause = pauseFor } = options;
  const times = { ...defaultTimes, ...options.times };
  const base = protocolBase(options.url, wholePath);
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const closing = new AbortController();
  const context = createModelContext(options.contextTokens, log);
  const negotiation = createChatNegotiation({
    url: new URL(`${base}${wholePath}`),
    headers,
    model,
    firstTokenMs: times.firstToken,
    betweenTokensMs: times.betweenTokens,
    log,
  });
  const watch = createModelWatch({
    models: new URL(`${base}/models`),
    headers,
    model,
    log,
    lookTimeoutMs: times.look,
    lookAgainMs: times.lookAgain,
  });
  const running = new Set<Promise<unknown>>();

  const answer = createChatRetries({
    negotiation,
    context,
    watch,
    retryDelaysMs: times.retryDelays,
    longestRetryAfterMs: times.longestRetryAfter,
    pause,
    log,
  });

  const chat = async (request: ChatRequest): Promise<ChatAnswer> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new ModelError('processing.model_silent')), times.whole);
    try {
      return await answer(request, AbortSignal.any([request.signal, closing.signal, late.signal]));
    } catch (error) {
      if (error === late.signal.reason) watch.lost('processing.model_silent');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    name: model,
    get contextTokens() {
      return context.sizeTokens();
    },
    countTokens: context.countTokens,
    chat(request) {
      const asked = chat(request);
      const settled = asked.then(
        () => undefined,
        () => undefined,
      );
      running.add(settled);
      void settled.then(() => running.delete(settled));
      return asked;
    },
    state: watch.state,
    async close() {
      closing.abort(new Error('The server is stopping.'));
      await Promise.all([...running, watch.close()]);
    },
  };
}
