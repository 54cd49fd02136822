import type { ReasonCode } from '#api/contract/errors.ts';
import type { HealthPart } from '#api/contract/health.ts';
import type { Log } from '#api/lib/log.ts';
import { pause } from '#api/lib/pause.ts';
import { fetchModel, ModelFetchError } from '#models/fetch.ts';
import type { Model } from '#models/manifest.ts';
import { locateModel } from '#models/store.ts';

export type ModelKeeperOptions = {
  model: Model | undefined;
  modelId: string;
  /** Folders of models. Only the first one is written to. */
  modelsDirs: readonly string[];
  /** URL of a model hub. Null means that nothing is ever downloaded. */
  modelSource: string | null;
  log: Log;
  /** Interval of the checks whether somebody has installed the files, ms. */
  lookMs?: number;
  /** Waits between attempts to download, ms. After the last one it is used again and again. */
  retryDelaysMs?: readonly number[];
};

type ModelKeeper = {
  /** Checks for the model and begins to download a missing one. Resolves after the first check. */
  start(): Promise<void>;
  state(): HealthPart;
  location(): string | null;
  /** Returns why sessions must wait, or null if the model is installed. */
  missing(): ReasonCode | null;
  /** Calls the listener once, when the model is installed. If it already is, the listener is called at once. */
  onReady(listener: () => void): void;
  close(): Promise<void>;
};

const defaultRetryDelaysMs = [5_000, 15_000, 60_000, 300_000];

/** Provides the configured model: downloads it in the background, or finds it after `npm run models`. */
export function createModelKeeper(options: ModelKeeperOptions): ModelKeeper {
  const { model, modelId, modelsDirs, modelSource, log } = options;
  const { lookMs = 2_000, retryDelaysMs = defaultRetryDelaysMs } = options;
  const closing = new AbortController();
  const listeners = new Set<() => void>();
  let location: string | null = null;
  let lookTimer: NodeJS.Timeout | undefined;
  let fetching: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    if (!model || location !== null || closing.signal.aborted) return;
    location = await locateModel(model, modelsDirs);
    if (location === null) return;
    clearInterval(lookTimer);
    log.info({ model: modelId }, 'model: ready');
    for (const listener of listeners) listener();
    listeners.clear();
  };

  const [storeDir] = modelsDirs;
  const modelFetch =
    model && model.source !== null && modelSource !== null && storeDir !== undefined
      ? createModelFetch({
          model,
          source: modelSource,
          storeDir,
          retryDelaysMs,
          log,
          isThere: () => location !== null,
          onFetched: look,
        })
      : null;
  const progress = (): number | null => modelFetch?.progress() ?? null;

  return {
    async start() {
      await look();
      if (!model || location !== null || closing.signal.aborted) return;
      lookTimer = setInterval(
        () => void look().catch((err: unknown) => log.error({ err }, 'model: cannot look')),
        lookMs,
      );
      fetching = modelFetch?.run(closing.signal) ?? null;
    },
    state() {
      if (!model) return { status: 'failed', name: modelId, code: 'model.unknown' };
      if (location !== null) return { status: 'ok', name: modelId };
      const share = progress();
      if (share !== null)
        return { status: 'loading', name: modelId, progress: share, code: 'transcription.model_fetching' };
      const problem = modelFetch?.problem();
      return {
        status: 'missing',
        name: modelId,
        code: problem ? `model.${problem}` : 'transcription.model_missing',
      };
    },
    location: () => location,
    missing() {
      if (location !== null) return null;
      return progress() === null ? 'transcription.model_missing' : 'transcription.model_fetching';
    },
    onReady(listener) {
      if (location === null) listeners.add(listener);
      else listener();
    },
    async close() {
      closing.abort(new Error('The server is stopping.'));
      clearInterval(lookTimer);
      listeners.clear();
      await fetching;
    },
  };
}

type ModelFetch = {
  /** Returns the share of the bytes that are downloaded, 0 to 1, or null between two attempts. */
  progress(): number | null;
  /** Returns why the last attempt failed, or null before the first failure. */
  problem(): string | null;
  /** Downloads until the model is installed or `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>;
};

type ModelFetchOptions = {
  model: Model;
  source: string;
  storeDir: string;
  retryDelaysMs: readonly number[];
  log: Log;
  /** Whether the model is installed, by this download or by somebody else. */
  isThere(): boolean;
  onFetched(): Promise<void>;
};

/** Downloads a model. After a failure it tries again, until it succeeds. */
function createModelFetch(options: ModelFetchOptions): ModelFetch {
  const { model, source, storeDir, retryDelaysMs, log, isThere, onFetched } = options;
  let progress: number | null = null;
  let problem: string | null = null;

  const onFailure = (error: unknown, attempt: number): void => {
    problem = error instanceof ModelFetchError ? error.problem : 'failed';
    progress = null;
    log.debug({ model: model.id, err: error }, 'model: not fetched, trying again later');
    if (attempt === 0) log.warn({ model: model.id, problem }, 'model: not fetched, trying again later');
  };

  return {
    progress: () => progress,
    problem: () => problem,
    async run(signal) {
      for (let attempt = 0; !isThere() && !signal.aborted; attempt++) {
        try {
          progress ??= 0;
          await fetchModel({
            model,
            storeDir,
            source,
            signal,
            onProgress: ({ done, total }) => {
              progress = total > 0 ? Math.min(1, done / total) : 0;
            },
          });
          await onFetched();
        } catch (error) {
          if (signal.aborted) return;
          onFailure(error, attempt);
          const delayMs = retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)] ?? 0;
          // An abort ends the wait early.
          await pause(delayMs, signal).catch(() => {});
        }
      }
    },
  };
}
