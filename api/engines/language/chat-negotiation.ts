import type { Log } from '#api/lib/log.ts';
import { tryOnce, type Try } from './chat-exchange.ts';
import { fullForm, simplerForm, toBody, type ChatForm } from './chat-form.rules.ts';
import type { ChatRequest } from './language-model.ts';

type Options = {
  url: URL;
  headers: Record<string, string>;
  model: string;
  firstTokenMs: number;
  betweenTokensMs: number;
  log: Log;
};

export type ChatNegotiation = ReturnType<typeof createChatNegotiation>;

/**
 * Largest number of characters per token. It limits the length of an answer; usually a token has about a third of them.
 */
const mostCharsPerToken = 16;

/**
 * Sends each request with all features of the protocol that the server supports. A feature that the server rejects is
 * left out at once, and from the next successful request on it is not tried again.
 */
export function createChatNegotiation({ model, log, ...connection }: Options) {
  let supported: ChatForm = fullForm;

  return {
    /** Sends a request. If the server rejects a feature, the request is sent again without that feature. */
    async try(request: ChatRequest, signal: AbortSignal): Promise<Exclude<Try, { kind: 'rejected' }>> {
      const { onText = () => {} } = request;
      for (let form = supported; ;) {
        const outcome = await tryOnce({
          ...connection,
          body: toBody(model, request, form),
          signal,
          onText,
          mostChars: request.maxTokens * mostCharsPerToken,
        });
        if (outcome.kind !== 'rejected') {
          if (outcome.kind === 'answered') supported = form;
          return outcome;
        }
        const simpler = simplerForm(form, outcome.field, request.schema !== undefined);
        if (!simpler) return { kind: 'failed', code: 'processing.model_failed' };
        log.info({ field: outcome.field }, 'llm: the server does not take the request in this form');
        form = simpler;
      }
    },
  };
}
