import { setTimeout as passed } from 'node:timers/promises';
import { protocolBase } from '#api/engines/http/address.rules.ts';
import type { Log } from '#api/lib/log.ts';
import { tryOnce, type Try } from './chat-exchange.ts';
import { fullForm, simplerForm, toBody, type ChatForm } from './chat-form.rules.ts';
import {
  ContextOverflow,
  ModelError,
  type ChatAnswer,
  type ChatRequest,
  type LanguageModel,
} from './language-model.ts';
import { createModelWatch } from './model-watch.ts';
import { createTokenCount } from './token-count.ts';

/** In ms. */
export type ChatTimes = {
  /** Until the first token: a local model reads a long prompt slowly. */
  firstToken: number;
  betweenTokens: number;
  /** A request with all its retries. */
  whole: number;
  /** Waits before tries 2, 3, 4, with up to a quarter of jitter. */
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
/** Upper bound; about a third of it is usual. */
const mostCharsPerToken = 16;

/**
 * A language model behind OpenAI's `POST /v1/chat/completions` (llama.cpp, Ollama, vLLM, providers): streamed, with
 * retries where they can help. Features that a server does not support (JSON schemas, token counts) are detected once
 * and then omitted. Prompts and answers are never logged.
 */
export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { key, model, log, pause = paused } = options;
  const times = { ...defaultTimes, ...options.times };
  const base = protocolBase(options.url, wholePath);
  const url = new URL(`${base}${wholePath}`);
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const closing = new AbortController();
  const count = createTokenCount();
  const watch = createModelWatch({
    models: new URL(`${base}/models`),
    headers,
    model,
    log,
    lookTimeoutMs: times.look,
    lookAgainMs: times.lookAgain,
  });
  const running = new Set<Promise<unknown>>();
  let { contextTokens } = options;
  let form: ChatForm = fullForm;
  let hasWarned = false;

  const fail = (code: ModelError['code'], isServers = true): never => {
    if (isServers) watch.lost(code);
    throw new ModelError(code);
  };
  const learn = ({ messages }: ChatRequest, tokens: number | null): void => {
    if (tokens === null || tokens <= 0) return;
    const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
    if (count.learn(chars, tokens) || hasWarned) return;
    hasWarned = true;
    log.warn(
      { chars, tokens },
      'llm: the server counts far fewer tokens than were sent; is its context as large as LLM_CONTEXT?',
    );
  };
  const shrink = (told: number | null): void => {
    if (told === null || told >= contextTokens) return;
    log.warn({ tokens: told }, 'llm: the context of the server is smaller than LLM_CONTEXT');
    contextTokens = told;
  };

  /** One try in the form that the server accepts. A simpler form is kept once it has worked. */
  const tryInForm = async (request: ChatRequest, signal: AbortSignal): Promise<Try> => {
    for (let tried = form; ;) {
      const { onText = () => {} } = request;
      const told = await tryOnce({
        url,
        headers,
        body: toBody(model, request, tried),
        signal,
        onText,
        firstTokenMs: times.firstToken,
        betweenTokensMs: times.betweenTokens,
        mostChars: request.maxTokens * mostCharsPerToken,
      });
      if (told.kind !== 'rejected') {
        if (told.kind === 'told') form = tried;
        return told;
      }
      const simpler = simplerForm(tried, told.field, request.schema !== undefined);
      if (!simpler) return { kind: 'failed', code: 'processing.model_failed' };
      log.info({ field: told.field }, 'llm: the server does not take the request in this form');
      tried = simpler;
    }
  };

  const ask = async (request: ChatRequest, whole: AbortSignal): Promise<ChatAnswer> => {
    const signal = AbortSignal.any([request.signal, closing.signal, whole]);
    let hasText = false;
    const watched: ChatRequest = {
      ...request,
      signal,
      onText(delta) {
        hasText = true;
        request.onText?.(delta);
      },
    };
    for (let attempt = 0; ; attempt++) {
      const told = await tryInForm(watched, signal);
      log.debug({ outcome: told.kind, attempt }, 'llm: answer');
      if (told.kind === 'told') {
        watch.reached();
        learn(request, told.promptTokens);
        return { text: told.text, finish: told.finish };
      }
      if (told.kind === 'overflow') {
        watch.reached();
        shrink(told.contextTokens);
        throw new ContextOverflow('The request does not fit into the context of the model.');
      }
      if (told.kind === 'silent') return fail('processing.model_silent');
      if (told.kind === 'withheld') return fail('processing.answer_unusable', false);
      if (told.kind === 'failed') return fail(told.code);
      if (told.kind === 'rejected') return fail('processing.model_failed');
      const delayMs = times.retryDelays[attempt];
      if (delayMs === undefined) return fail(lastCode(told));
      if (hasText) request.onRestart?.();
      hasText = false;
      const askedMs = told.kind === 'later' ? Math.min(told.retryAfterMs, times.longestRetryAfter) : 0;
      await pause(Math.max(delayMs, askedMs) + (Math.random() * delayMs) / 4, signal);
    }
  };

  const chat = async (request: ChatRequest): Promise<ChatAnswer> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new ModelError('processing.model_silent')), times.whole);
    try {
      return await ask(request, late.signal);
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
      return contextTokens;
    },
    countTokens: count.of,
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

const lastCode = (told: Extract<Try, { kind: 'broken' | 'later' }>): ModelError['code'] => {
  if (told.kind === 'later') return told.code;
  return told.isStalled ? 'processing.model_silent' : 'processing.answer_cut';
};

const paused = async (ms: number, signal: AbortSignal): Promise<void> => {
  await passed(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
};
