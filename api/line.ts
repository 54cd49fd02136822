import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findModel } from '#models/manifest.ts';
import { ConfigError, type Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createOidcModelStore } from './engines/identity/oidc-model.store.ts';
import { createWhisperEngine } from './engines/transcription/whisper/whisper-engine.ts';
import { createJobStore } from './jobs/job.store.ts';
import { createQueue, type QueueOptions } from './jobs/sqlite-queue.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { createModelKeeper } from './model/model-keeper.ts';
import { loadMediaKey } from './player/media-token.ts';
import { clearSession } from './recording/clear-session.ts';
import { createRetentionKeeper } from './retention/retention-keeper.ts';
import { createRetentionStore } from './retention/retention.store.ts';
import { createSessionStore } from './session/session.store.ts';
import { createDiskStore } from './storage/disk-store.ts';
import { createTranscribeJob } from './transcript/transcribe.job.ts';
import { createTranscriptStore } from './transcript/transcript.store.ts';
import { createUploadKeeper } from './upload/upload-keeper.ts';
import { createQuotaStore } from './upload/quota.store.ts';
import { createUploadLocks } from './upload/upload-locks.ts';
import { createUploadStore } from './upload/upload.store.ts';

export type LineOptions = {
  config: Pick<
    Config,
    'dataDir' | 'modelsDirs' | 'modelSource' | 'transcriptionModel' | 'transcriptionSlots' | 'quotaBytes'
  >;
  db: Db;
  clock: Clock;
  log: Log;
  /** How fast the queue ticks; tests shorten it. */
  queueTimes?: Pick<QueueOptions, 'tickMs' | 'leaseMs' | 'heartbeatMs' | 'recheckMs'>;
};

export type Line = Awaited<ReturnType<typeof openLine>>;

/**
 * The way of a recording through the server, composed: storage, uploads, the queue, the engine and its model. Running when
 * this answers; `close` parks what runs.
 * @throws ConfigError when there is no such model
 */
export async function openLine({ config, db, clock, log, queueTimes = {} }: LineOptions) {
  const { dataDir, modelsDirs, modelSource, transcriptionModel, transcriptionSlots } = config;
  const model = findModel(transcriptionModel);
  if (!model)
    throw new ConfigError(
      `TRANSCRIPTION_MODEL is set to "${transcriptionModel}": it must be an id of models/manifest.json.`,
    );
  const tmpDir = join(dataDir, 'tmp');
  await rm(tmpDir, { recursive: true, force: true });

  const storage = createDiskStore(dataDir);
  const sessions = createSessionStore(db, clock);
  const uploads = createUploadStore(db, clock);
  const transcripts = createTranscriptStore(db, clock);
  const keeper = createModelKeeper({ model, modelId: transcriptionModel, modelsDirs, modelSource, log });
  const engine = createWhisperEngine({
    model,
    locate: keeper.location,
    missing: keeper.missing,
    threads: Math.max(1, Math.floor(availableParallelism() / transcriptionSlots)),
  });
  const transcribe = createTranscribeJob({ clock, sessions, storage, transcripts, engine, tmpDir });
  const queue = createQueue({
    db,
    handlers: [transcribe],
    clock,
    log,
    slots: transcriptionSlots,
    ...queueTimes,
  });
  const uploadKeeper = createUploadKeeper({ storage, uploads, clock, log });
  await keeper.start();
  keeper.onReady(() => queue.poke());
  await queue.start();
  const clear = (sessionId: string) => clearSession({ queue, sessions, uploads, storage }, sessionId);
  const retentionKeeper = createRetentionKeeper({
    ...{ storage, sessions, clear, clock, log },
    retention: createRetentionStore(db, clock),
    logins: createOidcModelStore(db, clock),
    jobs: createJobStore(db),
  });

  return {
    storage,
    sessions,
    uploads,
    uploadLocks: createUploadLocks(),
    quota: createQuotaStore(db, config.quotaBytes),
    queue,
    mediaKey: loadMediaKey(dataDir),
    transcriptionState: keeper.state,
    progressOf: queue.progressOf,
    transcriptOf: transcripts.latest,
    clear,
    /** Running jobs are parked where they stand; nothing new is taken. */
    async close(): Promise<void> {
      await queue.close();
      const keepers = [keeper, uploadKeeper, retentionKeeper];
      await Promise.all([engine.close(), ...keepers.map((each) => each.close())]);
    },
  };
}
