import type { ReasonCode } from '#api/contract/errors.ts';
import type { HealthPart } from '#api/contract/health.ts';
import type { Log } from '#api/lib/log.ts';
import { fetchModel, ModelFetchError } from '#models/fetch.ts';
import type { Model } from '#models/manifest.ts';
import { locateModel } from '#models/store.ts';

export type ModelKeeperOptions = {
  model: Model | undefined;
  modelId: string;
  /** Folders of models; only the first one is written to. */
  modelsDirs: readonly string[];
  /** URL of a model hub; null: never fetch. */
  modelSource: string | null;
  log: Log;
  /** Interval of the check for files that somebody installed. */
  lookMs?: number;
  /** Waits between attempts to fetch; the last one repeats. */
  retryDelaysMs?: readonly number[];
};

export type ModelKeeper = {
  /** Checks for the model and begins to fetch a missing one. Resolves after the first check. */
  start(): Promise<void>;
  state(): HealthPart;
  location(): string | null;
  /** Why sessions must wait; null if the model is there. */
  missing(): ReasonCode | null;
  /** Called once when the model is there, at once if it already is. */
  onReady(listener: () => void): void;
  close(): Promise<void>;
};

const defaultRetryDelaysMs = [5_000, 15_000, 60_000, 300_000];

/** Provides the configured model: fetches it in the background, or finds it after `npm run models`. */
export function createModelKeeper(options: ModelKeeperOptions): ModelKeeper {
  const { model, modelId, modelsDirs, modelSource, log } = options;
  const { lookMs = 2_000, retryDelaysMs = defaultRetryDelaysMs } = options;
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let location: string | null = null;
  let progress: number | null = null;
  let problem: string | null = null;
  let looker: NodeJS.Timeout | undefined;
  let fetching: Promise<void> | null = null;

  const isDone = () => location !== null || closing.signal.aborted;

  const look = async (): Promise<void> => {
    if (!model || isDone()) return;
    location = await locateModel(model, modelsDirs);
    if (location === null) return;
    clearInterval(looker);
    progress = null;
    log.info({ model: modelId }, 'model: ready');
    for (const listener of listeners) listener();
    listeners.clear();
  };

  const keepFetching = async (model: Model, source: string, storeDir: string): Promise<void> => {
    for (let attempt = 0; !isDone(); attempt++) {
      try {
        progress ??= 0;
        await fetchModel({
          model,
          storeDir,
          source,
          signal: closing.signal,
          onProgress: ({ done, total }) => {
            progress = total > 0 ? Math.min(1, done / total) : 0;
          },
        });
        await look();
      } catch (error) {
        if (closing.signal.aborted) return;
        problem = error instanceof ModelFetchError ? error.problem : 'failed';
        progress = null;
        log.debug({ model: modelId, err: error }, 'model: not fetched, trying again later');
        if (attempt === 0) log.warn({ model: modelId, problem }, 'model: not fetched, trying again later');
        await pause(retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0, closing.signal);
      }
    }
  };

  return {
    async start() {
      await look();
      if (!model || isDone()) return;
      looker = setInterval(
        () => void look().catch((err: unknown) => log.error({ err }, 'model: cannot look')),
        lookMs,
      );
      const [storeDir] = modelsDirs;
      if (modelSource !== null && storeDir !== undefined && model.source !== null)
        fetching = keepFetching(model, modelSource, storeDir);
    },
    state() {
      if (!model) return { status: 'failed', name: modelId, code: 'model.unknown' };
      if (location !== null) return { status: 'ok', name: modelId };
      if (progress !== null)
        return { status: 'loading', name: modelId, progress, code: 'transcription.model_fetching' };
      return {
        status: 'missing',
        name: modelId,
        code: problem ? `model.${problem}` : 'transcription.model_missing',
      };
    },
    location: () => location,
    missing() {
      if (location !== null) return null;
      return progress === null ? 'transcription.model_missing' : 'transcription.model_fetching';
    },
    onReady(listener) {
      if (location === null) listeners.add(listener);
      else listener();
    },
    async close() {
      closing.abort(new Error('The server is stopping.'));
      clearInterval(looker);
      listeners.clear();
      await fetching;
    },
  };
}

/** Waits; an abort ends the wait without an error. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
