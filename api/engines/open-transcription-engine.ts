import { availableParallelism } from 'node:os';
import { ConfigError } from '#api/lib/start-error.ts';
import type { HealthPart } from '#api/contract/health.ts';
import type { Log } from '#api/lib/log.ts';
import { createModelKeeper } from '#api/engines/transcription/whisper/model-keeper.ts';
import { findTranscriptionModel } from '#models/manifest.ts';
import type { TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { createRemoteEngine } from '#api/engines/transcription/remote/remote-engine.ts';
import { createWhisperEngine } from '#api/engines/transcription/whisper/whisper-engine.ts';

export type EngineConfig = {
  modelsDirs: readonly string[];
  modelSource: string | null;
  transcriptionModel: string;
  transcriptionSlots: number;
  asrUrl: string | null;
  asrKey: string | null;
  asrModel: string;
  asrPartBytes: number;
};

/** The configured engine. `start` checks what the engine needs, and begins to download a missing model. */
type OpenEngine = {
  engine: TranscriptionEngine;
  start(): Promise<void>;
  /** Returns the state that `GET /health` shows. */
  state(): HealthPart;
  onReady(listener: () => void): void;
  close(): Promise<void>;
};

/**
 * Opens the configured engine: a remote server if `ASR_URL` is set, else the embedded engine with the model
 * `TRANSCRIPTION_MODEL`.
 * @throws ConfigError if the manifest has no such model
 */
export function openEngine(config: EngineConfig, log: Log): OpenEngine {
  return config.asrUrl === null ? openEmbedded(config, log) : openRemote(config, config.asrUrl, log);
}

function openEmbedded(config: EngineConfig, log: Log): OpenEngine {
  const { modelsDirs, modelSource, transcriptionModel: modelId, transcriptionSlots } = config;
  const model = findTranscriptionModel(modelId);
  if (!model)
    throw new ConfigError(
      `TRANSCRIPTION_MODEL is set to "${modelId}": it must be an id of models/manifest.json.`,
    );
  const keeper = createModelKeeper({ model, modelId, modelsDirs, modelSource, log });
  const engine = createWhisperEngine({
    model,
    locate: keeper.location,
    missing: keeper.missing,
    threads: Math.max(1, Math.floor(availableParallelism() / transcriptionSlots)),
  });
  return {
    engine,
    start: keeper.start,
    state: () => ({ ...keeper.state(), kind: 'embedded' }),
    onReady: keeper.onReady,
    async close() {
      await Promise.all([engine.close(), keeper.close()]);
    },
  };
}

function openRemote(config: EngineConfig, url: string, log: Log): OpenEngine {
  const { asrKey: key, asrModel: model, asrPartBytes: partBytes } = config;
  const engine = createRemoteEngine({ url, key, model, partBytes, log });
  return {
    engine,
    start: engine.start,
    state: engine.state,
    onReady: engine.onReady,
    close: engine.close,
  };
}
