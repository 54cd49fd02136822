import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createDiarizer } from './engines/diarization/open-diarizer.ts';
import { createOidcModelStore } from './engines/identity/oidc-model.store.ts';
import { openEngine, type EngineConfig } from './engines/transcription/open-engine.ts';
import { createReports } from './export/report.ts';
import { createJobStore } from './jobs/job.store.ts';
import { createSpeedStore } from './jobs/speed.store.ts';
import { createQueue, type QueueOptions } from './jobs/sqlite-queue.ts';
import type { Clock } from './lib/clock.ts';
import type { Log } from './lib/log.ts';
import { loadMediaKey } from './player/media-token.ts';
import { clearSession } from './recording/clear-session.ts';
import { createRetentionKeeper } from './retention/retention-keeper.ts';
import { createRetentionStore } from './retention/retention.store.ts';
import { createRetentionRunStore } from './retention/run.store.ts';
import { createResultStore } from './result/result.store.ts';
import { createIndexer, createIndexKeeper, createPurgeKeeper } from './search/indexer.ts';
import { createSearch } from './search/search.ts';
import { createSessionStore } from './session/session.store.ts';
import { createThumbnailKeeper } from './session/thumbnail-keeper.ts';
import { createDiskStore } from './storage/disk-store.ts';
import { createEditStore } from './transcript/edit.store.ts';
import { createTranscribeJob } from './transcript/transcribe.job.ts';
import { createTranscriptStore } from './transcript/transcript.store.ts';
import { createVocabulary } from './transcript/vocabulary.ts';
import { createUploadKeeper } from './upload/upload-keeper.ts';
import { createQuotaStore } from './upload/quota.store.ts';
import { createUploadLocks } from './upload/upload-locks.ts';
import { createUploadStore } from './upload/upload.store.ts';
import { createCorrectionStore } from './user/correction.store.ts';

export type LineOptions = {
  config: EngineConfig & Pick<Config, 'dataDir' | 'quotaBytes'>;
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
  const { dataDir, modelsDirs, transcriptionSlots } = config;
  const transcription = openEngine(config, log);
  const diarizer = createDiarizer({ modelsDirs });
  const tmpDir = join(dataDir, 'tmp');
  await rm(tmpDir, { recursive: true, force: true });

  const storage = createDiskStore(dataDir);
  const sessions = createSessionStore(db, clock);
  const uploads = createUploadStore(db, clock);
  const transcripts = createTranscriptStore(db, clock);
  const corrections = createCorrectionStore(db, clock);
  const speeds = createSpeedStore(db, clock);
  const transcribe = createTranscribeJob({
    ...{ clock, log, sessions, storage, transcripts, diarizer, tmpDir },
    engine: transcription.engine,
    speeds,
    vocabularyOf: createVocabulary(db),
  });
  const queue = createQueue({
    db,
    handlers: [transcribe],
    clock,
    log,
    slots: transcriptionSlots,
    ...queueTimes,
  });
  const uploadKeeper = createUploadKeeper({ storage, uploads, clock, log });
  await transcription.start();
  transcription.onReady(() => queue.poke());
  await queue.start();
  const edits = createEditStore(db, clock);
  const clear = (sessionId: string): Promise<void> => {
    edits.forget(sessionId);
    return clearSession({ queue, sessions, uploads, storage }, sessionId);
  };
  const retentionKeeper = createRetentionKeeper({
    ...{ storage, sessions, clear, clock, log },
    retention: createRetentionStore(db, clock),
    logins: createOidcModelStore(db, clock),
    jobs: createJobStore(db),
    corrections,
    runs: createRetentionRunStore(db, clock),
  });
  const reports = createReports({ clock });
  const indexer = createIndexer(db, log);
  const indexKeeper = createIndexKeeper({ indexer, log });
  const purgeKeeper = createPurgeKeeper({ indexer, log });
  const thumbnailKeeper = createThumbnailKeeper({ sessions, storage, log });

  return {
    storage,
    sessions,
    search: createSearch({ db, indexer }),
    uploads,
    uploadLocks: createUploadLocks(),
    quota: createQuotaStore(db, config.quotaBytes),
    queue,
    engineName: transcription.engine.name,
    mediaKey: loadMediaKey(dataDir),
    transcriptionState: transcription.state,
    progressOf: queue.progressOf,
    transcriptOf: transcripts.latest,
    transcripts,
    edits,
    results: createResultStore(db, clock),
    reports,
    corrections,
    clear,
    /** Running jobs are parked where they stand; nothing new is taken. */
    async close(): Promise<void> {
      await queue.close();
      const keepers = [uploadKeeper, retentionKeeper, indexKeeper, purgeKeeper, thumbnailKeeper];
      const parts = [transcription, diarizer, reports, ...keepers];
      await Promise.all(parts.map((part) => part.close()));
    },
  };
}
