import { z } from 'zod';
import type { ResultErrorCode } from '#api/contract/errors.ts';
import type { HealthPart } from '#api/contract/health.ts';
import { jsonOf } from '#api/engines/http/complaint.rules.ts';
import { exchange } from '#api/engines/http/exchange.ts';
import type { Log } from '#api/lib/log.ts';

export type ModelWatch = {
  state(): HealthPart;
  reached(): void;
  lost(code: ResultErrorCode): void;
  close(): Promise<void>;
};

type WatchOptions = {
  models: URL;
  headers: Record<string, string>;
  model: string;
  log: Log;
  /** Limit for the request for the list of models, and shortest time between two checks of a failed server, ms. */
  lookTimeoutMs: number;
  lookAgainMs: number;
};

const refusing = new Set([401, 402, 403]);
const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Keeps the state of the server. The last request determines it; before the first request, the list of models does. A
 * failed server is checked again only when somebody asks for the state, so that no timer runs.
 */
export function createModelWatch(options: WatchOptions): ModelWatch {
  const { models, headers, model, log, lookTimeoutMs, lookAgainMs } = options;
  const closing = new AbortController();
  let code: ResultErrorCode | null = null;
  let isKnown = false;
  let lookedMs = 0;
  let looking: Promise<void> | null = null;

  const ask = async (): Promise<ResultErrorCode | null> => {
    try {
      const request = { url: models, method: 'GET', headers, timeoutMs: lookTimeoutMs } as const;
      const { status, body } = await exchange({ ...request, signal: closing.signal });
      if (refusing.has(status)) return 'processing.model_refused';
      const list = listSchema.safeParse(jsonOf(body)).data;
      // Ollama adds a tag to the names in its list.
      const isListed = list?.data.some(({ id }) => id === model || id === `${model}:latest`);
      if (list && !isListed) log.warn({ model }, 'llm: the server does not list the model');
      return status >= 500 ? 'processing.model_unreachable' : null;
    } catch {
      return 'processing.model_unreachable';
    }
  };
  const become = (next: ResultErrorCode | null): void => {
    if (next !== null && next !== code) log.warn({ reason: next }, 'llm: the server cannot be used');
    if (next === null && (code !== null || !isKnown)) log.info({ model }, 'llm: ready');
    isKnown = true;
    code = next;
  };
  const tell = async (wasKnown: boolean, former: ResultErrorCode | null): Promise<void> => {
    const found = await ask();
    // A request may have changed the state in the meantime.
    if (!closing.signal.aborted && isKnown === wasKnown && code === former) become(found);
  };
  const look = (): void => {
    if (looking || closing.signal.aborted) return;
    lookedMs = Date.now();
    looking = tell(isKnown, code).finally(() => (looking = null));
  };
  look();

  return {
    state() {
      if (code !== null && Date.now() - lookedMs > lookAgainMs) look();
      if (!isKnown) return { status: 'loading', name: model };
      return code === null ? { status: 'ok', name: model } : { status: 'failed', name: model, code };
    },
    reached: () => become(null),
    lost: become,
    async close() {
      closing.abort(new Error('The server is stopping.'));
      await looking;
    },
  };
}
