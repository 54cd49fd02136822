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
  /** Time until the first token. A local model reads a long prompt slowly. */
  firstToken: number;
  betweenTokens: number;
  /** Time limit of a request with all its retries. */
  whole: number;
  /** Waits before tries 2, 3 and 4. Up to a quarter of jitter is added. */
  retryDelays: readonly number[];
  longestRetryAfter: number;
  look: number;
  lookAgain: number;
};

export type LanguageModelOptions = {
  /** `LLM_URL`, with or without `/v1`. */
  url: string;
  /** Sent only to this server. */
  key: string | null;
  model: string;
  contextTokens: number;
  log: Log;
  times?: Partial<ChatTimes>;
  pause?(ms: number, signal: AbortSignal): Promise<void>;
};

const minute = 60_000;
const defaultTimes: ChatTimes = {
  firstToken: 5 * minute,
  betweenTokens: minute,
  whole: 60 * minute,
  retryDelays: [1_000, 5_000, 20_000],
  longestRetryAfter: 2 * minute,
  look: 5_000,
  lookAgain: 30_000,
};
const wholePath = '/chat/completions';

/**
 * A language model behind OpenAI's `POST /v1/chat/completions` (llama.cpp, Ollama, vLLM, providers): streamed, with
 * retries where they can help. Features that a server does not support (JSON schemas, token counts) are detected once
 * and then omitted. Prompts and answers are never logged.
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
