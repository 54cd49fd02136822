import type { Log } from '#api/lib/log.ts';
import type { Try } from './chat-exchange.ts';
import type { ChatNegotiation } from './chat-negotiation.ts';
import { ContextOverflow, ModelError, type ChatAnswer, type ChatRequest } from './language-model.ts';
import type { ModelContext } from './model-context.ts';
import type { ModelWatch } from './model-watch.ts';

type Options = {
  negotiation: ChatNegotiation;
  context: ModelContext;
  watch: Pick<ModelWatch, 'reached' | 'lost'>;
  /** Waits before tries 2, 3 and 4, ms. A random time of up to a quarter of the wait is added. */
  retryDelaysMs: readonly number[];
  /** Longest wait that the server may demand, ms. A longer one is shortened to this. */
  longestRetryAfterMs: number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
  log: Log;
};

/**
 * Returns a function that sends a request until the model has answered, or until no retry can help. The outcome of each
 * try corrects what is known of the context size and of the server's state.
 */
export function createChatRetries(options: Options) {
  const { negotiation, context, watch, retryDelaysMs, longestRetryAfterMs, pause, log } = options;

  const fail = (code: ModelError['code']): never => {
    watch.lost(code);
    throw new ModelError(code);
  };

  /** @throws ModelError, ContextOverflow, the reason of `signal` */
  return async (request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer> => {
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
      const outcome = await negotiation.try(watched, signal);
      log.debug({ outcome: outcome.kind, attempt }, 'llm: answer');
      switch (outcome.kind) {
        case 'answered':
          watch.reached();
          context.learnCount(request, outcome.promptTokens);
          return { text: outcome.text, finish: outcome.finish };
        case 'overflow':
          watch.reached();
          context.learnSize(outcome.contextTokens);
          throw new ContextOverflow('The request does not fit into the context of the model.');
        case 'silent':
          return fail('processing.model_silent');
        case 'withheld':
          // The model refused this one request. The server works, so its state does not change.
          throw new ModelError('processing.answer_unusable');
        case 'failed':
          return fail(outcome.code);
      }
      const delayMs = retryDelaysMs[attempt];
      if (delayMs === undefined) return fail(lastCode(outcome));
      if (hasText) request.onRestart?.();
      hasText = false;
      const askedMs = outcome.kind === 'later' ? Math.min(outcome.retryAfterMs, longestRetryAfterMs) : 0;
      await pause(Math.max(delayMs, askedMs) + (Math.random() * delayMs) / 4, signal);
    }
  };
}

/** Returns the error code after the last retry. */
const lastCode = (outcome: Extract<Try, { kind: 'broken' | 'later' }>): ModelError['code'] => {
  if (outcome.kind === 'later') return outcome.code;
  return outcome.isStalled ? 'processing.model_silent' : 'processing.answer_cut';
};
